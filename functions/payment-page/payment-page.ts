import { schemesOf } from '#acquirer/capabilities.ts';
import { schemeNames } from '#domain/cards/scheme.ts';
import { type TestCard, testCards } from '#domain/cards/test-cards.ts';
import { descriptorFor } from '#domain/merchants/descriptor.ts';
import type { Money } from '#domain/money/money.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { maskedAddress } from '#domain/transactions/receipt.ts';
import { Markup, markup, place, scriptValue } from '#html/markup.ts';
import { fill, sanitizeText } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import { askedPayerFields, payerFields, payerWords } from './asked-payer.ts';
import { footOf } from './foot.ts';
import { cancelLink, lines, logo, money, payee, payeeOf, testMark, text, website } from './head.ts';
import { back as backArrow, brokenLinkIcon, check, cross, lock, schemes } from './icons.ts';
import type { Link } from './link.ts';
import {
  methodButtons,
  methodChoice,
  methodNeeds,
  methodView,
  methodWords,
  neededHere,
  textsWithMethods,
} from './methods.ts';
import { type PageData, receiptSeconds } from './page-data.ts';
import { linkTo } from './query.ts';
import { isQuietAfterView } from './quiet-page.ts';
import { consent, savedCards, typedCardAttributes } from './saved-cards.ts';
import type { View as AnyView } from './view.ts';

type View = AnyView<Link & { amount: Money }>;

/**
 * The page on which customers pay. The script shows and hides its parts. Customers can read the page before the script
 * has loaded.
 */
export function paymentPage(given: View): Markup {
  const { link, base, language } = given;
  const messages = textsWithMethods(given, given.messages);
  const view = { ...given, messages };
  const cards = link.merchant.test && !link.ended ? testCards(link.amount) : undefined;
  return markup`<div class="${link.inline ? 'page inline' : 'page'}">${testMark(link, messages)}
<main class="sheet">
<header>${link.embed && !link.inline && closeButton(messages)}
${logo(link, base)}<h1>${payee(link)} ${website(link)} <span class="${isLong(view) ? 'amount long' : 'amount'}">${money(link.amount, language.locale)}</span></h1>
${text(link)}${!link.ended && lines(link, language.locale, messages)}${link.till && amountLink(view)}</header>
<p id="status" class="unseen" role="status"></p>
${link.ended && endedNotice(link, link.ended, messages)}${cardForm(view, methodChoice(given))}${cancelLink(link, messages)}
<section id="busy" hidden><p class="spinner"></p><p>${messages.bank.waiting}</p></section>
<section id="bank" hidden aria-labelledby="bank-title"><h2 id="bank-title" tabindex="-1">${messages.bank.title}</h2>
<div id="frame" data-title="${messages.bank.title}"></div><button type="button" id="cancel" class="quiet">${messages.bank.cancel}</button></section>
<section id="notice" hidden><div id="notice-text" role="alert"></div><button type="button" id="retry" class="primary">${messages.errors.retry}</button>
<button type="button" id="leave" class="quiet">${messages.bank.cancel}</button></section>
${methodView(view)}${question(view)}
${receipt(view)}
</main>${cards && testPanel(cards, messages)}${footOf(view)}</div>
<script type="application/json" id="data">${new Markup(scriptValue(dataOf(view, cards)))}</script>`;
}

const isLong = ({ link: { amount }, language }: View): boolean =>
  showMoney(amount.value, amount.currency, language.locale).length > 12;

/** The link back to the amount screen, with the entered amount. */
function amountLink({ link: { amount }, query, base, messages }: View): Markup {
  const url = `${linkTo(base, { ...query, value: undefined, till: undefined })}#${amount.value}`;
  return markup`<a class="back" data-with="card" href="${url}">${backArrow}${messages.till.change}</a>`;
}

/** Asks the customer again before charging if their press of the button is long ago. */
function question({ link, language, messages: { ask, bank, form } }: View): Markup {
  const pay = place(form.pay, { amount: money(link.amount, language.locale) });
  return markup`<section id="ask" hidden aria-labelledby="ask-title"><h2 id="ask-title" tabindex="-1">${ask.title}</h2><p>${ask.hint}</p>
<button type="button" id="again" class="primary"><span>${pay}</span></button><button type="button" data-leave="" class="quiet">${bank.cancel}</button></section>`;
}

/**
 * The notice in place of the form. The page still loads the script, as a customer who has just paid must see the
 * receipt after a reload.
 */
const endedNotice = (link: Link, how: NonNullable<Link['ended']>, messages: PageMessages): Markup =>
  markup`<section id="ended" data-with="card">${how === 'used' ? check : brokenLinkIcon}<h2>${endOf(link, how, messages)}</h2>
<p>${how === 'closed' ? messages.link.unpayable : place(messages.link.ended, { merchant: payee(link) })}</p></section>`;

/** The title of a page whose link has ended. */
export const endOf = (
  link: Link,
  how: NonNullable<Link['ended']>,
  { link: words, errors }: PageMessages,
): string => (how === 'closed' ? fill(errors.merchant, { merchant: payeeOf(link) }) : words[how]);

const closeButton = ({ form }: PageMessages): Markup =>
  markup`<button type="button" id="close" data-close="" class="close" aria-label="${form.close}" title="${form.close}">${cross}</button>`;

/**
 * An inline script that remembers that the customer pressed the button before the page's script had loaded. If that script
 * cannot be loaded, the page says so, and its button loads the page again.
 */
export const earlyPressScript = `(d=>{const b=i=>d.getElementById(i),f=b('card');f.onsubmit=e=>{e.preventDefault();f.dataset.pressed=Date.now()};addEventListener('error',e=>{if(!/payment-/.test(e.target.src))return;const{trouble,retry}=JSON.parse(b('data').textContent).messages.errors;b('alert').textContent=trouble;b('submit').textContent=retry;f.onsubmit=e=>{e.preventDefault();location.reload()}},true)})(document)`;

/**
 * The form of the card. Its fields have no `name`, and its method sends nothing, so that no browser can send the card
 * even if the script fails.
 */
function cardForm(view: View, choice: Markup | false): Markup {
  const { link, language, messages } = view;
  const { form } = messages;
  const merchant = payee(link);
  const taken = schemesOf(link.merchant);
  const names = taken.map((scheme) => schemeNames[scheme]).join(', ');
  return markup`<form id="card" method="dialog" novalidate${link.ended && new Markup(' hidden')}>
<div id="alert" class="alert" role="alert"></div>
<noscript><p class="alert">${form.noScript}</p></noscript>
${choice}${savedCards(link, messages)}<div class="field"${link.cards && typedCardAttributes(link)}><div class="top"><label for="number">${form.number}</label><span class="schemes" role="img" aria-label="${names}">${taken.map((scheme) => schemes[scheme])}</span></div>
<input id="number" ${input('cc-number', 'next')} maxlength="46" aria-describedby="number-error" placeholder="1234 5678 9012 3456"><p class="error" id="number-error"></p></div>
<div class="pair">
<div class="field"${link.cards && typedCardAttributes(link)}><label for="expiry">${form.expiry}</label>
<input id="expiry" ${input('cc-exp', 'next')} maxlength="14" aria-describedby="expiry-error" placeholder="${form.expiryFormat}">
<p class="error" id="expiry-error"></p></div>
<div class="field"><label for="code">${form.code}</label>
<input id="code" ${input('cc-csc', askedPayerFields(link).length > 0 ? 'next' : 'go')} maxlength="8" aria-describedby="code-error code-hint" placeholder="123">
<p class="error" id="code-error"></p><p class="hint" id="code-hint" data-back="${form.codeHint}" data-front="${form.codeFront}">${form.codeHint}</p></div>
</div>
${methodNeeds(view)}${payerFields(askedPayerFields(link), messages)}${consent(link, messages)}${link.recurring && markup`<p class="agreement">${place(form.recurring, { merchant })}</p>`}
<button id="submit" class="primary"><span class="label">${place(form.pay, { amount: money(link.amount, language.locale) })}</span>${methodButtons(view)}</button>
<p class="safe">${lock}<span>${place(form.safe, { merchant })}</span></p>
</form>`;
}

const input = (autocomplete: string, enter: string): Markup =>
  markup`inputmode="numeric" autocomplete="${autocomplete}" enterkeyhint="${enter}" autocorrect="off" spellcheck="false" required dir="ltr"`;

function receipt({ link, language, messages }: View): Markup {
  const inDialog = link.embed && !link.inline;
  const { title, thanks, date, card, statement, reference, transaction, print } = messages.receipt;
  const order = sanitizeText(link.reference ?? '');
  return markup`<section id="receipt" hidden aria-labelledby="paid">${check}<h2 id="paid" tabindex="-1"${inDialog && new Markup(' aria-describedby="closing"')}>${title}</h2>
<p>${place(thanks, { merchant: payee(link) })}</p>${inDialog && closeDialog(messages)}
<dl><div><dt>${date}</dt><dd id="paid-date"></dd></div>
<div><dt>${card}</dt><dd id="paid-card" translate="no"></dd></div>
<div><dt>${statement}</dt><dd translate="no">${descriptorFor(link.merchant, link.made?.statement)}</dd></div>
${order && markup`<div><dt>${reference}</dt><dd><bdi>${order}</bdi></dd></div>`}
<div><dt>${transaction}</dt><dd id="paid-id" translate="no"></dd></div></dl>
${seller(link, language.locale)}
${mailForm(link, messages)}
<a id="onward" class="primary" hidden></a><button type="button" id="print" class="quiet">${print}</button></section>`;
}

/**
 * The button that closes the receipt's dialog. It stands above the details, so that it stays visible however long
 * they are.
 */
const closeDialog = ({ form, receipt: { closing } }: PageMessages): Markup =>
  markup`<button type="button" data-close="" class="primary">${form.close}</button><p id="closing" class="hint">${fill(closing, { seconds: String(receiptSeconds) })}</p>`;

/**
 * Mails the receipt. An address that the merchant has given is masked, since anybody with the link can open the page.
 */
function mailForm({ made, ended }: Link, { receipt: { mail, send } }: PageMessages): Markup {
  const known = made?.email && !ended && maskedAddress(made.email);
  return markup`<form id="mail" method="dialog" novalidate><label for="mail-to">${mail}</label>
<div class="row"><input id="mail-to" type="email" autocomplete="email" enterkeyhint="send" maxlength="254" aria-describedby="mail-error"${known && markup` placeholder="${known}"`}><button id="send" class="quiet">${send}</button></div>
<p class="error" id="mail-error" role="alert"></p></form><p id="mailed" role="status" tabindex="-1"></p>`;
}

/** The merchant's name and address, as far as they are known. */
function seller(link: Link, locale: string): Markup {
  const { address, company } = link.merchant;
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(company.country);
  const known = [sanitizeText(address ?? ''), country, sanitizeText(company.number ?? '')]
    .filter(Boolean)
    .join('\n');
  return markup`<address>${payee(link)}\n<bdi>${known}</bdi></address>`;
}

/** The list of test cards, collapsed at first. */
function testPanel(cards: TestCard[], messages: PageMessages): Markup {
  const list = (pays: boolean, heading: string) => {
    const rows = cards.filter((card) => card.pays === pays).map((card) => row(card, messages));
    return markup`<h2>${heading}</h2><ul>${rows}</ul>`;
  };
  const { test, receipt } = messages;
  return markup`<aside id="test-cards" data-with="card" aria-label="${test.cards}"><details><summary>${test.cards}</summary>${list(true, receipt.title)}${list(false, test.declined)}</details></aside>`;
}

function row({ number, does }: TestCard, { test }: PageMessages): Markup {
  const shown = number.replace(/\d{4}(?=\d)/g, '$& ');
  const label = fill(test.use, { number: shown });
  return markup`<li><button type="button" data-number="${number}" aria-label="${label}">${shown}</button> <span>${test[does]}</span></li>`;
}

function dataOf(view: View, cards: TestCard[] | undefined): PageData {
  const { link, query, base, language, messages } = view;
  const { merchant, amount, text, reference, redirect, recurring, till, embed, inline, made, ended } = link;
  const { ask, remove, stay, removed, gone } = messages.saved;
  const { errors, form } = messages;
  const { title, leaving, back, again, sent, mailInvalid, mailFailed } = messages.receipt;
  return {
    base,
    key: merchant.key,
    merchant: payeeOf(link),
    amount,
    locale: language.locale,
    text,
    reference,
    redirect,
    recurring,
    linkId: made && (made.code ?? made.id),
    ended: ended !== undefined,
    again: till ? linkTo(base, { ...query, value: undefined, till: undefined }) : undefined,
    embed,
    inline,
    quiet: (ended === undefined && isQuietAfterView()) || undefined,
    schemes: Object.fromEntries(schemesOf(merchant).map((scheme) => [scheme, schemeNames[scheme]])),
    testCards: cards && Object.fromEntries(cards.map(({ number, test }) => [number, test])),
    payer: payerWords([...askedPayerFields(link), ...neededHere(view)], messages),
    methods: methodWords(view, messages),
    saved: link.cards && link.cards.length > 0 ? { ask, remove, stay, removed, gone } : undefined,
    messages: {
      errors,
      receipt: { title, leaving, back, again, sent, mailInvalid, mailFailed },
      paying: form.paying,
    },
  };
}

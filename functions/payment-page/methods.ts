import { offeredMethods } from '#acquirer/methods.ts';
import type { PayerField } from '#domain/merchants/payer.ts';
import type { Method } from '#domain/methods/method.ts';
import { type Markup, markup, place } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
import { neededPayerFields, payerFields } from './asked-payer.ts';
import { money } from './head.ts';
import type { PageData } from './page-data.ts';
import type { View } from './view.ts';

type Page = Pick<View, 'link' | 'language' | 'accept'>;

/**
 * The countries that the customer may be in, the likeliest first. The page's own language comes after the browser's, so that the
 * order of the methods stays when the customer changes the language.
 */
const countriesOf = ({ link, language, accept = '' }: Page): (string | undefined)[] => [
  /\b[a-z]{2,3}-([a-z]{2})\b/i.exec(accept)?.[1]?.toUpperCase() ?? new Intl.Locale(language.locale).region,
  link.merchant.company.country,
];

/**
 * The methods beside cards that a page offers: those usual in the customer's country first, and otherwise in the
 * merchant's order. None of them can be charged again without the customer, so the page of a recurring payment offers cards
 * alone. So does a till, which is the merchant's device.
 */
export function methodsOn(page: Page): readonly Method[] {
  const { merchant, amount, ended, recurring, till, cardsOnly, made } = page.link;
  if (!amount || ended || till || cardsOnly) return [];
  const terms = { methods: made?.methods, recurring, capture: made?.capture };
  const offered = offeredMethods(merchant, amount.value, amount.currency, terms);
  const isUsualIn =
    (country = '') =>
    ({ countries }: Method) =>
      countries.includes(country);
  // Many customers have a browser in English of another country.
  const country = countriesOf(page).find((each) => offered.some(isUsualIn(each)));
  const rank = (method: Method) => Number(isUsualIn(country)(method));
  return [...offered].sort((a, b) => rank(b) - rank(a));
}

/** The choice between a card and other methods. The names stand for themselves: marks of methods have rules of their owners. */
export function methodChoice(view: View): Markup | false {
  const offered = methodsOn(view);
  const { methods, receipt } = view.messages;
  const row = (type: string, name: string | Markup, attributes: Markup) =>
    markup`<label><input type="radio" name="method" value="${type}"${attributes}><span>${name}</span></label>`;
  return (
    offered.length > 0 &&
    markup`<fieldset id="methods"><legend>${methods.title}</legend><div translate="no">${offered.map((method) => row(method.type, method.name, factsOf(method)))}${row('', markup`<bdi translate="yes">${receipt.card}</bdi>`, markup` checked`)}</div></fieldset>`
  );
}

/** The fields and texts of each method. Only the page with all texts contains this part. */
export function methodNeeds(view: View): Markup | false {
  const { link, language, textsOnly, messages } = view;
  const { code, codeHint, redirect, tab } = messages.methods;
  const parts = methodsOn(view).map(({ type, name, kind, notice }) => [
    notice && markup`<p class="method" data-for="${type}" hidden>${inLanguage(notice, language.locale)}</p>`,
    kind === 'redirect' &&
      markup`<p class="method" data-for="${type}" hidden>${place(link.embed ? tab : redirect, { method: nameOf(name) })}</p>`,
    kind === 'code' &&
      markup`<div class="field method" data-for="${type}" hidden><label for="code-${type}">${place(code, { method: nameOf(name) })}</label>
<input id="code-${type}" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" autocorrect="off" spellcheck="false" required dir="ltr" maxlength="24" aria-describedby="code-${type}-error code-${type}-hint">
<p class="error" id="code-${type}-error"></p><p class="hint" id="code-${type}-hint">${codeHint}</p></div>`,
  ]);
  const needed = payerFields(neededHere(view), messages, (field) => markup` data-needed="${field}" hidden`);
  return parts.length > 0 && markup`<div id="by-method">${textsOnly && [...parts.flat(), ...needed]}</div>`;
}

/** The data that only some methods need. Only the page with all texts has the fields. */
export const neededHere = (view: View): PayerField[] =>
  view.textsOnly ? neededPayerFields(view.link, methodsOn(view)) : [];

const inLanguage = (notice: NonNullable<Method['notice']>, locale: string): string =>
  notice[new Intl.Locale(locale).language] ?? notice.en;

/** The facts of a method that the script needs. */
const factsOf = ({ needs, digits, minutes }: Method): Markup =>
  markup` data-minutes="${minutes}"${needs.length > 0 && markup` data-needs="${needs.join(' ')}"`}${digits && markup` data-digits="${digits}"`}`;

const nameOf = (name: string): Markup => markup`<bdi translate="no">${name}</bdi>`;

/** The labels of the button, one for each method. */
export const methodButtons = (view: View): Markup[] =>
  (view.textsOnly ? methodsOn(view) : []).map(({ type, name }) => {
    const { link, language, messages } = view;
    const amount = link.amount && money(link.amount, language.locale);
    const label = place(messages.methods.pay, { amount, method: nameOf(name) });
    return markup`<span class="label" data-for="${type}" hidden>${label}</span>`;
  });

/**
 * The part of the page that waits for the customer to agree with their method. Every page has it, because a customer can
 * come back after the merchant has switched the methods off.
 */
export const methodView = ({ textsOnly, messages }: View): Markup =>
  markup`<section id="method" hidden>${
    textsOnly &&
    markup`<h2 id="method-title" tabindex="-1"></h2><p id="method-hint"></p>
<a id="method-open" class="primary" rel="noopener noreferrer"></a><p id="method-left" class="hint"></p>
<button type="button" data-leave="" class="quiet">${messages.bank.cancel}</button>`
  }</section>`;

/** The texts that the script for methods fills in. Only the page with all texts contains them. */
export const methodWords = ({ textsOnly }: View, { methods }: PageMessages): PageData['methods'] =>
  textsOnly ? methods : undefined;

/** The texts of a page that offers methods: none of them says "card" of a payment that may be made without one. */
export function textsWithMethods(view: Page, messages: PageMessages): PageMessages {
  if (methodsOn(view).length === 0) return messages;
  const { errors, methods, payer, receipt } = messages;
  const { name, nameInvalid, notCharged, tooMany, paidWith } = methods;
  return {
    ...messages,
    errors: { ...errors, notCharged, tooMany },
    payer: { ...payer, name, nameMissing: nameInvalid, nameInvalid },
    receipt: { ...receipt, card: paidWith },
  };
}

import { offeredMethods } from '#acquirer/methods.ts';
import type { Method } from '#domain/methods/method.ts';
import { type Markup, markup, place } from '#html/markup.ts';
import type { PageMessages } from '#messages/messages.ts';
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

/**
 * Whether a page loads the script for methods. The page of a link that has ended loads it for customers who come back
 * from their method.
 */
export function usesMethods(page: Page): boolean {
  const { amount, ended, merchant } = page.link;
  return methodsOn(page).length > 0 || Boolean(amount && ended && merchant.methods?.length);
}

/**
 * The choice between a card and other methods, with what each method needs and what it will do. The names stand for
 * themselves: marks of methods have rules of their owners.
 */
export function methodChoice(view: View): Markup | false {
  const { link, messages } = view;
  const offered = methodsOn(view);
  const { title, code, codeHint, redirect, tab } = messages.methods;
  const row = (type: string, name: string, attributes?: Markup) =>
    markup`<label id="by-${type}"><input type="radio" name="method" value="${type}"${attributes ?? markup` checked`}><span translate="${type ? 'no' : 'yes'}">${name}</span></label>`;
  return (
    offered.length > 0 &&
    markup`<fieldset id="methods"><legend>${title}</legend><div>${offered.map((method) => row(method.type, method.name, factsOf(method)))}${row('', messages.receipt.card)}</div></fieldset>
${offered.map(
  ({ type, notice }) =>
    notice &&
    markup`<p class="method" data-for="${type}" hidden>${inLanguage(notice, view.language.locale)}</p>`,
)}${offered.map(
  ({ type, name, kind }) =>
    kind === 'redirect' &&
    markup`<p class="method" data-for="${type}" hidden>${place(link.embed ? tab : redirect, { method: nameOf(name) })}</p>`,
)}${offered.map(
  ({ type, name, kind }) =>
    kind === 'code' &&
    markup`<div class="field method" data-for="${type}" hidden><label for="code-${type}">${place(code, { method: nameOf(name) })}</label>
<input id="code-${type}" inputmode="numeric" autocomplete="one-time-code" enterkeyhint="go" autocorrect="off" spellcheck="false" required dir="ltr" maxlength="24" aria-describedby="code-${type}-error code-${type}-hint">
<p class="error" id="code-${type}-error"></p><p class="hint" id="code-${type}-hint">${codeHint}</p></div>`,
)}`
  );
}

const inLanguage = (notice: NonNullable<Method['notice']>, locale: string): string =>
  notice[new Intl.Locale(locale).language] ?? notice.en;

/** The facts of a method that the script needs. */
const factsOf = ({ name, needs, digits = 0 }: Method): Markup =>
  markup` data-name="${name}" data-needs="${needs.join(' ')}" data-digits="${digits}"`;

const nameOf = (name: string): Markup => markup`<bdi translate="no">${name}</bdi>`;

/** The labels of the button, one for each method. */
export const methodButtons = (view: View): Markup[] =>
  methodsOn(view).map(({ type, name }) => {
    const { link, language, messages } = view;
    const amount = link.amount && money(link.amount, language.locale);
    const label = place(messages.methods.pay, { amount, method: nameOf(name) });
    return markup`<span class="label" data-for="${type}" hidden>${label}</span>`;
  });

/** The part of the page that waits for the customer to agree with their method. */
export const methodView = (view: View): Markup | false => {
  const { closeTab } = view.messages.methods;
  return (
    usesMethods(view) &&
    markup`<section id="method" hidden aria-labelledby="method-title"><h2 id="method-title" tabindex="-1"></h2><p id="method-hint"></p>
<a id="method-open" class="primary" rel="noopener noreferrer"></a><p id="method-left" class="hint"></p>
<button type="button" data-leave="" class="quiet">${view.messages.bank.cancel}</button></section>
<p id="close-tab" hidden>${closeTab}</p>
`
  );
};

/** The texts that the script for methods fills in. */
export function methodWords(view: Page, { methods }: PageMessages): PageData['methods'] {
  const { codeInvalid, confirm, redirect, app, open, left, pending, pendingHint, declined, gone, lost } =
    methods;
  return usesMethods(view)
    ? { codeInvalid, confirm, redirect, app, open, left, pending, pendingHint, declined, gone, lost }
    : undefined;
}

/** The texts of a page that offers methods: none of them says "card" of a payment that may be made without one. */
export function textsWithMethods(view: Page, messages: PageMessages): PageMessages {
  if (!usesMethods(view)) return messages;
  const { errors, methods, payer, receipt } = messages;
  const { name, nameInvalid, notCharged, tooMany, paidWith } = methods;
  return {
    ...messages,
    errors: { ...errors, notCharged, tooMany },
    payer: { ...payer, name, nameMissing: nameInvalid, nameInvalid },
    receipt: { ...receipt, card: paidWith },
  };
}

import { logoPath, sizeOf } from '#domain/merchants/logo.ts';
import { websiteHost } from '#domain/merchants/website.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { type Markup, markup } from '#html/markup.ts';
import { fill, sanitizeText } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';

/** The payee's name, or else their statement descriptor. */
export const payeeOf = ({ merchant }: Pick<Link, 'merchant'>): string =>
  sanitizeText(merchant.name || '') || merchant.descriptor;

/** Marks test mode, so that nobody believes that they have paid. */
export const testMark = ({ merchant }: Link, { test }: PageMessages): Markup | false =>
  merchant.test &&
  markup`<aside class="test-mark" aria-label="${test.mark}"><strong>${test.mark}</strong> <span>${test.hint}</span></aside>`;

/** The merchant's website in Punycode, as browsers show it, so that look-alike letters become visible. */
export const website = ({ merchant }: Pick<Link, 'merchant'>): Markup =>
  markup`<span class="website" translate="no">${websiteHost(merchant.website)}</span>`;

/** The logo. Its alternative text is empty, as the name below says the same. */
export const logo = (
  { merchant: { key, logo } }: Pick<Link, 'merchant'>,
  base: string,
): Markup | undefined => {
  if (!logo) return undefined;
  const { width, height } = sizeOf(logo);
  return markup`<img class="logo" src="${base}${logoPath(key, logo)}" width="${width}" height="${height}" alt="">`;
};

/** The name, isolated (`bdi`), so that right-to-left text does not reorder the text around it. */
export const payee = (link: Pick<Link, 'merchant'>): Markup =>
  markup`<span class="payee" translate="no"><bdi>${payeeOf(link)}</bdi></span>`;

/** The merchant's text about the payment. */
export function text(link: Link): Markup | '' {
  const shown = sanitizeText(link.text ?? '');
  return shown && markup`<p class="text"><bdi>${shown}</bdi></p>`;
}

/** The most lines that are shown at once. With more, the button would not be on a phone's first screen. */
const mostShown = 3;

/** The paid items. Longer lists are closed until the customer opens them, with or without scripts. */
export function lines({ made, currency }: Link, locale: string, messages: PageMessages): Markup | undefined {
  if (!made?.lines) return undefined;
  const list = markup`<ul class="lines">${made.lines.map(
    ({ text, quantity, amount }) =>
      markup`<li><span><bdi>${sanitizeText(text)}</bdi>${quantity > 1 && ` × ${quantity}`}</span> ${money({ currency, value: amount }, locale)}</li>`,
  )}</ul>`;
  const { length } = made.lines;
  if (length <= mostShown) return list;
  const count = new Intl.NumberFormat(locale).format(length);
  return markup`<details class="items"><summary>${fill(messages.lines.show, { count })}</summary>${list}</details>`;
}

/** An amount of money. The script formats it again, with the browser's own data of the locale. */
export const money = (amount: { currency: string; value: number }, locale: string): Markup =>
  markup`<span data-money="${amount.value}" translate="no">${showMoney(amount.value, amount.currency, locale)}</span>`;

/**
 * The link back to the shop, without paying. In the dialog of `sdk.js` it is missing, as the customer closes the
 * dialog instead.
 */
export const cancelLink = ({ cancel, embed }: Link, { receipt }: PageMessages): Markup | undefined =>
  cancel && !embed
    ? markup`<a class="quiet" data-with="card" href="${cancel}">${fill(receipt.back, { host: new URL(cancel).host })}</a>`
    : undefined;

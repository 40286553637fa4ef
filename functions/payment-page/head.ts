import { logoPath, sizeOf } from '#domain/merchants/logo.ts';
import { websiteHost } from '#domain/merchants/website.ts';
import { showMoney } from '#domain/money/show-money.ts';
import { type Markup, markup } from '#html/markup.ts';
import { fill, plain } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';

/** The payee's name, or else their statement descriptor. */
export const payeeOf = ({ merchant }: Pick<Link, 'merchant'>): string =>
  plain(merchant.name || '') || merchant.descriptor;

/** Says that this is test mode: nobody is to think that they have paid. */
export const testMark = ({ merchant }: Link, { test }: PageMessages): Markup | false =>
  merchant.test &&
  markup`<aside class="test-mark" aria-label="${test.mark}"><strong>${test.mark}</strong> <span>${test.hint}</span></aside>`;

/** The merchant's website as a browser would show it: in Punycode, so that a look-alike letter shows. */
export const website = ({ merchant }: Pick<Link, 'merchant'>): Markup =>
  markup`<span class="website" translate="no">${websiteHost(merchant.website)}</span>`;

/** The logo, above the name that says the same. */
export const logo = (
  { merchant: { key, logo } }: Pick<Link, 'merchant'>,
  base: string,
): Markup | undefined => {
  if (!logo) return undefined;
  const { width, height } = sizeOf(logo);
  return markup`<img class="logo" src="${base}${logoPath(key, logo)}" width="${width}" height="${height}" alt="">`;
};

/** The name, isolated (`bdi`): text from right to left must not reorder what stands around it. */
export const payee = (link: Pick<Link, 'merchant'>): Markup =>
  markup`<span class="payee" translate="no"><bdi>${payeeOf(link)}</bdi></span>`;

/** The merchant's text about the payment. */
export const text = (link: Link): Markup | '' =>
  link.text ? markup`<p class="text"><bdi>${plain(link.text)}</bdi></p>` : '';

/** So many lines leave the button in the first screen of a phone. */
const mostShown = 3;

/** The paid items. Longer lists are closed until the customer opens them, with or without scripts. */
export function lines({ made, currency }: Link, locale: string, messages: PageMessages): Markup | undefined {
  if (!made?.lines) return undefined;
  const list = markup`<ul class="lines">${made.lines.map(
    ({ text, quantity, amount }) =>
      markup`<li><span><bdi>${plain(text)}</bdi>${quantity > 1 && ` × ${quantity}`}</span> ${money({ currency, value: amount }, locale)}</li>`,
  )}</ul>`;
  const { length } = made.lines;
  if (length <= mostShown) return list;
  const count = new Intl.NumberFormat(locale).format(length);
  return markup`<details class="items"><summary>${fill(messages.lines.show, { count })}</summary>${list}</details>`;
}

/** An amount. The script formats it again, by the browser's own data of the locale. */
export const money = (amount: { currency: string; value: number }, locale: string): Markup =>
  markup`<span data-money="${amount.value}" translate="no">${showMoney(amount.value, amount.currency, locale)}</span>`;

/** The way back to the shop, without paying. In the dialog of `sdk.js` it is closed instead. */
export const cancelLink = ({ cancel, embed }: Link, { receipt }: PageMessages): Markup | undefined =>
  cancel && !embed
    ? markup`<a class="quiet" data-with="card" href="${cancel}">${fill(receipt.back, { host: new URL(cancel).host })}</a>`
    : undefined;

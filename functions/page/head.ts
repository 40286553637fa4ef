import { showMoney } from '#domain/show-money.ts';
import { websiteHost } from '#domain/website.ts';
import { type Markup, markup } from '#html/markup.ts';
import { plain } from '#html/text.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Link } from './link.ts';

/** Who is paid: their name, or what they are called on the customer's bank statement. */
export const payeeOf = ({ merchant }: Pick<Link, 'merchant'>): string =>
  plain(merchant.name || '') || merchant.descriptor;

/** No one may take a trial for a payment. */
export const testMark = ({ merchant }: Link, { test }: PageMessages): Markup | false =>
  merchant.test &&
  markup`<aside class="test-mark" aria-label="${test.mark}"><strong>${test.mark}</strong> <span>${test.hint}</span></aside>`;

/** The merchant's website, as the browser would show it: no letter in it passes for another one. */
export const website = ({ merchant }: Link): Markup =>
  markup`<span class="website" translate="no">${websiteHost(merchant.website)}</span>`;

/** A name in any script turns nothing else around; it begins where the rest of the page begins. */
export const payee = (link: Link): Markup =>
  markup`<span class="payee" translate="no"><bdi>${payeeOf(link)}</bdi></span>`;

/** What the merchant says about the payment. */
export const text = (link: Link): Markup | '' =>
  link.text ? markup`<p class="text"><bdi>${plain(link.text)}</bdi></p>` : '';

/** Written here, and again by the browser itself, which may know its customer's habits better. */
export const money = (amount: { currency: string; value: number }, locale: string): Markup =>
  markup`<span data-money="" translate="no">${showMoney(amount.value, amount.currency, locale)}</span>`;

import type { Merchant } from '#domain/merchants/merchant.ts';

/**
 * The pattern is strict, as the origin becomes part of a content security policy, in which other characters could
 * have a meaning.
 */
const origin = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/**
 * Returns why a page of this origin may not embed the payment page; undefined if it may. Test merchants may embed it
 * anywhere, for development. Live merchants may embed it only on their own website and its subdomains: on any other
 * site an attacker could cover parts of the page, which customers trust.
 *
 * @param website the host of the merchant's website
 */
export function embeddingFault(
  text: string,
  { test }: Pick<Merchant, 'test'>,
  website: string,
): string | undefined {
  const url = origin.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text) return 'is no origin of a website';
  if (test) return undefined;
  if (url.protocol !== 'https:') return 'is not https, as the page of a live merchant must be';
  const own = url.hostname === website || url.hostname.endsWith(`.${website}`);
  return own ? undefined : `is not the merchant's website, ${website}`;
}

import type { Merchant } from '#domain/merchants/merchant.ts';

/** Strict, as the origin is put into a content security policy: no character of it may have a meaning there. */
const origin = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/**
 * Why a page may not be held in a frame by a page of this origin; undefined where it may. Test merchants try it
 * wherever they develop; a live one shows it on its own website, or a subdomain of it: nobody else can lay anything
 * over the page that a customer trusts.
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

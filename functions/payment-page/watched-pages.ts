import * as sdkScript from 'asset:sdk.ts';
import * as script10 from 'asset:sdk-10.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { websiteHost } from '#domain/merchants/website.ts';
import type { SeenPage } from '#domain/page-watch/compare-page.ts';
import { sha384 } from '#domain/page-watch/page-parts.ts';
import type { ManifestPart } from '#domain/page-watch/page-run.ts';
import type { Answer } from '#http/answer/answer.ts';
import { assetAnswer } from './asset-answer.ts';
import { refusalScript } from './bad-link-page.ts';
import { assets } from './inventory.ts';
import { missingLinkPage, parameterPage } from './parameter-page.ts';
import { earlyPressScript } from './payment-page.ts';
import { scriptAnswer } from './script-answer.ts';

/** An address that customers' browsers load. */
export interface WatchedPage {
  name: string;
  /** The path after the checkout API's own, with its query. */
  path: string;
}

/** The scripts that merchants' own pages load from Florin. */
const sdks = [
  {
    ...sdkScript,
    address: '/sdk.js',
    reason: 'opens the payment page in a dialog or in fields of a shop’s page',
  },
  { ...script10, address: '/10.js', reason: 'the same for shop plugins that exist already' },
];

const inline = [
  {
    address: 'inline, on the payment page',
    body: earlyPressScript,
    reason: 'keeps a press of the button before the script has loaded',
  },
  {
    address: 'inline, on the page of a link that does not work',
    body: refusalScript,
    reason: 'tells `sdk.js` that the dialog can be shown or closed',
  },
];

/**
 * Every script and style sheet of this release's payment page, with its hash and the reason why the page needs it (PCI
 * DSS 6.4.3). It is computed from the same modules that serve the page.
 */
export const manifestParts: readonly ManifestPart[] = [
  ...assets.map(({ name, ...rest }) => ({ ...rest, address: `/assets/${name}` })),
  ...sdks,
  ...inline.map((one) => ({ ...one, type: 'text/javascript' })),
].map(({ address, type, body, reason }) => ({
  address,
  kind: type.startsWith('text/css') ? 'style' : 'script',
  hash: sha384(body),
  bytes: Buffer.byteLength(body),
  reason,
}));

/** Identifies the scripts and styles of a release. */
export const manifestId = sha384(JSON.stringify(manifestParts)).slice(7, 23);

const missingLinkPath = `/l/${'0'.repeat(24)}`;

/** The files of the page, which are the same for all merchants, and the pages of links that do not exist. */
export const commonPages = (locale: string): WatchedPage[] => [
  ...assets.map(({ name }) => ({
    name: `asset ${name.replace(/-[0-9a-f]+\./, '.')}`,
    path: `/assets/${name}`,
  })),
  ...sdks.map(({ address }) => ({ name: address.slice(1), path: address })),
  { name: 'unknown merchant', path: `/?${new URLSearchParams({ key: 'none', locale })}` },
  { name: 'unknown link', path: `${missingLinkPath}?${new URLSearchParams({ locale })}` },
];

/** The pages of a merchant, as its customers open them. */
export function pagesOf({ key, test, website }: Merchant, locale: string): WatchedPage[] {
  const mode: Record<string, string> = test ? { test: '1' } : {};
  const frame = { value: '1', embed: `https://${websiteHost(website)}` };
  const variants: Record<string, Record<string, string>> = {
    hosted: { value: '1' },
    amount: {},
    dialog: frame,
    inline: { ...frame, inline: 'y' },
  };
  return Object.entries(variants).map(([name, query]) => ({
    name: `${test ? 'test' : 'live'} ${name}`,
    path: `/?${new URLSearchParams({ key, ...mode, ...query, locale })}`,
  }));
}

/**
 * Makes the page that this release answers with. Undefined for a file that this release does not have.
 *
 * @param url the URL of the checkout API
 */
export async function expectedPage(path: string, url: string): Promise<SeenPage | undefined> {
  const answer = await answerTo(new URL(path, 'https://florin.invalid'), url);
  if (!answer) return undefined;
  const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: answer.status, headers: Object.fromEntries(headers), body: String(answer.body) };
}

async function answerTo({ pathname, searchParams }: URL, url: string): Promise<Answer | undefined> {
  const asset = assets.find(({ name }) => pathname === `/assets/${name}`);
  if (asset) return assetAnswer(asset);
  const sdk = sdks.find(({ address }) => pathname === address);
  if (sdk) return scriptAnswer(sdk);
  const base = new URL(url).pathname.replace(/\/$/, '');
  const request = { query: Object.fromEntries(searchParams), accept: '', base, url };
  if (pathname === '/') return parameterPage(request);
  return pathname === missingLinkPath ? missingLinkPage(request) : undefined;
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { authorizationOf, patientClientOf } from '../client.ts';
import { invoke } from './history/invoke.ts';
import { type Addresses, playHistory, type Shop } from './history/play.ts';

export interface Sample {
  /** A payment link that can be opened and paid at once. */
  link: string;
  /** A command for any shell that lists the merchant's transactions. It holds the key of the merchant's app. */
  lookUp: string;
  /** A link that signs in to the console as the merchant's owner, once. */
  signIn: string;
}

/**
 * Returns a payment link of a test merchant, and the command that looks up its payments. The merchant and its app are
 * made through the API, as anybody would.
 *
 * @param file the file that keeps the keys of the merchant and its app for the next start, which only its owner can
 *   read. Without it, each start makes a new merchant, as the database is deleted at the end
 * @param days the days of the merchant's history. A known merchant without a history is replaced
 */
export async function sampleMerchant(addresses: Addresses, file?: string, days = 0): Promise<Sample> {
  const { baseUrl, posUrl } = addresses;
  const known = readAccount(file);
  const isEnough =
    known && (known.days !== undefined || days === 0) && (await isCurrent(known, baseUrl, posUrl));
  const account = isEnough ? known : await make(addresses, days);
  if (file && account !== known) keep(file, account);
  return {
    link: linkOf(posUrl, account.key),
    // The quotes are for zsh, which would treat the question mark as a pattern of file names.
    lookUp: `curl -u :${account.appKey} '${baseUrl}/merchants/${account.merchantId}/transactions?limit=10'`,
    signIn: await signInLink(addresses, account),
  };
}

interface Account extends Shop {
  /** The days of the merchant's history, if it has one. */
  days?: number;
}

async function make(addresses: Addresses, days: number): Promise<Account> {
  const open = async (): Promise<Shop> => {
    const { app } = await patientClientOf(addresses).ask('POST', '/apps', { name: 'Sample' });
    const { merchant } = await patientClientOf({ ...addresses, key: app.key }).ask(
      'POST',
      '/merchants',
      sample,
    );
    return { key: merchant.key, merchantId: merchant.id, appKey: app.key };
  };
  if (days === 0) return open();
  return { ...(await playHistory(addresses, days, open)), days };
}

/** Makes the owner of the sample merchant a user, and a link for any browser, as an operator would. */
async function signInLink(addresses: Addresses, { merchantId, appKey }: Account): Promise<string> {
  const { email } = sample;
  await patientClientOf({ ...addresses, key: appKey }).ask('POST', `/merchants/${merchantId}/users`, {
    email,
  });
  return (await invoke(addresses.aws, 'MakeSignInLink', { email })).url;
}

/** Whether this database knows the merchant and its app. It may be another database, or a new one. */
async function isCurrent(
  { key, merchantId, appKey }: Account,
  baseUrl: string,
  posUrl: string,
): Promise<boolean> {
  const link = await fetch(linkOf(posUrl, key));
  const merchant = await fetch(`${baseUrl}/merchants/${merchantId}`, { headers: authorizationOf(appKey) });
  return link.ok && merchant.ok;
}

function keep(file: string, account: Account): void {
  mkdirSync(dirname(file), { recursive: true });
  // A file that exists keeps its mode, and earlier versions wrote one that everybody can read.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(account), { mode: 0o600 });
}

const sample = {
  name: 'Sample shop',
  test: true,
  currency: 'EUR',
  email: 'sample@example.com',
  website: 'https://example.com',
  descriptor: 'Sample shop',
  // Mails to a merchant are in the language of its country.
  company: { country: 'IE' },
  // The example of the IBAN registry.
  bank: { iban: 'IE29AIBK93115212345678' },
};

function linkOf(posUrl: string, key: string): string {
  const query = { key, test: '1', value: '49.99', currency: sample.currency, text: 'Coffee' };
  return `${posUrl}/?${new URLSearchParams(query)}`;
}

/**
 * Reads the account in the file. Returns undefined if the file is missing, damaged, or from a version that stored no
 * API key.
 */
function readAccount(file: string | undefined): Account | undefined {
  try {
    const account = file && JSON.parse(readFileSync(file, 'utf8'));
    return account?.key && account.merchantId && account.appKey ? account : undefined;
  } catch {
    return undefined;
  }
}

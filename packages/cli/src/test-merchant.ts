import {
  AuthenticationError,
  type Client,
  createClient,
  createCustomerClient,
  ForbiddenError,
  type Merchant,
  NotFoundError,
} from '../../florin/src/index.ts';
import {
  type Account,
  accountAt,
  accountOf,
  hasNoKey,
  isLocal,
  localUrl,
  merchantOf,
  profileName,
  urlIn,
} from './account.ts';
import type { Input } from './command.ts';
import { UsageError } from './failures.ts';
import { posUrlOf } from './places.ts';
import { writeProfile } from './profiles.ts';

export const testMerchant = {
  name: 'Test shop',
  test: true,
  currency: 'EUR',
  email: 'shop@example.com',
  website: 'https://example.com',
  descriptor: 'Test shop',
  company: { country: 'DK' },
  bank: { iban: 'DK50 0040 0440 1162 43' },
} as const;

/** Makes an app and a test merchant, and stores them as the profile. */
export async function makeProfile(
  input: Input,
  baseUrl: string,
): Promise<{ account: Account; merchantId: string }> {
  const { key } = await createClient({ baseUrl }).apps.create({ name: 'florin' });
  const account = accountAt(baseUrl, key);
  const { id: merchantId } = await account.florin.merchants.create(testMerchant);
  const name = profileName(input);
  const profile = { baseUrl, merchantId, made: true as const };
  const place = writeProfile(name, { ...profile, key }, input.env);
  input.out.note(
    `Made the test merchant ${merchantId} at ${baseUrl} for profile ${name}. Its key is in ${place}.`,
  );
  return { account: { ...account, profile }, merchantId };
}

/**
 * The merchant for a command that tries something out. Without a key it is a new test merchant of the Florin on this
 * machine. If the tool's own merchant was deleted with its database, the tool makes another one.
 */
export async function merchantToTry(input: Input): Promise<{ account: Account; merchantId: string }> {
  const url = urlIn(input.env) ?? localUrl;
  if (isLocal(url) && hasNoKey(input)) return makeProfile(input, url);
  const account = accountOf(input);
  const merchantId = await merchantOf(input, account);
  if (account.profile?.made && !(await merchantExists(account.florin, merchantId)))
    return makeProfile(input, account.baseUrl);
  return { account, merchantId };
}

async function merchantExists(florin: Client, merchantId: string): Promise<boolean> {
  try {
    await florin.merchants.get(merchantId);
    return true;
  } catch (error) {
    if (
      error instanceof AuthenticationError ||
      error instanceof ForbiddenError ||
      error instanceof NotFoundError
    )
      return false;
    throw error;
  }
}

export interface Purchase {
  amount: number;
  card?: string;
  /** The limit of the test card for one payment. */
  limit?: number;
}

/**
 * Makes a payment as a customer without 3-D Secure does.
 *
 * @returns the id of the payment
 */
export type Pay = (purchase: Purchase) => Promise<string>;

/** @throws UsageError for a live merchant, as the tool must not make payments of real money */
export async function customerOf(input: Input, account: Account, merchant: Merchant): Promise<Pay> {
  if (!merchant.test) throw new UsageError('Only test merchants can have events triggered.');
  const customer = createCustomerClient({ posUrl: await posUrlOf(input, account) });
  return async ({ amount, card = '4100000000000000', limit }) => {
    const [number, code] = await Promise.all([
      customer.vault.seal({ type: 'pcn', value: card }),
      customer.vault.seal({ type: 'pcsc', value: '123' }),
    ]);
    const money = (value: number) => ({ currency: merchant.currency, exponent: 2, value });
    const order = {
      integration: { key: merchant.key },
      test: { tds: { challenge: false }, ...(limit && { card: { limit: money(limit) } }) },
      amount: money(amount),
      card: { number, code, expiry: { month: 12, year: 2090 } },
    };
    const first = await customer.payments.create(order);
    const hints: string[] = [];
    const [challenge] = 'challenges' in first ? first.challenges : [];
    if (challenge?.type === 'fetch') {
      const name = challenge.path.split('/').at(-1) as Parameters<typeof customer.payments.challenge>[0];
      const answer = await customer.payments.challenge(name, order);
      if ('hints' in answer) hints.push(...answer.hints);
    }
    const paid = await customer.payments.create({ ...order, hints });
    if ('authorizationId' in paid) return paid.authorizationId;
    throw new Error('The payment asks for a 3-D Secure that needs a customer');
  };
}

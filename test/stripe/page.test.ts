import type { Page } from 'playwright-core';
import { aws } from '../api/support/aws.ts';
import { cards } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { bankAt } from '../browser/support/bank.ts';
import { linkOf, type Merchant, paidId, payWith, posUrl, useBrowser } from '../browser/support/browser.ts';
import { startFront } from './localstripe-front.ts';
import { testKey } from './orders.ts';
import { type Program, startLocalstripe } from './programs.ts';

// Installs localstripe if it is missing, and starts a Florin.
let localstripe: Program;
let front: Awaited<ReturnType<typeof startFront>>;
const env: Record<string, string> = {
  STRIPE_CREDENTIALS: JSON.stringify({ apiKey: testKey, webhookSecrets: [] }),
};
beforeAll(async () => {
  localstripe = await startLocalstripe();
  front = await startFront(localstripe.url);
  env.STRIPE_URL = front.url;
});
const own = ownFlorin({ env });
afterAll(async () => {
  await front?.close();
  localstripe?.stop();
});
const openPage = useBrowser();
const { say } = bankAt(() => front.url);

let key: string;
let merchant: Merchant;

// localstripe has one account, and Florin accepts an account for one merchant only.
beforeAll(async () => {
  ({ key, merchant } = await own.here.shop({ test: false }));
  const connected = { merchantId: merchant.id, acquirer: 'stripe' };
  expect((await aws(own.florin.aws).invoke('EnableMerchant', connected)).error).toBeUndefined();
});

/** Cards that localstripe declines when they are charged, the second one after successful 3-D Secure. */
const [declined, declinedLater] = ['4000000000000341', '4000008400001629'];

// biome-ignore lint/suspicious/noExplicitAny: as the acquirer shows it
type Thing = any;

/** Reads objects from localstripe directly, without the front. */
async function its(things: 'payment_intents' | 'balance_transactions'): Promise<Thing[]> {
  const headers = { authorization: `Bearer ${testKey}` };
  const answer = await fetch(`${localstripe.url}/v1/${things}?limit=1000`, { headers });
  return ((await answer.json()) as { data: Thing[] }).data;
}

async function open(): Promise<Page> {
  const page = await openPage();
  await page.goto(linkOf(merchant, { test: undefined }).replace(posUrl, own.florin.posUrl));
  return page;
}

async function payWithAnother(page: Page, number: string): Promise<void> {
  await page.locator('#number').fill(number);
  await page.locator('#submit').click();
}

const alertOf = (page: Page, text: string) => page.locator('#alert').filter({ hasText: text }).waitFor();

/** Checks that localstripe holds the amount of the payment on the receipt, and that the merchant can capture it. */
async function paid(page: Page): Promise<Merchant> {
  const id = await paidId(page);
  const transaction = await own.here.transaction(key, id);
  expect(transaction).toMatchObject({ successful: true, amount: 4999, pendingAmount: 4999 });
  const held = (await its('payment_intents')).filter(({ metadata }) => metadata.florin === id);
  expect(held).toMatchObject([{ status: 'requires_capture', amount: 4999 }]);
  return transaction;
}

/** Finds a payment at localstripe. */
const statusOf = async (id: string): Promise<string> =>
  (await its('payment_intents')).find(({ metadata }) => metadata.florin === id)?.status;

test('a customer pays by card on the page; the API captures and refunds', async () => {
  const page = await open();
  await payWith(page, cards.good);
  const { id, tds } = await paid(page);
  expect(tds).toBeNull();
  const { move } = own.here;
  expect((await move(key, id, 'captures', 4999)).status).toBe(201);
  expect(await statusOf(id)).toBe('succeeded');
  expect((await move(key, id, 'refunds', 1999)).status).toBe(201);
  expect((await move(key, id, 'refunds', 3001)).status).toBe(400);
  expect((await move(key, id, 'refunds', 3000)).status).toBe(201);
});

test('the customer confirms in the bank’s iframe, and the payment can be captured', async () => {
  const page = await open();
  await payWith(page, cards.challenged);
  await say(page, 'complete');
  const { id, tds } = await paid(page);
  expect(tds).toBe('full');
  expect((await own.here.move(key, id, 'captures', 4999)).status).toBe(201);
  expect((await own.here.move(key, id, 'refunds', 500)).status).toBe(201);
});

test('the customer declines in the bank’s iframe, pays with another card, and the API voids that payment', async () => {
  const page = await open();
  await payWith(page, cards.challenged);
  await say(page, 'fail');
  await alertOf(page, 'The payment was not confirmed with your bank.');
  await payWithAnother(page, cards.good);
  const { id } = await paid(page);
  expect((await own.here.move(key, id, 'voids', 4999)).status).toBe(201);
  expect(await statusOf(id)).toBe('canceled');
});

test('a card is declined, immediately or after 3-D Secure, and another card pays', async () => {
  const page = await open();
  await payWith(page, declined);
  await alertOf(page, 'You have not been charged.');
  await payWithAnother(page, declinedLater);
  await say(page, 'complete');
  await alertOf(page, 'You have not been charged.');
  await payWithAnother(page, cards.good);
  await paid(page);
});

test('at the end, all sums equal those of localstripe', async () => {
  const list = async (what: string): Promise<Merchant[]> =>
    (await own.here.api('GET', `/merchants/${merchant.id}/${what}?limit=100`, { key })).body;
  const [transactions, lines] = await Promise.all([list('transactions'), list('lines')]);
  const [intents, entries] = await Promise.all([its('payment_intents'), its('balance_transactions')]);
  const sum = (things: Thing[], field: string) => things.reduce((total, thing) => total + thing[field], 0);
  const of = (type: string) => entries.filter((entry) => entry.type === type);
  const paid = transactions.filter(({ successful }) => successful);
  expect({
    payments: paid.length,
    declined: transactions.length - paid.length,
    captured: sum(paid, 'capturedAmount'),
    refunded: sum(paid, 'refundedAmount'),
    pending: sum(paid, 'pendingAmount'),
    lines: lines.map((line) => line.balance).sort(),
    balance: (await own.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance,
  }).toEqual({
    payments: 4,
    declined: 3,
    captured: sum(of('charge'), 'amount'),
    refunded: -sum(of('refund'), 'amount'),
    pending: sum(
      intents.filter(({ status }) => status === 'requires_capture'),
      'amount',
    ),
    lines: entries.map(({ net }) => net).sort(),
    balance: sum(entries, 'net'),
  });
  expect([of('charge').length, of('refund').length, sum(entries, 'net')]).toEqual([2, 3, 4499]);
  expect(await nightOf(own.florin, merchant.id)).toEqual([]);
});

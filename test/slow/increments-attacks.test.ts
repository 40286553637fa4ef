import { connectWithAcquirer } from '../api/support/connect.ts';
import type { Response } from '../api/support/http.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '1' } });

/** Makes an authorization that can be raised, by default of 10.00. */
async function raisable(over = {}, { value = 1000, currency = 'EUR', exponent = 2 } = {}) {
  const shop = await live.shop();
  Object.assign(live.stripe.settings(shop.account), { increments: true, ...over });
  await connectWithAcquirer(shop.merchant.id, live.florin.aws, { increments: 'yes' });
  const id = await live.authorized(shop.merchant, value, { amount: { currency, exponent, value } });
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const move = (kind: 'increments' | 'captures' | 'refunds' | 'voids', amount: number, headers = {}) =>
    live.here.move(shop.key, id, kind, amount, headers);
  const intent = () => live.stripe.books(shop.account).intents[0];
  return { ...shop, id, payment, move, intent, show: () => live.here.transaction(shop.key, id) };
}

type Raisable = Awaited<ReturnType<typeof raisable>>;

/** Checks that Florin and the acquirer agree, also after a night, and that no operation is open. */
async function expectAgreement(shop: Raisable): Promise<void> {
  await waitUntil(shop.show, ({ operation }) => !operation);
  await live.expectSameBooks(shop);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  await live.expectSameBooks(shop);
  expect((await shop.show()).amount).toBe(shop.intent()?.amount);
}

const statusesOf = (answers: readonly Response[]) => answers.map(({ status }) => status).sort();

describe('several requests at the same time', () => {
  test('many increments: each is made once, or refused', async () => {
    const shop = await raisable();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        shop.move('increments', 100 + n, { 'idempotency-key': `many-${n}` }),
      ),
    );
    for (const status of statusesOf(answers)) expect([201, 409]).toContain(status);
    const { trail, amount } = await shop.show();
    expect(trail).toHaveLength(answers.filter(({ status }) => status === 201).length);
    expect(amount).toBe(
      1000 + trail.reduce((sum: number, entry: { amount: number }) => sum + entry.amount, 0),
    );
    await expectAgreement(shop);
  });

  test.each([
    ['captures', 1000],
    ['captures', 400],
    ['voids', 1000],
  ] as const)('an increment and %s of %i', async (kind, amount) => {
    const shop = await raisable();
    const answers = await Promise.all([shop.move('increments', 500), shop.move(kind, amount)]);
    for (const status of statusesOf(answers)) expect([201, 400, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    const { operation } = await shop.show();
    expect(operation).toBeUndefined();
    await expect(shop.show()).resolves.toMatchObject({
      trail: { length: answers.filter(({ status }) => status === 201).length },
    });
  });

  test('an increment and the end of the authorization', async () => {
    const shop = await raisable();
    const before = live.stripe.events.length;
    const go = live.stripe.hold(/increment_authorization$/);
    const asked = shop.move('increments', 500);
    live.stripe.expire(shop.payment, shop.account);
    for (const event of live.stripe.events.slice(before)) await live.postEvent(event);
    go();
    expect((await asked).status).toBe(400);
    await waitUntil(shop.show, ({ pendingAmount }) => pendingAmount === 0);
    expect(await shop.show()).toMatchObject({ amount: 1000, voidedAmount: 1000, trail: { length: 1 } });
    expect((await shop.move('increments', 1)).status).toBe(400);
    await expectAgreement(shop);
  });
});

test('an authorization whose end was not reported to Florin is not raised', async () => {
  const shop = await raisable();
  live.stripe.expire(shop.payment, shop.account);
  expect((await shop.move('increments', 500)).status).toBe(400);
  expect(await shop.show()).toMatchObject({ amount: 1000, pendingAmount: 1000, trail: [] });
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  expect(await shop.show()).toMatchObject({ pendingAmount: 0, voidedAmount: 1000 });
  await expectAgreement(shop);
});

test('a disputed payment is not raised', async () => {
  const shop = await raisable();
  await shop.move('captures', 1000);
  const before = live.stripe.events.length;
  live.stripe.dispute(shop.payment, { amount: 500 }, shop.account);
  for (const event of live.stripe.events.slice(before)) await live.postEvent(event);
  await waitUntil(shop.show, ({ disputedAmount }) => disputedAmount === 500);
  expect((await shop.move('increments', 500)).status).toBe(400);
  expect(await shop.show()).toMatchObject({ amount: 1000 });
});

test('an idempotency key is refused for another amount and for another kind of operation', async () => {
  const shop = await raisable();
  const key = { 'idempotency-key': `one-${shop.id}` };
  const first = await shop.move('increments', 500, key);
  expect(first.status).toBe(201);
  for (const other of [shop.move('increments', 501, key), shop.move('captures', 500, key)])
    expect((await other).status).toBeGreaterThanOrEqual(400);
  expect((await shop.move('increments', 500, key)).body).toEqual(first.body);
  expect(await shop.show()).toMatchObject({ amount: 1500, capturedAmount: 0, trail: { length: 1 } });
  await expectAgreement(shop);
});

test('an increment after a void of a part raises what is left', async () => {
  const shop = await raisable();
  await shop.move('voids', 300);
  expect((await shop.move('increments', 500)).body.transaction).toMatchObject({
    amount: 1500,
    pendingAmount: 1200,
    voidedAmount: 300,
  });
  expect(shop.intent()).toMatchObject({ amount: 1500, amount_capturable: 1500 });
  expect((await shop.move('captures', 1200)).status).toBe(201);
  expect((await shop.move('captures', 1)).status).toBe(400);
  await expectAgreement(shop);
});

test('the eleventh increment is declined, and the authorization can be captured', async () => {
  const shop = await raisable();
  for (let n = 1; n <= 10; n++) expect((await shop.move('increments', n)).status).toBe(201);
  expect((await shop.move('increments', 11)).status).toBe(400);
  expect(await shop.show()).toMatchObject({ amount: 1055, pendingAmount: 1055, trail: { length: 10 } });
  expect((await shop.move('captures', 1055)).status).toBe(201);
  await expectAgreement(shop);
});

test('a payment that was raised is captured as often as any other', async () => {
  const shop = await raisable();
  await shop.move('increments', 100);
  for (let n = 0; n < 48; n++) expect((await shop.move('captures', 10)).status).toBe(201);
  expect((await shop.move('voids', 620)).status).toBe(201);
  await expectAgreement(shop);
});

describe('in currencies whose units at the acquirer differ', () => {
  test.each([
    // The currency, its decimals, the authorized amount, the added amount, and the total at the acquirer.
    ['JPY', 0, 1000, 500, 1500],
    ['ISK', 2, 100_000, 50_000, 150_000],
    ['UGX', 0, 1000, 500, 150_000],
    ['MGA', 2, 100_000, 50_000, 1500],
    ['BHD', 3, 10_000, 5000, 15_000],
  ] as const)('%s', async (currency, exponent, value, added, theirs) => {
    const shop = await raisable({}, { value, currency, exponent });
    expect((await shop.move('increments', added)).body.transaction).toMatchObject({ amount: value + added });
    expect(shop.intent()?.amount).toBe(theirs);
    live.stripe.increment(shop.payment, 2 * theirs, shop.account);
    expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
    expect((await shop.show()).amount).toBe(2 * (value + added));
  });

  test.each([
    ['ISK', 2, 10_000, 50],
    ['BHD', 3, 10_000, 1],
    ['MGA', 2, 100_000, 1],
  ] as const)('%s: an amount between two steps is refused', async (currency, exponent, value, added) => {
    const shop = await raisable({}, { value, currency, exponent });
    const asked = live.stripe.seen.length;
    const { status, body } = await shop.move('increments', added);
    expect([status, body]).toMatchObject([400, [{ field: 'amount' }]]);
    expect(live.stripe.seen.slice(asked).filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await shop.show()).toMatchObject({ amount: value, trail: [] });
  });
});

test.each([
  ['more than a number holds', Number.MAX_SAFE_INTEGER],
  ['more than the acquirer takes', 99_999_999_999],
  ['nothing', 0],
  ['less than nothing', -500],
  ['a fraction', 0.5],
])('an increment by %s is refused, and nothing is held', async (_, amount) => {
  const shop = await raisable();
  expect((await shop.move('increments', amount)).status).toBe(400);
  expect(await shop.show()).toMatchObject({ amount: 1000, pendingAmount: 1000, trail: [] });
  expect(await shop.show()).not.toHaveProperty('operation');
  await expectAgreement(shop);
});

test('an increment to a total that the acquirer’s units cannot write is refused', async () => {
  const shop = await raisable({}, { value: 1000, currency: 'UGX', exponent: 0 });
  // A hundred times the added amount is still a safe integer of JavaScript. A hundred times the total is not.
  expect((await shop.move('increments', 90_071_992_547_409)).status).toBe(400);
  expect(await shop.show()).toMatchObject({ amount: 1000, pendingAmount: 1000, trail: [] });
});

test('an increment at an account that its owner has disconnected returns 503, and changes nothing', async () => {
  const shop = await raisable();
  live.stripe.settings(shop.account).disconnected = true;
  const key = { 'idempotency-key': `gone-${shop.id}` };
  expect((await shop.move('increments', 500, key)).status).toBe(503);
  expect(await shop.show()).toMatchObject({ amount: 1000, pendingAmount: 1000, trail: [] });
  live.stripe.settings(shop.account).disconnected = false;
  expect((await shop.move('increments', 500, key)).status).toBe(201);
  await expectAgreement(shop);
});

test('a raised amount is in the list of transactions, and its capture in the lines', async () => {
  const shop = await raisable();
  const { key, merchant } = shop;
  await shop.move('increments', 500);
  const list = await live.here.api('GET', `/merchants/${merchant.id}/transactions?limit=10`, { key });
  expect(list.body).toMatchObject([{ amount: 1500, pendingAmount: 1500 }]);
  await shop.move('captures', 1500);
  const lines = await live.here.api('GET', `/merchants/${merchant.id}/lines?limit=10`, { key });
  expect(lines.body).toMatchObject([{ capture: true, amount: { currency: 'EUR', amount: 1500 } }]);
  await expectAgreement(shop);
});

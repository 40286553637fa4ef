import { setTimeout as sleep } from 'node:timers/promises';
import { connectWithAcquirer, disableAtAcquirer } from './support/connect.ts';
import type { Response } from './support/http.ts';
import { cards, ownLive, webhookSecret } from './support/live.ts';
import { requireTds } from './support/tds.ts';
import { waitUntil } from './support/wait-until.ts';

const live = ownLive();
const show = (key: string, id: string) => live.here.transaction(key, id);

test('after a payment, captures and a refund, the books of Florin and of the acquirer agree', async () => {
  const { key, merchant, account } = await live.shop();
  const id = await live.authorized(merchant, 10000);
  const { move } = live.here;
  expect(await show(key, id)).toMatchObject({
    test: false,
    amount: 10000,
    pendingAmount: 10000,
    successful: true,
    error: false,
  });
  // The stand-in holds money for seven days, as most banks do.
  const days = (Date.parse((await show(key, id)).captureBefore) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  const captured = await move(key, id, 'captures', 6000);
  expect(captured).toMatchObject({
    status: 201,
    body: { transaction: { pendingAmount: 4000, capturedAmount: 6000 } },
  });
  const [entry] = captured.body.transaction.trail;
  expect(entry.fee.flat).toBeGreaterThan(0);
  expect(entry.balance + entry.fee.flat).toBe(6000);
  const all = (await move(key, id, 'captures', 4000)).body.transaction;
  expect(all).toMatchObject({ pendingAmount: 0, capturedAmount: 10000 });
  expect(all).not.toHaveProperty('captureBefore');
  expect((await move(key, id, 'refunds', 2500)).body.transaction).toMatchObject({ refundedAmount: 2500 });
  expect((await move(key, id, 'refunds', 7501)).status).toBe(400);
  await live.expectSameBooks({ key, merchant, account });
});

test('a void releases the authorized amount, in whole or with the last capture', async () => {
  const { key, merchant, account } = await live.shop();
  const { move } = live.here;
  const whole = await live.authorized(merchant, 1000);
  expect((await move(key, whole, 'voids', 1000)).body.transaction).toMatchObject({
    pendingAmount: 0,
    voidedAmount: 1000,
  });
  const part = await live.authorized(merchant, 1000);
  await move(key, part, 'voids', 300);
  expect((await move(key, part, 'captures', 700)).body.transaction).toMatchObject({
    pendingAmount: 0,
    capturedAmount: 700,
    voidedAmount: 300,
  });
  expect(live.stripe.books(account).capturable.EUR).toBe(0);
  await live.expectSameBooks({ key, merchant, account });
});

test('a capture can have its own descriptor after the account’s prefix, cut to the length of a statement', async () => {
  const { key, merchant } = await live.here.shop({ test: false });
  const account = `acct_${merchant.id}`;
  live.stripe.settings(account).prefix = 'FLORIN';
  await connectWithAcquirer(merchant.id, live.florin.aws);
  const id = await live.authorized(merchant);
  const capture = (body: object) =>
    live.here.api('POST', `/transactions/${id}/captures`, { key, body: { amount: 1000, ...body } });
  const refused = await capture({ descriptor: '20261123201122 Tuesday' });
  expect([refused.status, refused.body]).toEqual([
    400,
    [expect.objectContaining({ field: 'descriptor', message: expect.stringMatching(/FLORIN/) })],
  ]);
  const captured = await capture({ descriptor: 'Order 4711 of Tuesday' });
  expect([captured.status, captured.body.transaction?.trail]).toEqual([
    201,
    [expect.objectContaining({ capture: true, descriptor: 'FLORIN* Order 4711 of' })],
  ]);
  const [intent] = live.stripe.books(account).intents;
  expect(intent?.statement_descriptor_suffix).toBe('Order 4711 of');
  // A capture takes the current prefix of the account, even if the prefix was different at the authorization.
  live.stripe.settings(account).prefix = 'FLORINPAYS';
  await connectWithAcquirer(merchant.id, live.florin.aws);
  const later = await capture({ descriptor: 'Order 4711 of Tuesday' });
  expect(later.body.transaction?.trail.at(-1)).toMatchObject({ descriptor: 'FLORINPAYS* Order 4711' });
});

test('a merchant can raise an authorization only if the account supports increments and an operator enabled them', async () => {
  const { key, merchant, account } = await live.shop();
  const { move } = live.here;
  live.stripe.settings(account).increments = true;
  const usual = await live.authorized(merchant, 1000);
  const cannot = await move(key, usual, 'increments', 500);
  expect([cannot.status, cannot.body]).toMatchObject([
    400,
    [{ field: 'amount', message: expect.stringMatching(/cannot raise/) }],
  ]);
  await connectWithAcquirer(merchant.id, live.florin.aws, { increments: 'yes' });
  const id = await live.authorized(merchant, 1000);
  expect((await move(key, id, 'increments', 500)).body.transaction).toMatchObject({
    amount: 1500,
    pendingAmount: 1500,
    trail: [{ increment: true, amount: 500 }],
  });
  live.stripe.settings(account).declinesIncrements = true;
  const declined = await move(key, id, 'increments', 700);
  expect([declined.status, declined.body]).toMatchObject([400, [{ code: expect.any(Number) }]]);
  live.stripe.settings(account).declinesIncrements = false;
  expect(await show(key, id)).toMatchObject({ amount: 1500, pendingAmount: 1500, trail: { length: 1 } });
  expect(await show(key, id)).not.toHaveProperty('operation');
  expect((await move(key, id, 'captures', 1500)).body.transaction).toMatchObject({ capturedAmount: 1500 });
  expect((await move(key, id, 'increments', 1)).status).toBe(400);
  // A void releases the whole raised amount, even if the account allows only one capture of a payment.
  live.stripe.settings(account).manyCaptures = false;
  const whole = await live.authorized(merchant, 1000);
  await move(key, whole, 'increments', 200);
  expect((await move(key, whole, 'voids', 1200)).body.transaction).toMatchObject({ voidedAmount: 1200 });
  expect(live.stripe.books(account).capturable.EUR).toBe(1000);
  await live.expectSameBooks({ key, merchant, account });
});

test('a payment can be captured 48 times, then only voided for the rest, and refunded', async () => {
  const { key, merchant, account } = await live.shop();
  const { move } = live.here;
  const id = await live.authorized(merchant, 100);
  for (let n = 0; n < 48; n++) {
    // A refund between captures does not count as a capture.
    if (n === 30) expect((await move(key, id, 'refunds', 1)).status).toBe(201);
    expect((await move(key, id, 'captures', 1)).status).toBe(201);
  }
  const seen = live.stripe.seen.length;
  const once = { 'idempotency-key': `again-${id}` };
  for (const amount of [1, 52])
    expect(await move(key, id, 'captures', amount, once)).toMatchObject({
      status: 400,
      body: [{ field: 'amount', message: expect.stringMatching(/captured 48 times.* void the rest/) }],
    });
  expect(live.stripe.seen.length).toBe(seen);
  expect(await show(key, id)).toMatchObject({ capturedAmount: 48, pendingAmount: 52 });
  expect((await move(key, id, 'voids', 52, once)).status).toBe(201);
  expect((await move(key, id, 'refunds', 47)).status).toBe(201);
  expect(live.stripe.books(account).capturable.EUR).toBe(0);
  await live.expectSameBooks({ key, merchant, account });
});

test('a declined card makes a failed transaction with the reason', async () => {
  const { key, merchant } = await live.shop();
  const answer = await live.here.pay(await live.order(merchant, {}, cards.short));
  expect(answer).toMatchObject({ status: 400, body: { code: 'PAYMENT_INSUFFICIENT_FUNDS' } });
  const path = `/merchants/${merchant.id}/transactions?limit=5`;
  const [declined] = (await live.here.api('GET', path, { key })).body;
  expect(declined).toMatchObject({ successful: false, error: { code: 7 }, pendingAmount: 0 });
});

test.each(['lost', 'reset', '500-after'] as const)(
  'a repeated payment succeeds without a second charge if the acquirer’s first answer is %s',
  async (how) => {
    const { merchant, account } = await live.shop();
    const order = await live.order(merchant);
    const hints = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    const pay = () =>
      live.here.pos('/payments', { ...order, hints }, { 'idempotency-key': `again-${account}` });
    const end = live.stripe.fail({ how, of: /\/confirm$/, times: 3 });
    expect(await pay()).toMatchObject({ status: 504, body: { code: 'OPERATION_OPEN' } });
    end();
    expect((await pay()).status).toBe(201);
    expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
  },
);

test('two duplicates of a payment with the same proof and different keys make one payment, also at the same time', async () => {
  const { merchant, account } = await live.shop();
  const order = await live.order(merchant);
  const hints = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
  const pay = (key: string) =>
    live.here.pos('/payments', { ...order, hints }, { 'idempotency-key': `${key}-${account}` });
  const [one, other] = await Promise.all([pay('one'), pay('other')]);
  expect([one.status, other.status, other.body]).toEqual([201, 201, one.body]);
  expect(live.stripe.books(account).intents).toHaveLength(1);
});

describe('while the acquirer is slow', () => {
  afterEach(() => {
    live.stripe.latency = 0;
  });

  test('duplicates of a payment or of a later movement wait for the first request, and get its response', async () => {
    const { key, merchant, account } = await live.shop();
    const order = await live.order(merchant);
    const hints = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    live.stripe.latency = 500;
    const staggered = <T>(act: () => Promise<T>) =>
      Promise.all(Array.from({ length: 5 }, (_, n) => sleep(200 * n).then(act)));
    const once = (kind: string) => ({ 'idempotency-key': `${kind}-${account}` });
    const told = (answers: Response[]) => [
      ...new Set(answers.map(({ status, text }) => `${status} ${text}`)),
    ];

    const paid = await staggered(() => live.here.pos('/payments', { ...order, hints }, once('payment')));
    expect(told(paid)).toEqual([expect.stringMatching(/^201 /)]);
    const id = paid[0]?.body.authorizationId;
    for (const kind of ['captures', 'refunds'] as const)
      expect(told(await staggered(() => live.here.move(key, id, kind, 4000, once(kind))))).toEqual([
        expect.stringMatching(/^201 /),
      ]);
    expect(live.stripe.books(account)).toMatchObject({
      capturable: { EUR: 6000 },
      captured: { EUR: 4000 },
      refunded: { EUR: 4000 },
      intents: { length: 1 },
    });
    await live.expectSameBooks({ key, merchant, account });
  });
});

test('a repeat with unreadable hints returns 504 while the payment is open, then 201 once an event resolves it', async () => {
  const { merchant, account } = await live.shop();
  const order = await live.order(merchant);
  const begun = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
  const end = live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 3 });
  expect((await live.here.pos('/payments', { ...order, hints: begun })).status).toBe(504);
  end();
  // Hints expire after an hour. In this test, an unreadable hint takes the place of an expired one.
  const late = () => live.here.pos('/payments', { ...order, hints: [...begun, 'none'] });
  expect(await late()).toMatchObject({ status: 504, body: { code: 'OPERATION_OPEN' } });
  const event = live.stripe.events.findLast(
    ({ type }) => type === 'payment_intent.amount_capturable_updated',
  );
  if (!event) throw new Error('no event');
  const { body, header } = live.stripe.signed(event, webhookSecret);
  const headers = { 'content-type': 'application/json', 'stripe-signature': header };
  await fetch(`${live.florin.baseUrl}/acquirers/stripe/events`, { method: 'POST', headers, body });
  await waitUntil(late, ({ status }) => status === 201);
  expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
});

test('a customer who leaves the bank’s page fails the payment, unless the customer had already agreed there', async () => {
  const { merchant, account } = await live.shop();
  async function left(agreed: boolean) {
    const order = await live.order(merchant, {}, cards.challenged);
    const hints = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    const { challenges } = (await live.here.pos('/payments', { ...order, hints })).body;
    const { path } = challenges[0];
    if (agreed) await live.atBank(path, { ...order, hints }, 'yes');
    const init = (await live.here.pos(path, { ...order, hints })).body;
    return live.here.pos('/payments', { ...order, hints: [...hints, ...init.left] });
  }
  expect(await left(false)).toMatchObject({ status: 400, body: { code: 'TDSECURE_FAILED' } });
  expect(live.stripe.books(account).intents).toMatchObject([{ status: 'canceled' }]);
  expect((await left(true)).status).toBe(201);
  expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
});

test('a merchant that requires 3-D Secure gets no payment by a card without it, and nothing is held', async () => {
  const { merchant, account } = await live.shop();
  await requireTds(live.engine.endpoint, merchant);
  const card = {
    ...(await live.here.tokens('378282246310005', '1234')),
    expiry: { month: 12, year: 2090 },
  };
  const answer = await live.here.pay(await live.order(merchant, { card }));
  expect([answer.status, answer.body.code]).toEqual([400, 'TDSECURE_REQUIRED']);
  expect(live.stripe.books(account).capturable.EUR ?? 0).toBe(0);
});

test('a payment continues if its merchant is disabled and captures immediately by the time the bank has answered', async () => {
  const { key, merchant, account } = await live.shop();
  const order = await live.order(merchant, { capture: false }, cards.challenged);
  const hints = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
  const { challenges } = (await live.here.pos('/payments', { ...order, hints })).body;
  const set = await live.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
  expect(set.status).toBe(204);
  await disableAtAcquirer(merchant.id, live.florin.aws, account);
  const returned = await live.atBank(challenges[0].path, { ...order, hints }, 'yes');
  const paid = await live.here.pos('/payments', { ...order, hints: [...hints, ...returned] });
  expect(paid.status).toBe(201);
  expect(live.stripe.books(account)).toMatchObject({ captured: { EUR: 0 }, capturable: { EUR: 10000 } });
});

test('a payment whose outcome is unknown can be given up by a void of its whole amount', async () => {
  const { key, merchant, account } = await live.shop();
  const order = await live.order(merchant);
  const end = live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 3 });
  const open = await live.here.pay(order);
  expect([open.status, open.body.code]).toEqual([504, 'OPERATION_OPEN']);
  end();
  const id = live.stripe.books(account).intents[0]?.metadata.florin ?? '';
  expect((await live.here.move(key, id, 'voids', 9999)).status).toBe(400);
  const released = await live.here.move(key, id, 'voids', 10000);
  expect([released.status, released.body.transaction]).toMatchObject([201, { id, pendingAmount: 0 }]);
  expect(live.stripe.books(account).capturable.EUR).toBe(0);
});

describe('a payment that the bank challenges', () => {
  async function atTheBank(passed: 'yes' | 'no') {
    const { key, merchant, account } = await live.shop();
    const order = await live.order(merchant, {}, cards.challenged);
    const headers = { 'idempotency-key': `bank-${account}` };
    const begun = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    const asked = await live.here.pos('/payments', { ...order, hints: begun }, headers);
    const [challenge] = asked.body.challenges;
    expect(challenge).toMatchObject({ name: 'tds-challenge', type: 'iframe' });
    const returned = await live.atBank(challenge.path, { ...order, hints: begun }, passed);
    const hints = [...begun, ...returned];
    const answer = await live.here.pos('/payments', { ...order, hints }, headers);
    const again = await live.here.pos('/payments', { ...order, hints }, headers);
    return { key, merchant, account, answer, again, challenge, order, begun };
  }

  test('a payment that the bank challenges succeeds once when the customer agrees', async () => {
    const { key, account, answer, again } = await atTheBank('yes');
    expect(answer.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: answer.body });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await show(key, answer.body.authorizationId)).toMatchObject({ tds: 'full', pendingAmount: 10000 });
    expect(live.stripe.books(account).capturable.EUR).toBe(10000);
  });

  test('a payment that the bank challenges is declined when the customer refuses', async () => {
    const { account, answer } = await atTheBank('no');
    expect(answer).toMatchObject({ status: 400, body: { code: 'TDSECURE_FAILED' } });
    expect(live.stripe.books(account).capturable.EUR).toBe(0);
  });

  test('a payment that the bank challenges is made once if the acquirer fails after the challenge and the customer repeats the request', async () => {
    const { merchant, account } = await live.shop();
    const order = await live.order(merchant, {}, cards.challenged);
    const headers = { 'idempotency-key': `silent-${account}` };
    const pay = (hints: string[]) => live.here.pos('/payments', { ...order, hints }, headers);
    const begun = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    const { challenges } = (await pay(begun)).body;
    const returned = await live.atBank(challenges[0].path, { ...order, hints: begun }, 'yes');
    const end = live.stripe.fail({ how: '500', of: /payment_intents/, times: 100 });
    for (let n = 0; n < 3; n++) expect((await pay([...begun, ...returned])).status).toBe(504);
    end();
    expect((await pay([...begun, ...returned])).status).toBe(201);
    expect(live.stripe.books(account).intents).toHaveLength(1);
  });

  test('a payment that the bank challenges becomes a transaction through an event if the customer agrees but never returns from the bank', async () => {
    const { key, merchant, account } = await live.shop();
    const order = await live.order(merchant, {}, cards.challenged);
    const begun = (await live.here.pos('/payments/challenges/begin', order)).body.hints;
    const { challenges } = (await live.here.pos('/payments', { ...order, hints: begun })).body;
    await live.atBank(challenges[0].path, { ...order, hints: begun }, 'yes');
    const event = live.stripe.events.findLast(
      ({ type }) => type === 'payment_intent.amount_capturable_updated',
    );
    if (!event) throw new Error('no event');
    expect(await live.postEvent(event)).toBe(200);
    const path = `/merchants/${merchant.id}/transactions?limit=5`;
    await waitUntil(
      () => live.here.api('GET', path, { key }),
      ({ body }) => body.length === 1,
    );
    expect(live.stripe.books(account).capturable.EUR).toBe(10000);
    // If the page comes back after all, its request gets the same payment.
    const again = await live.here.pos('/payments', { ...order, hints: begun });
    expect(again).toMatchObject({ status: 201 });
  });
});

test.each([
  ['378282246310005', '1234', 'amex'],
  ['6011111111111117', '123', 'discover'],
  ['3056930009020004', '123', 'diners'],
  ['3566002020360505', '123', 'jcb'],
  ['6200000000000005', '123', 'unionpay'],
])('the live card %s pays with the security code %s, and is shown as %s', async (number, code, scheme) => {
  const { key, merchant } = await live.shop();
  const card = { ...(await live.here.tokens(number, code)), expiry: { month: 12, year: 2090 } };
  const paid = await live.here.pay(await live.order(merchant, { card }));
  expect((await show(key, paid.body.authorizationId)).card.scheme).toBe(scheme);
});

test.each([
  ['378282246310005', '123', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  ['4242424242424242', '1234', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  // The schemes of these three cards are Maestro, Mir and Elo.
  ['6759649826438453', '123', 'PAYMENT_CARD_SCHEME_UNSUPPORTED'],
  ['2200000000000004', '123', 'PAYMENT_CARD_SCHEME_UNSUPPORTED'],
  ['6362970000457013', '123', 'PAYMENT_CARD_SCHEME_UNSUPPORTED'],
  ['1000000000000008', '123', 'PAYMENT_CARD_SCHEME_UNKNOWN'],
  ['4242424242424241', '123', 'PAYMENT_CARD_NUMBER_INVALID'],
])(
  'the live card %s with the security code %s is refused as %s, without a request to the acquirer',
  async (number, digits, code) => {
    const { merchant, account } = await live.shop();
    const card = { ...(await live.here.tokens(number, digits)), expiry: { month: 12, year: 2090 } };
    const asked = () => live.stripe.seen.filter((seen) => seen.account === account);
    // Connecting the account has sent requests, too, which checked the key's rights with objects that do not exist.
    const before = asked();
    const refused = await live.here.pay(await live.order(merchant, { card }));
    expect([refused.status, refused.body.code]).toEqual([400, code]);
    expect(asked()).toEqual(before);
  },
);

test('a card scheme that the acquirer refuses for this account is declined, and another card can pay', async () => {
  const { key, merchant, account } = await live.shop();
  live.stripe.settings(account).refuses.push('unionpay');
  const refused = await live.here.pay(await live.order(merchant, {}, '6200000000000005'));
  expect(refused).toMatchObject({ status: 400, body: { code: 'PAYMENT_CARD_SCHEME_UNSUPPORTED' } });
  const path = `/merchants/${merchant.id}/transactions?limit=5`;
  const [declined] = (await live.here.api('GET', path, { key })).body;
  expect(declined).toMatchObject({ successful: false, error: { code: 29 }, card: { scheme: 'unionpay' } });
  await live.authorized(merchant, 10000);
  expect(live.stripe.books(account).capturable).toEqual({ EUR: 10000 });
});

test('a merchant can charge without the customer only if the customer agreed to later payments', async () => {
  const { key, merchant } = await live.shop();
  const agreed = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
  const planned = await live.authorized(merchant, 1000, { plan: [{}] });
  const body = (transactionId: string) => ({ transactionId, currency: 'EUR', amount: 700 });
  const create = (transactionId: string) =>
    live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body: body(transactionId) });
  const charged = await create(agreed);
  expect(charged.status).toBe(201);
  expect(await show(key, charged.body.transaction.id)).toMatchObject({ recurring: true, pendingAmount: 700 });
  expect((await create(planned)).status).toBe(201);
  expect(await create(await live.authorized(merchant, 1000))).toMatchObject({
    status: 400,
    body: [{ field: 'transactionId' }],
  });
});

test('a merchant can save and charge a live card only if its customer agreed to later payments', async () => {
  const { key, merchant } = await live.shop();
  const path = `/merchants/${merchant.id}`;
  const save = (transactionId: string) =>
    live.here.api('POST', `${path}/cards`, { key, body: { transactionId } });
  const saved = await save(await live.authorized(merchant, 1000, { unplanned: { merchant: true } }));
  const cardId = saved.body.card.id;
  expect((await live.here.api('GET', `/cards/${cardId}`, { key })).body.card).toMatchObject({
    last4: '4242',
  });
  const body = { cardId, currency: 'EUR', amount: 700 };
  const charged = await live.here.api('POST', `${path}/transactions`, { key, body });
  expect(await show(key, charged.body.transaction.id)).toMatchObject({ recurring: true, pendingAmount: 700 });
  expect(await save(await live.authorized(merchant, 1000))).toMatchObject({
    status: 400,
    body: [
      { field: 'transactionId', message: 'Must be of a payment whose customer agreed to later payments' },
    ],
  });
});

test('an unconnected live merchant takes no payments; a test merchant and one in SEK cannot be connected', async () => {
  const { merchant } = await live.here.shop({ test: false });
  const refused = await live.here.pos('/payments', await live.order(merchant));
  expect(refused.body.code).toBe('PAYMENT_INTEGRATION_DISABLED');
  await expect(live.shop({ test: true })).rejects.toThrow('test merchant');
  await expect(live.shop({ currency: 'SEK' })).rejects.toThrow('SEK');
});

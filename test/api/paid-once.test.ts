import { randomUUID } from 'node:crypto';
import { customer } from './support/customer.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, payment } = here;
const { meetAll, payInBrowser, frictionless } = customer(here);

// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const transactions = async (): Promise<Json[]> =>
  (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1000 } })).body;

/** Prepares a payment that has met its challenge. The payment has no Idempotency-Key. */
async function ready(over: Json = {}): Promise<Json> {
  const order = await payment(merchant, over);
  return { ...order, hints: await frictionless(order) };
}

const declined = { test: { tds: { challenge: false }, card: { status: 'lost' } } };

describe.each([
  ['a payment', {}, 201],
  ['a declined payment', declined, 400],
])('%s', (_, over, status) => {
  test('a payment that is sent four times in a row makes one transaction, and each repeat gets the first response', async () => {
    const order = await ready(over);
    const first = await pos('/payments', order);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([status, undefined]);
    for (let n = 0; n < 3; n++) {
      const repeat = await pos('/payments', order);
      expect([repeat.status, repeat.text]).toEqual([status, first.text]);
      expect(repeat.headers['idempotency-replayed']).toBe('true');
    }
    expect(await transactions()).toHaveLength(1);
  });

  test('a payment that is sent ten times at the same time makes one transaction and gets one response', async () => {
    const order = await ready(over);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pos('/payments', order)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(status);
    expect(await transactions()).toHaveLength(1);
  });

  test('a payment that is sent with different Idempotency-Keys and without one makes one transaction', async () => {
    const order = await ready(over);
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => pos('/payments', order, headers())),
      pos('/payments', order),
    ]);
    answers.push(await pos('/payments', order, headers()), await pos('/payments', order));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await transactions()).toHaveLength(1);
  });
});

test('a challenge proof that was used for a payment is refused for another payment', async () => {
  const order = await ready();
  expect((await pos('/payments', order)).status).toBe(201);
  const others = [
    { ...order, text: 'Another' },
    { ...order, custom: { order: 2 } },
    { ...order, custom: [['order', 2]] },
    { ...order, plan: [{}] },
    { ...order, unplanned: { merchant: true } },
    { ...order, card: { ...order.card, expiry: { month: 1, year: 2091 } } },
  ];
  for (const headers of [undefined, { 'idempotency-key': randomUUID() }])
    for (const other of others) {
      const { status, body } = await pos('/payments', other, headers);
      expect([status, body]).toEqual([
        400,
        { code: 'TOKEN_INVALID', message: expect.stringMatching(/^hints: /) },
      ]);
    }
  expect(await transactions()).toHaveLength(1);
});

test('one of ten different payments at the same time with one challenge proof succeeds', async () => {
  const order = await ready();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => pos('/payments', { ...order, text: `Order ${n}` })),
  );
  const paid = answers.filter(({ status }) => status === 201);
  expect([paid.length, (await transactions()).length]).toEqual([1, 1]);
  for (const { status, body } of answers.filter((answer) => !paid.includes(answer)))
    expect([status, body.code]).toEqual([400, 'TOKEN_INVALID']);
});

test('a repeat with additional, missing, reordered or duplicated hints makes no second payment', async () => {
  const order = await payment(merchant, { test: {} });
  const { hints, answer } = await payInBrowser(order, 'confirm');
  expect([hints.length, answer.status]).toEqual([5, 201]);
  const proof = hints.at(-1) ?? '';
  const another = (await pos('/payments/challenges/fingerprint', order)).body.hints;
  for (const others of [
    [proof],
    [...hints].reverse(),
    hints.slice(1),
    [...hints, ...another],
    [...hints, proof],
    [...another, proof],
  ]) {
    const repeat = await pos('/payments', { ...order, hints: others });
    expect([repeat.status, repeat.text]).toEqual([201, answer.text]);
  }
  expect(await transactions()).toHaveLength(1);
});

test('a challenge proof that is spelled differently makes no second payment', async () => {
  const order = await ready();
  const { body } = await pos('/payments', order);
  const [proof] = order.hints;
  const [type, expiry, id, sealed] = proof.split('.');
  const spellings = [
    [type, `0${expiry}`, id, sealed],
    [type, expiry.toUpperCase(), id, sealed],
    [type, expiry, id, `${sealed}=`],
    [type, expiry, id, `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`],
    [type, expiry, `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`, sealed],
    ['hint', expiry, id, sealed],
  ].map((parts) => parts.join('.'));
  for (const spelling of [...spellings, ` ${proof}`, `${proof}\n`]) {
    const answer = await pos('/payments', { ...order, hints: [spelling] });
    if (answer.status !== 201) expect([answer.status, answer.body.code]).toEqual([400, 'TOKEN_INVALID']);
    else expect(answer.body).toEqual(body);
  }
  expect(await transactions()).toHaveLength(1);
});

test('a payment with two 3-D Secure proofs is refused, and each proof alone makes one payment', async () => {
  const order = await ready();
  const hints = [...order.hints, ...(await frictionless({ ...order, hints: [] }))];
  const both = await pos('/payments', { ...order, hints });
  expect([both.status, both.body]).toEqual([
    400,
    { code: 'TOKEN_INVALID', message: expect.stringMatching(/^hints: /) },
  ]);
  expect(await transactions()).toHaveLength(0);
  const paid = [];
  for (const hint of [...hints, ...hints])
    paid.push((await pos('/payments', { ...order, hints: [hint] })).text);
  expect([paid[2], paid[3], new Set(paid).size]).toEqual([paid[0], paid[1], 2]);
  expect(await transactions()).toHaveLength(2);
});

test('a refused request leaves its challenge proof and its idempotency key usable', async () => {
  const order = await ready();
  const headers = { 'idempotency-key': randomUUID() };
  const [proof] = order.hints;
  const wrong = [
    { ...order, integration: { key: 'nobody' } },
    { ...order, test: undefined },
    { ...order, card: { ...order.card, expiry: { month: 1, year: 2020 } } },
    { ...order, card: { ...order.card, code: order.card.number } },
    { ...order, amount: { currency: 'EUR', exponent: 2, value: 1 } },
    { ...order, hints: [`${proof.slice(0, -4)}AAAA`] },
    { ...order, hints: [proof, 'junk'] },
  ];
  for (const body of wrong) {
    expect((await pos('/payments', body, headers)).status).toBe(400);
    expect((await pos('/payments', body)).status).toBe(400);
  }
  expect(await transactions()).toHaveLength(0);
  expect((await pos('/payments', order, headers)).status).toBe(201);
  expect(await transactions()).toHaveLength(1);
});

test('five duplicates of a payment hold its amount on the card once', async () => {
  const balance = { currency: 'EUR', exponent: 2, value: 10_000 };
  const order = await ready({
    amount: { ...balance, value: 4000 },
    test: { tds: { challenge: false }, card: { balance } },
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => pos('/payments', order)));
  const [{ authorizationId: transactionId }] = answers.map(({ body }) => body);
  const charge = (amount: number) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId, currency: 'EUR', amount },
    });
  expect((await charge(6001)).status).toBe(400);
  expect((await charge(6000)).status).toBe(201);
  expect((await charge(1)).status).toBe(400);
});

test('a payment that the bank rejected is declined again when repeated, with one transaction', async () => {
  const order = await payment(merchant, { test: {} });
  const { hints } = await meetAll(order, 'reject');
  const answers = [await pos('/payments', { ...order, hints }), await pos('/payments', { ...order, hints })];
  expect(answers.map(({ body }) => body.code)).toEqual(['TDSECURE_FAILED', 'TDSECURE_FAILED']);
  expect(await transactions()).toHaveLength(1);
});

import { randomInt, randomUUID } from 'node:crypto';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { customer } from '../support/customer.ts';
import { refusal } from '../support/http.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, pos, shop, payment, pay, transaction, createMerchant } = here;
const { frictionless, meetAll } = customer(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const amount = { currency: 'EUR', exponent: 2, value: 10000 };

async function link(body: object = {}, of = merchant): Promise<Json> {
  const made = await api('POST', `/merchants/${of.id}/links`, {
    key,
    body: { amount: 10000, currency: 'EUR', ...body },
  });
  expect(made.status).toBe(201);
  return made.body.link;
}

const call = callEngine(process.env.FLORIN_DYNAMODB ?? '');

/** Counts the simulated card accounts on which this amount is held. */
async function holds(held: number): Promise<number> {
  const { TableNames } = (await call('ListTables', {})) as Json;
  const input = {
    TableName: TableNames.find((name: string) => name !== 'florin-local'),
    FilterExpression: 'begins_with(pk, :account) AND held = :held',
    ExpressionAttributeValues: { ':account': { S: 'account#' }, ':held': { N: String(held) } },
  };
  let count = 0;
  let from: unknown;
  do {
    const page = (await call('Scan', { ...input, ...(from ? { ExclusiveStartKey: from } : {}) })) as Json;
    count += page.Count;
    from = page.LastEvaluatedKey;
  } while (from);
  return count;
}

/** Returns a random amount, which no other test uses. */
function ownAmount() {
  const value = randomInt(10 ** 9, 10 ** 12);
  return { value, over: { amount: { currency: 'EUR', exponent: 2, value } } };
}

const read = async (id: string): Promise<Json> => (await api('GET', `/links/${id}`, { key })).body.link;
const switchOff = (id: string) => api('DELETE', `/links/${id}`, { key });
const transactions = async (): Promise<Json[]> =>
  (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1000 } })).body;

/** Prepares a payment by a link, with its challenge met. */
async function ready(linkId: string, over: object = {}): Promise<Json> {
  const order = await payment(merchant, { linkId, ...over });
  return { ...order, hints: await frictionless(order) };
}

const ended = [400, 'PAYMENT_INTEGRATION_DISABLED'];
const invalid = [400, 'REQUEST_INVALID'];
const lost = { test: { tds: { challenge: false }, card: { status: 'lost' } } };

test('a payment by a link gets the link’s statement text and reference, and the link lists the payment', async () => {
  const { id } = await link({
    text: 'Two bags of Java, whole',
    statement: 'Java order 1234',
    reference: 'Order 1234',
    recurring: true,
  });
  const paid = await pay(await payment(merchant, { linkId: id }));
  expect(paid.status).toBe(201);
  const transactionId = paid.body.authorizationId;
  const made = await transaction(key, transactionId);
  expect(made).toMatchObject({
    amount: 10000,
    currency: 'EUR',
    successful: true,
    descriptor: 'Java order 1234',
    custom: { reference: 'Order 1234' },
    linkId: id,
  });
  const { created } = made;
  expect(await read(id)).toMatchObject({ paid: 1, status: 'used', payments: [{ transactionId, created }] });
  const [listed] = await waitUntil(
    async () => (await api('GET', `/merchants/${merchant.id}/links`, { key, query: { limit: 1 } })).body,
    ([first]) => first?.paid === 1,
  );
  expect(listed.status).toBe('used');
  const again = { transactionId, currency: 'EUR', amount: 1 };
  const recurring = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again });
  expect(await transaction(key, recurring.body.transaction.id)).toMatchObject({ linkId: null });
});

test('a customer who meets all challenges of a browser can pay a link', async () => {
  const { id } = await link();
  const order = await payment(merchant, { linkId: id, test: {} });
  const { hints } = await meetAll(order, 'confirm');
  expect((await pos('/payments', { ...order, hints })).status).toBe(201);
  expect(await read(id)).toMatchObject({ paid: 1 });
});

test('a payment by a link can send the same amount with another exponent', async () => {
  const { id } = await link();
  const same = { currency: 'EUR', exponent: 0, value: 100 };
  expect((await pay(await payment(merchant, { linkId: id, amount: same }))).status).toBe(201);
});

test('a declined payment leaves the link open', async () => {
  const { id } = await link();
  const declined = await pos('/payments', await ready(id, lost));
  expect(refusal(declined)).toEqual([400, 'PAYMENT_CARD_LOST']);
  expect(await read(id)).toMatchObject({ paid: 0, status: 'open', payments: [] });
  expect(await waitUntil(transactions, ({ length }) => length === 1)).toMatchObject([{ linkId: id }]);
  expect((await pos('/payments', await ready(id))).status).toBe(201);
});

test('a paid single-use link refuses every step of another payment', async () => {
  const { id } = await link();
  const late = await ready(id);
  expect((await pos('/payments', await ready(id))).status).toBe(201);
  const order = await payment(merchant, { linkId: id });
  expect(refusal(await pos('/payments', order))).toEqual(ended);
  expect(refusal(await pos('/payments/challenges/tds-frictionless', order))).toEqual(ended);
  expect(refusal(await pos('/payments', late))).toEqual(ended);
  expect(await read(id)).toMatchObject({ paid: 1 });
});

describe.each([1, 3])('a link for %i uses that ten tabs pay at the same time', (uses) => {
  test('a link that ten tabs pay at the same time is paid exactly that many times', async () => {
    const { id } = await link({ uses });
    const orders = await Promise.all(Array.from({ length: 10 }, () => ready(id)));
    const answers = await Promise.all(
      orders.map((order) => pos('/payments', order, { 'idempotency-key': randomUUID() })),
    );
    const paid = answers.filter(({ status }) => status === 201);
    expect(paid).toHaveLength(uses);
    for (const answer of answers) if (!paid.includes(answer)) expect(refusal(answer)).toEqual(ended);
    const made = await waitUntil(transactions, ({ length }) => length >= uses);
    const ids = paid.map(({ body }) => body.authorizationId).sort();
    expect(made.map(({ id }) => id).sort()).toEqual(ids);
    const { payments, ...shown } = await read(id);
    expect([shown.paid, shown.status]).toEqual([uses, 'used']);
    // The newest comes first.
    expect(payments.map(({ transactionId }: Json) => transactionId)).toEqual(ids.reverse());
  });
});

test('a payment that comes too late holds no amount on its card', async () => {
  const { value, over } = ownAmount();
  const { id } = await link({ amount: value });
  const test = { tds: { challenge: false }, card: { balance: over.amount } };
  const orders = await Promise.all(Array.from({ length: 6 }, () => ready(id, { ...over, test })));
  const answers = await Promise.all(orders.map((order) => pos('/payments', order)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await holds(value)).toBe(1);
});

test('a repeated payment gets its first response, also after its link is used and disabled', async () => {
  const { id } = await link();
  const order = await ready(id);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await pos('/payments', order, headers);
  expect(first.status).toBe(201);
  await switchOff(id);
  for (const again of [headers, {}, { 'idempotency-key': randomUUID() }]) {
    const repeat = await pos('/payments', order, again);
    expect([repeat.status, repeat.body, repeat.headers['idempotency-replayed']]).toEqual([
      201,
      first.body,
      'true',
    ]);
  }
  const copies = await Promise.all(Array.from({ length: 10 }, () => pos('/payments', order)));
  expect(new Set(copies.map(({ text }) => text))).toEqual(new Set([first.text]));
  expect(await read(id)).toMatchObject({ paid: 1 });
});

test('ten duplicates of one payment at the same time get one response, and the amount stays held once', async () => {
  const { value, over } = ownAmount();
  const { id } = await link({ amount: value });
  const test = { tds: { challenge: false }, card: { balance: over.amount } };
  const order = await ready(id, { ...over, test });
  const copies = await Promise.all(Array.from({ length: 10 }, () => pos('/payments', order)));
  expect(new Set(copies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(copies[0]?.status).toBe(201);
  expect(await holds(value)).toBe(1);
  expect(await read(id)).toMatchObject({ paid: 1 });
});

test('a link with 110 payments lists the newest 100', async () => {
  const { id } = await link({ uses: 1000 });
  const ids: string[] = [];
  for (let n = 0; n < 11; n++) {
    const orders = await Promise.all(Array.from({ length: 10 }, () => ready(id)));
    const answers = await Promise.all(orders.map((order) => pos('/payments', order)));
    ids.push(...answers.map(({ body }) => body.authorizationId));
  }
  const { paid, status, payments } = await read(id);
  expect([paid, status]).toEqual([110, 'open']);
  const newest = ids.sort().reverse().slice(0, 100);
  expect(payments.map(({ transactionId }: Json) => transactionId)).toEqual(newest);
});

test('a link that is disabled after the challenge refuses the payment and its repeat', async () => {
  const { id } = await link({ uses: 2 });
  const order = await ready(id);
  expect((await switchOff(id)).status).toBe(204);
  const headers = { 'idempotency-key': randomUUID() };
  for (let n = 0; n < 2; n++) expect(refusal(await pos('/payments', order, headers))).toEqual(ended);
  expect(await read(id)).toMatchObject({ paid: 0, status: 'disabled' });
  expect(await transactions()).toEqual([]);
});

test('a link that is paid and disabled at the same moment lists the payment exactly if the payment succeeds', async () => {
  for (let n = 0; n < 5; n++) {
    const { id } = await link({ uses: 2 });
    const order = await ready(id);
    const [paid] = await Promise.all([pos('/payments', order), switchOff(id)]);
    const after = await read(id);
    expect([paid.status, after.paid, after.payments.length]).toEqual(
      paid.status === 201 ? [201, 1, 1] : [400, 0, 0],
    );
    expect(after.status).toBe('disabled');
  }
});

test('a link that expires after the challenge refuses its payment', async () => {
  const expires = new Date(Date.now() + 3000).toISOString();
  const { id } = await link({ expires });
  const order = await ready(id);
  await waitUntil(
    () => read(id),
    ({ status }) => status === 'expired',
  );
  expect(refusal(await pos('/payments', order))).toEqual(ended);
});

describe('a payment by a link is refused if the customer changes', () => {
  test.each([
    ['the amount to less', { amount: { ...amount, value: 9999 } }, 'amount'],
    ['the amount to more', { amount: { ...amount, value: 10001 } }, 'amount'],
    ['the currency', { amount: { ...amount, currency: 'DKK' } }, 'amount'],
    ['the exponent', { amount: { ...amount, exponent: 3 } }, 'amount'],
    ['the payment to one without an amount', { amount: undefined }, 'amount'],
    ['the text', { text: 'A gift' }, 'text'],
    ['the custom data', { custom: { reference: 'Order 1' } }, 'custom'],
    ['the plan', { plan: [{}] }, 'plan'],
    ['the agreement to later payments', { unplanned: { customer: true } }, 'unplanned'],
    ['the link to one that does not exist', { linkId: 'f'.repeat(24) }, 'linkId'],
    ['the link to a malformed id', { linkId: 'x' }, 'linkId'],
  ])('%s', async (_, over, field) => {
    const { id } = await link({ text: 'Coffee' });
    const proven = await ready(id);
    for (const order of [
      { ...proven, ...over },
      { ...proven, ...over, hints: [] },
    ]) {
      const answer = await pos('/payments', order);
      expect([refusal(answer), answer.body.message]).toEqual([
        invalid,
        expect.stringContaining(`${field}: `),
      ]);
    }
    expect(await read(id)).toMatchObject({ paid: 0 });
    expect(await transactions()).toEqual([]);
  });

  test('several fields: the response names all of them', async () => {
    const { id } = await link();
    const answer = await pos(
      '/payments',
      await payment(merchant, { linkId: id, text: 'x', custom: 1, plan: [{}] }),
    );
    expect(answer.body.message).toMatch(/text: .*; custom: .*; plan: /);
  });
});

describe('a challenge proof', () => {
  test('a challenge proof of one link is refused for another link with the same amount', async () => {
    const [one, other] = [await link(), await link()];
    const order = await ready(one.id);
    expect(refusal(await pos('/payments', { ...order, linkId: other.id }))).toEqual([400, 'TOKEN_INVALID']);
    expect(await read(other.id)).toMatchObject({ paid: 0 });
  });

  test('a challenge proof is refused if the payment drops or adds a link after the challenge', async () => {
    const { id } = await link();
    const { linkId, ...without } = await ready(id);
    expect(refusal(await pos('/payments', without))).toEqual([400, 'TOKEN_INVALID']);
    const order = await payment(merchant);
    const hints = await frictionless(order);
    expect(refusal(await pos('/payments', { ...order, hints, linkId: id }))).toEqual([400, 'TOKEN_INVALID']);
    expect(await read(id)).toMatchObject({ paid: 0 });
  });
});

describe('a link of another merchant', () => {
  test('a link of another merchant is refused', async () => {
    const other = await createMerchant(key);
    const { id } = await link({}, other);
    expect(refusal(await pos('/payments', await payment(merchant, { linkId: id })))).toEqual(invalid);
    expect(await read(id)).toMatchObject({ paid: 0 });
  });

  test('a link of the other mode is refused: test links in live mode, and live links in test mode', async () => {
    const live = await createMerchant(key, { test: false });
    const [test, real] = [await link(), await link({}, live)];
    const order = await payment(merchant);
    const ask = async (over: object) => refusal(await pos('/payments', { ...order, ...over }));
    const integration = { key: live.key };
    expect(await ask({ integration, linkId: test.id })).toEqual([400, 'TEST_MODE_MIXED']);
    expect(await ask({ integration, linkId: real.id })).toEqual([400, 'TEST_MODE_MIXED']);
    expect(await ask({ integration, linkId: test.id, test: undefined })).toEqual(ended);
    expect(await ask({ linkId: real.id })).toEqual(invalid);
    for (const { id } of [test, real]) expect(await read(id)).toMatchObject({ paid: 0 });
  });
});

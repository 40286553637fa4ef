import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, failure } from '../../api/support/answer.ts';
import { hello } from '../../api/support/hello.ts';
import type { Response } from '../../api/support/http.ts';
import { orderReservations } from '../../api/support/order-reservations.ts';
import { ownFlorin } from '../../api/support/own-florin.ts';

const own = ownFlorin({ env: { FLORIN_TRIGGERS: 'off' } });

beforeEach(() => {
  own.proxy.instead = undefined;
  own.proxy.afterAnswer = undefined;
  own.proxy.held = 0;
  own.proxy.reset();
});

const key = () => ({ 'idempotency-key': randomUUID() });
const statuses = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))];

/** Sends ten copies of a request, each a little after the previous one. */
const copies = (request: (n: number) => Promise<Response>) =>
  Promise.all(Array.from({ length: 10 }, (_, n) => sleep(8 * n).then(() => request(n))));

describe('a DynamoDB transaction locks its items for a while, as in AWS', () => {
  test('ten staggered duplicates of a payment with one key make one payment, and none returns 500', async () => {
    const { key: apiKey, merchant } = await own.here.shop();
    const balance = { currency: 'EUR', exponent: 2, value: 100_000 };
    const body = await own.here.payment(merchant, { test: { tds: { challenge: false }, card: { balance } } });
    const { path } = (await own.here.pos('/payments', body)).body.challenges[0];
    const { hints } = (await own.here.pos(path, body)).body;
    own.proxy.held = 40;
    for (let round = 0; round < 5; round++) {
      const headers = key();
      const answers = await copies(() => own.here.pos('/payments', { ...body, hints }, headers));
      expect(statuses(answers)).toEqual([201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect(apiKey).toBeTruthy();
  });

  test('ten staggered duplicates of a charge, of a capture and of a new merchant take effect once, and none returns 500', async () => {
    const { key: apiKey, merchant } = await own.here.shop();
    const id = await own.here.authorized(merchant);
    const requests: [path: string, body: object][] = [
      [`/merchants/${merchant.id}/transactions`, { transactionId: id, currency: 'EUR', amount: 100 }],
      [`/transactions/${id}/captures`, { amount: 100 }],
      ['/merchants', { ...merchant, company: { country: 'DK' }, bank: undefined }],
    ];
    own.proxy.held = 40;
    for (const [path, body] of requests) {
      const headers = key();
      const answers = await copies(() => own.here.api('POST', path, { key: apiKey, body, headers }));
      expect(statuses(answers)).toEqual([201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  test('ten concurrent captures of one transaction all succeed', async () => {
    const { key: apiKey, merchant } = await own.here.shop();
    const id = await own.here.authorized(merchant);
    own.proxy.held = 5;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => own.here.move(apiKey, id, 'captures', 10)),
    );
    expect(statuses(answers)).toEqual([201]);
    expect((await own.here.transaction(apiKey, id)).capturedAmount).toBe(100);
  });
});

const conflict = failure('TransactionCanceledException', {
  CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
});
const throttled = failure('TransactionCanceledException', {
  CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'ProvisionedThroughputExceeded' }],
});

/** Temporary failures of a whole request. */
const passing = [
  failure('ProvisionedThroughputExceededException'),
  failure('ThrottlingException'),
  failure('RequestLimitExceeded'),
  failure('InternalServerError', {}, 500),
  { ...failure('ServiceUnavailable', {}, 503), body: 'Service Unavailable' },
];

/** Answers the first requests of this operation with these failures, and the next requests with the engine's answer. */
function failFirst(operation: string, failures: readonly Answer[]): { count(): number } {
  let failed = 0;
  own.proxy.instead = (asked) => (asked === operation ? failures[failed++] : undefined);
  return { count: () => failed };
}

test.each([
  ['TransactWriteItems', [conflict, throttled, failure('TransactionInProgressException'), ...passing]],
  ['PutItem', [failure('TransactionConflictException'), ...passing]],
  ['GetItem', [failure('TransactionConflictException'), ...passing]],
  ['Query', passing],
])('Florin retries %s after each temporary failure until it succeeds', async (operation, failures) => {
  const { key: apiKey, merchant } = await own.here.shop();
  const balance = { currency: 'EUR', exponent: 2, value: 100_000 };
  const test = { tds: { challenge: false }, card: { balance } };
  const transactionId = await own.here.authorized(merchant, 100, { test });
  const { count } = failFirst(operation, failures);
  const answer = await own.here.api('POST', `/merchants/${merchant.id}/transactions`, {
    key: apiKey,
    headers: key(),
    body: { transactionId, currency: 'EUR', amount: 100 },
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  expect(count()).toBeGreaterThan(failures.length);
});

test.each(['TransactWriteItems', 'PutItem'])(
  '%s takes effect once when its response is lost twice',
  async (operation) => {
    const { key: apiKey, merchant } = await own.here.shop();
    const balance = { currency: 'EUR', exponent: 2, value: 200 };
    const test = { tds: { challenge: false }, card: { balance } };
    const transactionId = await own.here.authorized(merchant, 100, { test });
    let lost = 0;
    own.proxy.afterAnswer = (answered) => {
      if (answered === operation && lost++ < 2) throw new Error('The connection is cut');
    };
    const answer = await own.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key: apiKey,
      headers: key(),
      body: { transactionId, currency: 'EUR', amount: 100 },
    });
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    expect(lost).toBeGreaterThan(1);
    const list = await own.here.api('GET', `/merchants/${merchant.id}/transactions?limit=10`, {
      key: apiKey,
    });
    expect(list.body).toHaveLength(2);
  },
);

test('a rejected request releases its key even when the response to its reservation was lost', async () => {
  const { key: apiKey, merchant } = await own.here.shop();
  const transactionId = await own.here.authorized(merchant, 100);
  const headers = key();
  const again = (id: string) =>
    own.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key: apiKey,
      headers,
      body: { transactionId: id, currency: 'EUR', amount: 100 },
    });
  let lost = 0;
  own.proxy.afterAnswer = (answered) => {
    if (answered === 'PutItem' && lost++ < 1) throw new Error('The connection is cut');
  };
  expect((await again('f'.repeat(24))).status).toBe(400);
  expect(lost).toBeGreaterThan(0);
  expect((await again(transactionId)).status).toBe(201);
});

test.each([true, false])(
  'two payments with one key and one proof make one transaction, whether or not each reserves a different one first (%p)',
  async (crossed) => {
    const { merchant } = await own.here.shop();
    const body = await own.here.payment(merchant, { test: { tds: { challenge: false }, card: {} } });
    const { hints } = (await own.here.pos('/payments/challenges/tds-frictionless', body)).body;
    const reserved = orderReservations(own.proxy, crossed);
    const headers = key();
    const send = (text: string) => own.here.pos('/payments', { ...body, hints, text }, headers);
    const answers = await Promise.all(['One', 'Another'].map(send));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(reserved.size).toBe(2);
  },
);

test('a capture is made once when its response is lost and the repeated write meets a conflict', async () => {
  const { key: apiKey, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 1000);
  let sent = 0;
  own.proxy.afterAnswer = (operation) => {
    if (operation === 'TransactWriteItems' && ++sent === 1) throw new Error('The connection is cut');
  };
  own.proxy.instead = (operation, asked) => {
    if (operation !== 'TransactWriteItems' || sent !== 1) return undefined;
    sent++;
    const reasons = JSON.parse(asked).TransactItems.map(() => ({ Code: 'TransactionConflict' }));
    return failure('TransactionCanceledException', { CancellationReasons: reasons });
  };
  const { status, body } = await own.here.move(apiKey, id, 'captures', 100);
  expect([status, body.transaction.capturedAmount, body.transaction.trail.length]).toEqual([201, 100, 1]);
  expect(sent).toBeGreaterThanOrEqual(3);
  expect(await own.here.transaction(apiKey, id)).toMatchObject({ capturedAmount: 100, pendingAmount: 900 });
});

test('hello-world assigns an id despite temporary failures', async () => {
  const { count } = failFirst('UpdateItem', [failure('TransactionConflictException'), ...passing]);
  expect(await hello(own.florin).create({ name: 'Ann' })).toBeTruthy();
  expect(count()).toBe(passing.length + 2);
});

test('Florin repeats a write that gets no response in time, and the write takes effect once', async () => {
  const { key: apiKey, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant);
  let late: Promise<void> | undefined;
  own.proxy.afterAnswer = (answered) => {
    if (answered === 'TransactWriteItems') late ??= sleep(20_000, undefined, { ref: false });
    return answered === 'TransactWriteItems' && own.proxy.calls.length === 0 ? late : undefined;
  };
  own.proxy.reset();
  const started = Date.now();
  const answer = await own.here.move(apiKey, id, 'captures', 100);
  expect([answer.status, answer.body.transaction?.capturedAmount]).toEqual([201, 100]);
  expect(Date.now() - started).toBeLessThan(12_000);
  expect((await own.here.transaction(apiKey, id)).trail).toHaveLength(1);
});

test('Florin does not retry a write whose condition failed', async () => {
  const { key: apiKey, merchant } = await own.here.shop();
  const user = { email: 'ann@example.com' };
  await own.here.api('POST', `/merchants/${merchant.id}/users`, { key: apiKey, body: user });
  const [{ id }] = (await own.here.api('GET', `/merchants/${merchant.id}/users?limit=1`, { key: apiKey }))
    .body;
  const path = `/merchants/${merchant.id}/users/${id}`;
  expect((await own.here.api('DELETE', path, { key: apiKey })).status).toBe(204);
  own.proxy.reset();
  expect((await own.here.api('DELETE', path, { key: apiKey })).status).toBe(404);
  expect(own.proxy.calls.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(1);
});

test('when all retries fail, the API returns 503 with Retry-After in time, and hello-world returns 500', async () => {
  const { key: apiKey, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant);
  const { body: before } = await own.here.api('GET', `/transactions/${id}`, { key: apiKey });
  const payment = await own.here.payment(merchant);
  own.proxy.instead = (operation) => {
    if (operation === 'TransactWriteItems') return conflict;
    return /Put|Update/.test(operation) ? failure('TransactionConflictException') : undefined;
  };
  const started = Date.now();
  const [captured, paid, created] = await Promise.all([
    own.here.move(apiKey, id, 'captures', 100, key()),
    own.here.pay(payment, key()),
    hello(own.florin).api('POST', '/helloWorld', { body: { name: 'Ann' } }),
  ]);
  expect(Date.now() - started).toBeLessThan(14_000);
  for (const busy of [captured, paid]) {
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '1']);
    expect(busy.text).not.toMatch(/conflict|dynamo/i);
  }
  expect([created.status, created.body.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(own.florin.log()).toContain('TransactionCanceledException');
  own.proxy.instead = undefined;
  expect((await own.here.api('GET', `/transactions/${id}`, { key: apiKey })).body).toEqual(before);
});

import { randomUUID } from 'node:crypto';
import { startFlorin } from '../api/support/florin.ts';
import { basic, type Response } from '../api/support/http.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

const own = ownFlorin();

interface Line {
  requestId: string;
  route: string;
  [name: string]: unknown;
}

/** The metrics in the log for the request with this answer. */
async function countedFor({ headers }: Response): Promise<object> {
  const lines = async (): Promise<Line[]> =>
    own.florin
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{"level":'))
      .map((line) => JSON.parse(line))
      .filter(({ requestId, route }) => route && requestId === headers['x-request-id']);
  const [line] = await waitUntil(lines, ({ length }) => length > 0);
  const {
    level,
    requestId,
    appId,
    route,
    status,
    ms,
    function: name,
    _aws,
    ...counted
  } = line ?? ({} as Line);
  expect(name).toMatch(/^\w+$/);
  const named = (_aws as Json)?.CloudWatchMetrics.flatMap(({ Metrics, Dimensions }: Json) => [
    ...Metrics.map(({ Name }: Json) => Name),
    ...Dimensions.flat(),
  ]);
  expect(Object.keys(counted).sort()).toEqual((named ?? []).sort());
  return counted;
}

// biome-ignore lint/suspicious/noExplicitAny: CloudWatch's format
type Json = any;

const once = () => ({ 'idempotency-key': randomUUID() });

test('payments and declines count once each, by customers and recurring ones', async () => {
  const { key, merchant } = await own.here.shop();
  const limit = { currency: 'EUR', exponent: 2, value: 1000 };
  const body = await own.here.payment(merchant, { test: { tds: { challenge: false }, card: { limit } } });
  const challenge = await own.here.pos('/payments', body);
  expect(await countedFor(challenge)).toEqual({});
  const tooMuch = await own.here.pay(body);
  expect(await countedFor(tooMuch)).toEqual({ Declines: 1, code: 'PAYMENT_AMOUNT_LIMIT' });
  const headers = once();
  const paid = await own.here.pay({ ...body, amount: { ...limit, value: 500 } }, headers);
  expect(await countedFor(paid)).toEqual({ Payments: 1 });
  const expired = { ...body, card: { ...body.card, expiry: { month: 1, year: 2020 } } };
  expect(await countedFor(await own.here.pos('/payments', expired))).toEqual({
    Declines: 1,
    code: 'PAYMENT_CARD_EXPIRED',
  });
  expect(await countedFor(await own.here.pos('/payments', { ...body, amount: 1 }))).toEqual({});

  const again = (amount: number, headers = {}) =>
    own.here.api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      headers,
      body: { transactionId: paid.body.authorizationId, currency: 'EUR', amount },
    });
  const recurring = once();
  expect(await countedFor(await again(500, recurring))).toEqual({ Payments: 1 });
  const repeat = await again(500, recurring);
  expect([repeat.headers['idempotency-replayed'], await countedFor(repeat)]).toEqual(['true', {}]);
  const refused = once();
  expect(await countedFor(await again(1001, refused))).toEqual({ Declines: 1, code: '25' });
  expect(await countedFor(await again(1001, refused))).toEqual({});
  expect(await countedFor(await again(0))).toEqual({});
});

test('captured and refunded amounts count by currency; voids and repeats do not count', async () => {
  const { key, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 1000);
  const headers = once();
  const captured = { Captured: 300, currency: 'EUR' };
  expect(await countedFor(await own.here.move(key, id, 'captures', 300, headers))).toEqual(captured);
  expect(await countedFor(await own.here.move(key, id, 'captures', 300, headers))).toEqual({});
  expect(await countedFor(await own.here.move(key, id, 'refunds', 20))).toEqual({
    Refunded: 20,
    currency: 'EUR',
  });
  expect(await countedFor(await own.here.move(key, id, 'voids', 100))).toEqual({});
  expect(await countedFor(await own.here.move(key, id, 'captures', 10 ** 6))).toEqual({});
});

test('a movement counts its own amount, even when another clock is ahead', async () => {
  const ahead = 'data:text/javascript,const{now}=Date;Date.now=()=>now.call(Date)+60_000';
  const other = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: own.proxy.endpoint,
    NODE_OPTIONS: `--import ${ahead}`,
  });
  try {
    const { key, merchant } = await own.here.shop();
    const id = await own.here.authorized(merchant, 1000);
    expect((await world(other).move(key, id, 'captures', 300)).status).toBe(201);
    const late = await own.here.move(key, id, 'captures', 5);
    expect(await countedFor(late)).toEqual({ Captured: 5, currency: 'EUR' });
  } finally {
    await other.stop();
  }
});

test('conflicts of money operations count, and no other conflicts', async () => {
  const { key, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 1000);
  own.proxy.latency = 30;
  const both = await Promise.all([1, 2].map(() => own.here.move(key, id, 'captures', 1000)));
  own.proxy.latency = 0;
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const counts = await Promise.all(both.map(countedFor));
  expect(counts).toContainEqual({ Conflicts: 1 });
  expect(counts).toContainEqual({ Captured: 1000, currency: 'EUR' });

  const hello = () =>
    own.here.api('POST', '/api/helloWorld', {
      body: { id: 4711, name: 'Taken' },
      headers: { authorization: basic('florin', 'florin') },
    });
  expect((await hello()).status).toBe(201);
  const taken = await hello();
  expect([taken.status, await countedFor(taken)]).toEqual([409, {}]);
});

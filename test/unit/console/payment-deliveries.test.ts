import {
  beginningWith,
  paymentDeliveries,
} from '../../../functions/console/client/payments/payment-deliveries.tsx';
import type { Dispute, Transaction } from '../../../functions/console/client/values/types.ts';

const now = Date.parse('2026-03-31T12:00:00.000Z');
const day = 86_400_000;
const ago = (days: number, ms = 0) => new Date(now - days * day + ms).toISOString();

const payment = (trail: string[], created: string) =>
  ({ id: 'p1', merchantId: 'm1', created, trail: trail.map((time) => ({ created: time })) }) as Transaction;

/** The events of each delivery, by the endpoint and the time of the delivery. */
let sent: Record<string, Record<string, { id: string; type: string; data: object }[]>>;
let webhooks: { id: string; created: string }[];
let asked: string[];

beforeEach(() => {
  asked = [];
  jest.spyOn(Date, 'now').mockReturnValue(now);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    const { pathname, searchParams } = new URL(String(path), 'https://console.example/');
    asked.push(pathname);
    const [, webhookId = '', id = ''] = /webhooks\/(\w+)\/deliveries\/?(\w*)/.exec(pathname) ?? [];
    const made = Object.entries(sent[webhookId] ?? {});
    const [from, to] = ['from', 'to'].map((name) => searchParams.get(`filter[${name}]`) ?? '');
    const listed = made
      .filter(([created]) => created >= (from ?? '') && created < (to ?? ''))
      .flatMap(([created, events]) => events.map((event) => ({ id: event.id, type: event.type, created })));
    const one = made.flatMap(([, events]) => events).find((event) => event.id === id);
    const answer = webhookId === '' ? webhooks : id === '' ? listed : { event: { data: one?.data } };
    return Response.json(answer);
  });
});

afterEach(() => jest.restoreAllMocks());

const about = (id: string, type: string, data: object) => ({ id, type, data });

test('a payment’s deliveries are those whose event names it or its dispute, from all endpoints, the latest first', async () => {
  const [paid, captured, disputed] = [ago(20), ago(10), ago(2)];
  webhooks = [
    { id: 'w1', created: ago(25) },
    { id: 'w2', created: ago(15) },
  ];
  sent = {
    w1: {
      [paid]: [
        about('a1', 'transaction.created', { transaction: { id: 'p1' } }),
        about('a2', 'transaction.created', { transaction: { id: 'p2' } }),
        about('a3', 'user.added', { user: { id: 'p1' } }),
      ],
      [ago(20, 1)]: [about('a4', 'transaction.captured', { transaction: { id: 'p1' } })],
      [captured]: [about('a5', 'transaction.captured', { transaction: { id: 'p1' } })],
    },
    w2: {
      [captured]: [about('b1', 'transaction.captured', { transaction: { id: 'p1' } })],
      [disputed]: [
        about('b2', 'dispute.opened', { dispute: { transactionId: 'p1' } }),
        about('b3', 'dispute.opened', { dispute: { transactionId: 'p2' } }),
      ],
    },
  };
  const found = await paymentDeliveries(payment([captured], paid), [{ created: disputed } as Dispute]);
  const ids = found.map(({ webhook, delivery }) => `${webhook.id} ${delivery.id}`);
  expect([ids[0], ids.slice(1, 3).sort(), ...ids.slice(3)]).toEqual(['w2 b2', ['w1 a5', 'w2 b1'], 'w1 a1']);
  expect(asked.filter((path) => path.endsWith('/a3'))).toEqual([]);
});

test('lists are read only as far back as their endpoint exists, and as deliveries are kept', async () => {
  webhooks = [{ id: 'w1', created: ago(15) }];
  sent = {};
  await paymentDeliveries(payment([ago(14), ago(16)], ago(31)), []);
  expect(asked.filter((path) => path.endsWith('/w1/deliveries'))).toHaveLength(1);
  asked = [];
  webhooks = [{ id: 'w1', created: ago(60) }];
  await paymentDeliveries(payment([ago(29.9), ago(30.1)], ago(31)), []);
  expect(asked.filter((path) => path.endsWith('/w1/deliveries'))).toHaveLength(1);
});

test.each([
  ['a1b2c3d4e5f60718293a4b5c', 'a1b2c3d4e5f60718293a4b5d'],
  ['00000000000000000000ffff', '000000000000000000010000'],
])('a list that should begin with %s is asked for before the next id, %s', (id, before) => {
  expect(beginningWith({ id } as never)).toEqual({ before });
});

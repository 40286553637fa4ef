import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allOf, findIn, pageOf, retrieve } from '../../../../functions/core/acquirer/stripe/api/read.ts';
import {
  findDispute,
  listDisputes,
} from '../../../../functions/core/acquirer/stripe/disputes/find-dispute.ts';
import {
  findBalanceTransactions,
  listBalanceTransactions,
} from '../../../../functions/core/acquirer/stripe/money/balance.ts';
import {
  findPayout,
  listPayoutEntries,
  listPayouts,
} from '../../../../functions/core/acquirer/stripe/money/payouts.ts';
import { find } from '../../../../functions/core/acquirer/stripe/payments/find-movement.ts';
import { findPayment } from '../../../../functions/core/acquirer/stripe/payments/find-payment.ts';
import { validateAccount } from '../../../../functions/core/acquirer/stripe/setup/account.ts';
import { endBy } from '../../../../functions/core/aws/deadline.ts';
import { newId } from '../../../../functions/core/domain/id.ts';
import { movement } from '../../../stripe/orders.ts';

let server: Server;
let asked: URL[];
let answer: (url: URL) => [status: number, body: object];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe.test');
    asked.push(url);
    const [status, body] = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  process.env.STRIPE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const apiKey = ['sk', 'test', 'of', 'nobody'].join('_');
  process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey, webhookSecrets: [] });
});
beforeEach(() => {
  asked = [];
  endBy(Number.POSITIVE_INFINITY);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refusal = (status: number, code: string) => () =>
  [status, { error: { type: 'invalid_request_error', code } }] as [number, object];

/** Makes Stripe serve a list of `count` objects in pages, by `limit` and `starting_after`. */
function listOf(count: number): void {
  answer = ({ searchParams }) => {
    const [limit, after] = [
      Number(searchParams.get('limit')),
      Number(searchParams.get('starting_after') ?? 0),
    ];
    const data = Array.from({ length: Math.min(limit, count - after) }, (_, n) => ({
      id: String(after + n + 1),
    }));
    return [200, { object: 'list', data, has_more: after + data.length < count }];
  };
}

test('retrieve returns nothing for an object that Stripe does not know, and throws on any other refusal', async () => {
  answer = () => [200, { object: 'payout', id: 'po_1' }];
  expect(await retrieve({ path: 'payouts/po_1' })).toMatchObject({ id: 'po_1' });
  answer = refusal(404, 'resource_missing');
  expect(await retrieve({ path: 'payouts/po_1' })).toBeUndefined();
  answer = refusal(403, 'more_permissions_required');
  await expect(retrieve({ path: 'payouts/po_1' })).rejects.toThrow(
    'Stripe does not show payouts/po_1: 403 more_permissions_required',
  );
});

test('validation refuses an account that Stripe calls invalid, and throws if Stripe does not show it', async () => {
  answer = refusal(403, 'more_permissions_required');
  await expect(validateAccount('acct_1')).rejects.toThrow('Stripe does not show the account: 403');
  answer = refusal(403, 'account_invalid');
  await expect(validateAccount('acct_1')).rejects.toMatchObject({ name: 'AccountRefused' });
});

test('an account has a statement prefix if one is set at Stripe', async () => {
  const account = { default_currency: 'dkk', country: 'DK', charges_enabled: true, payouts_enabled: false };
  const read = (settings: object) => {
    answer = () => [200, { object: 'account', ...account, ...settings }];
    return validateAccount('acct_1');
  };
  const state = { chargesEnabled: true, payoutsEnabled: false, live: false, methods: [] };
  const facts = { currency: 'DKK', country: 'DK', ...state };
  const chosen = { settings: { card_payments: { statement_descriptor_prefix: 'SHOP' } } };
  expect(await read(chosen)).toEqual({ ...facts, prefix: 'SHOP' });
  expect(await read({ settings: { card_payments: { statement_descriptor_prefix: null } } })).toEqual(facts);
  expect(await read({})).toEqual(facts);
});

test.each([
  [{ currently_due: ['x'], current_deadline: 1_770_000_000 }, '2026-02-02T02:40:00.000Z'],
  [{ currently_due: ['x'], current_deadline: 1 }, '1970-01-01T00:00:01.000Z'],
  [{ currently_due: ['x'], current_deadline: 0 }, undefined],
  [{ currently_due: ['x'], current_deadline: -1 }, undefined],
  [{ currently_due: ['x'], current_deadline: 1.5 }, undefined],
  [{ currently_due: ['x'], current_deadline: '1770000000' }, undefined],
  [{ currently_due: ['x'], current_deadline: null }, undefined],
  [{ currently_due: ['x'] }, undefined],
  [{ currently_due: ['x'], current_deadline: 1e15 }, undefined],
  [{ currently_due: [], current_deadline: 1_770_000_000 }, undefined],
  [{ current_deadline: 1_770_000_000 }, undefined],
  [null, undefined],
  [undefined, undefined],
])('an account with the requirements %j has to answer by %s', async (requirements, asksUntil) => {
  const account = { default_currency: 'dkk', country: 'DK', charges_enabled: true, payouts_enabled: true };
  answer = () => [200, { object: 'account', ...account, requirements }];
  expect((await validateAccount('acct_1')).asksUntil).toBe(asksUntil);
});

test('a list is read to its end, or searched for an item among its first 1000', async () => {
  listOf(230);
  expect(await allOf({ path: 'refunds' })).toHaveLength(230);
  expect(asked.map(({ searchParams }) => searchParams.get('starting_after'))).toEqual([null, '100', '200']);
  asked = [];
  const found = await findIn<{ id: string }>({ path: 'refunds' }, ({ id }) => id === '120');
  expect(found).toEqual({ state: 'found', item: { id: '120' } });
  expect(asked).toHaveLength(2);
  expect(await findIn({ path: 'refunds' }, () => false)).toEqual({ state: 'absent' });
  listOf(1001);
  expect(await findIn({ path: 'refunds' }, () => false)).toMatchObject({ state: 'unknown' });
  // A payment has at most 10,000 captures and refunds. The adapter reads up to 11,000, and refuses a longer list.
  listOf(10_001);
  expect(await allOf({ path: 'refunds' })).toHaveLength(10_001);
  listOf(11_001);
  await expect(allOf({ path: 'refunds' })).rejects.toThrow('Stripe does not show refunds: too many to read');
});

test('the search for a refund ends at refunds that are older than the request, however many a payment has', async () => {
  const [hour, now] = [60 * 60, Math.floor(Date.now() / 1000)];
  const refund = (n: number) => ({ id: `re_${n}`, created: now - n * 40, metadata: {} });
  answer = ({ searchParams }) => {
    const after = Number(searchParams.get('starting_after')?.slice('re_'.length) ?? 0);
    const data = Array.from({ length: 100 }, (_, n) => refund(after + n + 1));
    return [200, { object: 'list', data, has_more: true }];
  };
  const asking = (seconds: number) =>
    find(
      movement('refund', { reference: 'pi_1', manyCaptures: false }, 100, {
        id: newId((now - seconds) * 1000),
      }),
    );
  expect([await asking(0), asked.length]).toEqual([{ state: 'absent' }, 6]);
  asked = [];
  // Clocks may differ by six hours, which are 540 of these refunds.
  expect([await asking(hour), asked.length]).toEqual([{ state: 'absent' }, 7]);
});

test('a page names the next page, and a refused page is an error instead of the end of the list', async () => {
  listOf(101);
  const first = await pageOf<{ id: string }>({ path: 'payouts' }, undefined);
  expect([first.items.length, first.next]).toEqual([100, '100']);
  expect(await pageOf({ path: 'payouts' }, first.next)).toEqual({ items: [{ id: '101' }], next: undefined });
  answer = refusal(403, 'more_permissions_required');
  await expect(pageOf({ path: 'payouts' }, undefined)).rejects.toThrow('Stripe does not show payouts: 403');
  await expect(allOf({ path: 'refunds' })).rejects.toThrow('Stripe does not show refunds: 403');
  expect(await findIn({ path: 'refunds' }, () => true)).toEqual({
    state: 'unknown',
    cause: '403 more_permissions_required',
  });
});

test.each([
  [{ automatic: true, reconciliation_status: 'completed' }, 'ready'],
  [{ automatic: true, reconciliation_status: 'in_progress' }, 'later'],
  [{ automatic: true, reconciliation_status: 'not_applicable' }, 'none'],
  [{ automatic: true }, 'ready'],
  // Stripe does not list the content of a payout by hand, whatever its reconciliation status says.
  [{ automatic: false, reconciliation_status: 'completed' }, 'none'],
  [{ reconciliation_status: 'completed' }, 'none'],
])('the contents of a payout with %j are: %s', async (fields, contents) => {
  const payout = { id: 'po_1', status: 'paid', amount: 500, currency: 'jpy', created: 1_770_000_000 };
  answer = () => [200, { object: 'payout', ...payout, ...fields }];
  expect(await findPayout('acct_1', 'po_1')).toMatchObject({ amount: 500, currency: 'JPY', contents });
});

test.each([
  ['pending', 'pending'],
  ['in_transit', 'in_transit'],
  ['paid', 'paid'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
  ['a_status_of_later', 'pending'],
])('a payout that Stripe calls %s is %s, and has the trace that its bank knows', async (status, expected) => {
  const payout = { id: 'po_1', status, amount: -500, currency: 'eur', created: 1_770_000_000 };
  const read = async (more: object) => {
    answer = () => [200, { object: 'payout', ...payout, ...more }];
    return findPayout('acct_1', 'po_1');
  };
  const trace_id = { status: 'supported', value: 'trace-1' };
  expect(await read({ trace_id })).toMatchObject({ status: expected, amount: -500, trace: 'trace-1' });
  for (const none of [{}, { trace_id: null }, { trace_id: { status: 'pending', value: null } }])
    expect(await read({ arrival_date: null, ...none })).toMatchObject({
      trace: undefined,
      arrival: undefined,
    });
});

test('payouts are listed since a whole second, with their arrival as a day in UTC', async () => {
  const payout = { id: 'po_1', status: 'new', amount: 500, currency: 'kwd', created: 1_770_000_000 };
  answer = () => [
    200,
    { data: [{ ...payout, arrival_date: 1_770_076_799 }], object: 'list', has_more: false },
  ];
  const { payouts } = await listPayouts('acct_1', 1_770_000_000_999);
  expect(asked[0]?.searchParams.get('created[gte]')).toBe('1770000000');
  const created = '2026-02-02T02:40:00.000Z';
  expect(payouts).toMatchObject([{ status: 'pending', amount: 500, arrival: '2026-02-02', created }]);
});

/** A balance transaction of the account. Each has its own id. */
const booked = (id: string, net: number, fee = 0, more = {}) => ({
  ...{ id, net, fee, amount: net + fee, currency: 'eur', exchange_rate: null, available_on: 1_770_000_000 },
  created: 1_769_000_000,
  ...more,
});

test.each([
  [[], 'won'],
  [[booked('txn_1', -1500, 1500)], 'lost'],
  [[booked('txn_1', -2500, 1500), booked('txn_2', 2500, -1500)], 'won'],
])('a dispute that was prevented with the balance transactions %j is %s', async (entries, status) => {
  const dispute = { id: 'du_1', payment_intent: 'pi_1', amount: 1000, currency: 'eur', status: 'prevented' };
  const rest = { reason: 'general', created: 1_770_000_000, balance_transactions: entries };
  answer = ({ pathname }) =>
    pathname.endsWith('/balance_transactions')
      ? [200, { object: 'list', data: entries, has_more: false }]
      : [200, { object: 'dispute', ...dispute, ...rest }];
  expect(await findDispute('acct_1', 'du_1')).toMatchObject({ status, amount: 1000 });
});

test('a dispute without a deadline is due at its creation, and one of a charge without an intent names no payment', async () => {
  const dispute = { id: 'du_1', amount: 1000, currency: 'ugx', status: 'lost', reason: 'general' };
  const read = async (more: object) => {
    const rest = { payment_intent: null, created: 1_770_000_000, balance_transactions: [] };
    answer = ({ pathname }) => [
      200,
      pathname.endsWith('balance_transactions')
        ? { object: 'list', data: [], has_more: false }
        : { object: 'dispute', ...dispute, ...rest, ...more },
    ];
    return findDispute('acct_1', 'du_1');
  };
  const [created, later] = ['2026-02-02T02:40:00.000Z', '2026-02-03T00:00:00.000Z'];
  for (const none of [{}, { evidence_details: { due_by: null } }])
    expect(await read(none)).toMatchObject({ due: created, payment: undefined, amount: 10, currency: 'UGX' });
  expect(await read({ evidence_details: { due_by: 1_770_076_800 } })).toMatchObject({ due: later });
});

test('a payment has its captures and refunds with the oldest first', async () => {
  const intent = { id: 'pi_1', status: 'succeeded', amount: 1000, amount_received: 900, currency: 'eur' };
  const refund = (n: number) => ({
    ...{ id: `re_${n}`, amount: n, status: 'succeeded', metadata: null },
    balance_transaction: booked(`txn_r${n}`, -n),
  });
  const lists: Record<string, object[]> = {
    balance_transactions: [booked('txn_2', 600), booked('txn_1', 300)].map((entry) => ({
      ...entry,
      type: 'charge',
    })),
    refunds: [refund(2), refund(1)],
  };
  answer = ({ pathname }) => {
    const data = lists[pathname.slice('/v1/'.length)];
    return [
      200,
      data
        ? { object: 'list', data, has_more: false }
        : { object: 'payment_intent', ...intent, latest_charge: 'ch_1' },
    ];
  };
  const { captures = [], refunds = [], ended } = (await findPayment('acct_1', 'pi_1')) ?? {};
  expect([captures.map(({ amount }) => amount), refunds.map(({ reference }) => reference), ended]).toEqual([
    [300, 600],
    ['re_1', 're_2'],
    true,
  ]);
});

/** Makes Stripe answer with these lists, by their paths, and with the object at every other path. */
function show(object: object, lists: Record<string, object[]> = {}): void {
  answer = ({ pathname }) => {
    const data = lists[pathname.slice('/v1/'.length)];
    return [200, data ? { object: 'list', data, has_more: false } : { object: 'thing', ...object }];
  };
}

test('a payment has its sums in minor units, and the outcome of each refund', async () => {
  const operation = newId();
  const [currency, type] = ['ugx', 'payment'];
  const refund = (n: number, status: string, over: object = {}) => ({
    ...{ id: `re_${n}`, amount: n * 100, status, metadata: null, balance_transaction: null, ...over },
  });
  const own = {
    metadata: { florin: operation },
    balance_transaction: booked('txn_3', -400, 0, { currency }),
  };
  const failure_balance_transaction = booked('txn_4', 500, 0, { currency });
  show(
    {
      id: 'pi_1',
      status: 'requires_capture',
      amount: 100_000,
      amount_received: 90_000,
      currency,
      latest_charge: 'ch_1',
    },
    {
      balance_transactions: [
        booked('txn_5', -400, 0, { currency, type: 'refund' }),
        booked('txn_2', 59_000, 1000, { currency, type }),
        booked('txn_1', 30_000, 0, { currency, type: 'charge' }),
      ],
      refunds: [
        refund(7, 'pending', { balance_transaction: 'txn_6' }),
        refund(6, 'canceled'),
        refund(5, 'failed', { failure_balance_transaction }),
        refund(4, 'succeeded', own),
      ],
    },
  );
  const payment = await findPayment('acct_1', 'pi_1');
  expect(payment).toMatchObject({ currency: 'UGX', authorized: 1000, captured: 900, ended: false });
  expect(payment?.captures).toMatchObject([
    { amount: 300, figures: { reference: 'txn_1', net: 300, fee: 0 } },
    { amount: 600, figures: { reference: 'txn_2', net: 590, fee: 10 } },
  ]);
  const none = { operation: undefined, figures: undefined, returned: undefined, ended: true };
  expect(payment?.refunds).toMatchObject([
    { ...none, reference: 're_4', amount: 4, operation, figures: { net: -4 }, ended: false },
    { ...none, reference: 're_5', amount: 5, returned: { reference: 'txn_4', net: 5 } },
    { ...none, reference: 're_6', amount: 6 },
    { ...none, reference: 're_7', amount: 7, ended: false },
  ]);
  expect(
    asked.map(({ searchParams }) => searchParams.get('source') ?? searchParams.get('payment_intent')),
  ).toEqual([null, 'ch_1', 'pi_1']);
});

test('captures in another currency have the amounts of the payment’s currency, which add up', async () => {
  const exchanged = (id: string, net: number) => booked(id, net, 10, { type: 'charge', exchange_rate: 0.61 });
  show(
    {
      id: 'pi_1',
      status: 'succeeded',
      amount: 3000,
      amount_received: 3000,
      currency: 'jpy',
      latest_charge: { id: 'ch_1' },
    },
    { balance_transactions: [exchanged('txn_2', 1210), exchanged('txn_1', 600)], refunds: [] },
  );
  const { captures = [] } = (await findPayment('acct_1', 'pi_1')) ?? {};
  expect(captures).toMatchObject([
    { amount: 1000, figures: { currency: 'EUR', net: 600, fee: 10, rate: expect.closeTo(0.0061, 8) } },
    { amount: 2000, figures: { net: 1210 } },
  ]);
});

test.each([
  ['requires_capture', false],
  ['processing', false],
  ['succeeded', true],
  ['canceled', true],
])('a payment without a capture that Stripe calls %s has ended: %p', async (status, ended) => {
  const card = { capture_before: 1_770_000_000 };
  const latest_charge = { id: 'ch_1', balance_transaction: null, payment_method_details: { card } };
  show({ id: 'pi_1', status, amount: 100, amount_received: 0, currency: 'eur', latest_charge });
  const captureBefore = status === 'requires_capture' ? '2026-02-02T02:40:00.000Z' : undefined;
  expect(await findPayment('acct_1', 'pi_1')).toEqual({
    ...{ currency: 'EUR', authorized: 100, captured: 0, captures: [], refunds: [], ended, captureBefore },
  });
  expect(asked).toHaveLength(1);
});

const dispute = {
  ...{ id: 'du_1', payment_intent: 'pi_1', amount: 1000, currency: 'ugx', reason: 'general' },
  ...{ created: 1_770_000_000, balance_transactions: [] },
};

test('disputes, books and the contents of a payout are listed for the time or payout that is asked for', async () => {
  const entry = booked('txn_1', 500, 0, { type: 'charge', created: 1_770_000_000, source: 'ch_1' });
  const lists = { disputes: [{ ...dispute, status: 'lost' }], balance_transactions: [entry] };
  show({ ...entry, object: 'balance_transaction' }, lists);
  const sentBy = async (work: () => Promise<object>) => {
    asked = [];
    const found = await work();
    const [url] = asked;
    return [url?.pathname.slice('/v1/'.length), Object.fromEntries(url?.searchParams ?? []), found];
  };
  const [since, until] = [1_770_000_000_999, 1_770_086_400_999];
  const page = { limit: '100' };
  const entries = [{ reference: 'txn_1', net: 500 }];
  expect(await sentBy(() => listDisputes('acct_1', since))).toMatchObject([
    'disputes',
    { ...page, 'created[gte]': '1770000000' },
    { disputes: [{ reference: 'du_1', status: 'lost' }] },
  ]);
  const expanded = { ...page, 'expand[0]': 'data.source' };
  const [path, query, books] = await sentBy(() => listBalanceTransactions('acct_1', { since, until }));
  expect([path, query]).toEqual([
    'balance_transactions',
    { ...expanded, 'created[gte]': '1770000000', 'created[lt]': '1770086400' },
  ]);
  expect(books).toMatchObject({ entries });
  expect((await sentBy(() => listBalanceTransactions('acct_1', { since })))[1]).toEqual({
    ...{ ...expanded, 'created[gte]': '1770000000' },
  });
  expect(await sentBy(() => listPayoutEntries('acct_1', 'po_1'))).toMatchObject([
    'balance_transactions',
    { ...page, payout: 'po_1' },
    { entries },
  ]);
  for (const source of ['po_1', 're_1'])
    expect(await sentBy(() => findBalanceTransactions('acct_1', source))).toMatchObject([
      'balance_transactions',
      { ...expanded, source },
      entries,
    ]);
  expect(await sentBy(() => findBalanceTransactions('acct_1', 'txn_1'))).toMatchObject([
    'balance_transactions/txn_1',
    { 'expand[0]': 'source' },
    entries,
  ]);
});

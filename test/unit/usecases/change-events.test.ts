import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { idTime } from '../../../functions/core/domain/id.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/webhooks/events-of-change.ts')),
}));

const dispute: Dispute = {
  id: 'd'.repeat(24),
  merchantId: 'a'.repeat(24),
  transactionId: 'b'.repeat(24),
  amount: 4000,
  reason: { code: 83, title: 'Fraud, card-absent environment' },
  due: '2026-03-27T12:00:00.000Z',
  status: 'open',
};

/** The types of the events that follow when a dispute changes from `before` to `now`; undefined for a missing dispute. */
function typesOf(before: Dispute | undefined, now: Dispute | undefined): string[] {
  const item = (each: Dispute | undefined) => each && { pk: `dispute#${each.id}`, sk: 'alert', ...each };
  return own
    .eventsOfChange({ id: '1', at: Date.now(), before: item(before), now: item(now) })
    .map(({ type }) => type);
}

test.each([
  ['amount', { amount: 3000 }],
  ['deadline', { due: '2026-03-28T12:00:00.000Z' }],
  ['status', { status: 'inquiry' }],
] as const)('a change of a dispute’s %s alone is an event', (_, change) => {
  expect(typesOf(dispute, { ...dispute, ...change })).toEqual(['dispute.updated']);
});

test('a dispute is an event when it opens, and none when only internal fields change, or when it ends', () => {
  expect(typesOf(undefined, dispute)).toEqual(['dispute.opened']);
  expect(typesOf(dispute, { ...dispute, reason: { code: 83, title: 'Fraud' } })).toEqual([]);
  // The trail of its transaction shows the outcome.
  for (const status of ['won', 'lost'] as const) expect(typesOf(dispute, { ...dispute, status })).toEqual([]);
  expect(typesOf(dispute, undefined)).toEqual([]);
});

const merchantId = dispute.merchantId;
const at = Date.parse('2026-11-24T12:00:00.000Z');
const ids = ['1', '2', '3'].map((digit) => digit.repeat(24));

/** The events of a change between two states of an item; undefined for a missing item. */
const eventsOf = (pk: string, sk: string, before: object | undefined, now: object | undefined) => {
  const item = (each: object | undefined) => each && { pk, sk, ...each };
  return own.eventsOfChange({ id: 'record', at, before: item(before), now: item(now) });
};

describe('events of a transaction:', () => {
  const id = 'e'.repeat(24);
  const header = { merchantId, test: true, entries: 0, funding: { flat: { amount: 0 } } };
  const entry = (n: number, letter: string, more = {}) => ({
    ...{ i: Buffer.from(ids[n] ?? '', 'hex'), [letter]: 100, b: 100, ...more },
  });
  const disputeOfEntry = { x: Buffer.from(dispute.id, 'hex') };
  const shown = (before: object | undefined, now: object | undefined) =>
    eventsOf(`tx#${id}`, '#', before && { ...header, ...before }, now && { ...header, ...now }).map(
      ({ type, source, sequence, merchantId: of }) => ({ type, source, sequence, of }),
    );

  test.each([
    ['created', {}],
    ['declined', { error: { code: 25 } }],
  ])('a new transaction has the event `%s`', (type, more) => {
    const event = { type: `transaction.${type}`, source: id, sequence: 0, of: merchantId };
    expect(shown(undefined, more)).toEqual([event]);
  });

  test('each new entry of the trail is an event, numbered by its place', () => {
    const event = (type: string, n: number) => ({ type, source: ids[n], sequence: n + 1, of: merchantId });
    const entries = (...all: object[]) => ({ entries: all.length, tail: all });
    const [increment, capture, refund] = [entry(0, 'a'), entry(1, 'c'), entry(2, 'r')];
    expect(shown(entries(increment), entries(increment, capture, refund))).toEqual([
      event('transaction.captured', 1),
      event('transaction.refunded', 2),
    ]);
    expect(shown(undefined, entries(increment))).toMatchObject([
      { type: 'transaction.created', sequence: 0 },
      event('transaction.incremented', 0),
    ]);
    expect(shown(entries(), entries(entry(0, 'v')))).toEqual([event('transaction.voided', 0)]);
    const steps = { w: 'won', l: 'lost', o: 'funds_withdrawn', n: 'funds_reinstated' };
    for (const [letter, type] of Object.entries(steps))
      expect(shown({}, entries(entry(0, letter, disputeOfEntry)))).toEqual([event(`dispute.${type}`, 0)]);
  });

  test('later figures are an event, each time that more are known', () => {
    const known = (figuresKnown: number) => ({
      ...{ type: 'transaction.figures_known', source: `${id} ${figuresKnown}`, sequence: undefined },
      of: merchantId,
    });
    expect(shown({}, { figuresKnown: 1 })).toEqual([known(1)]);
    expect(shown({ figuresKnown: 1 }, { figuresKnown: 2 })).toEqual([known(2)]);
    expect(shown({ figuresKnown: 2 }, { figuresKnown: 2 })).toEqual([]);
  });

  test('the warning before the end of an authorization is one event, named by the end', () => {
    const acquirer = { captureBefore: '2026-11-30T00:00:00.000Z' };
    const ending = { type: 'transaction.expiring', source: `${id} ${acquirer.captureBefore}` };
    expect(shown({ acquirer }, { acquirer, endsSoon: true })).toMatchObject([ending]);
    expect(shown({ acquirer, endsSoon: true }, { acquirer, endsSoon: true })).toEqual([]);
    expect(shown({ acquirer, endsSoon: true }, { acquirer })).toEqual([]);
  });

  test('a change of internal fields, or an expiry, has no event', () => {
    expect(shown({}, { lane: 1 })).toEqual([]);
    expect(shown({}, undefined)).toEqual([]);
  });
});

test('a new fraud alert and a new payout are events, and other lines, changes and deletions have no event', () => {
  const fraud = { id: ids[0], merchantId, transactionId: ids[1], sequence: 2 };
  const [pk, line] = ['line#1', { id: ids[0], merchantId, test: true, kind: 'payout' }];
  expect(eventsOf('fraud#1', 'alert', undefined, fraud)).toMatchObject([
    { type: 'fraud.reported', merchantId, source: ids[0], sequence: 2 },
  ]);
  expect(eventsOf(pk, '#', undefined, line)).toMatchObject([
    { type: 'payout.created', merchantId, source: ids[0] },
  ]);
  for (const kind of ['capture', 'refund', 'dispute', 'fee'])
    expect(eventsOf(pk, '#', undefined, { ...line, kind })).toEqual([]);
  for (const now of [line, undefined]) expect(eventsOf(pk, '#', line, now)).toEqual([]);
  for (const now of [fraud, undefined]) expect(eventsOf('fraud#1', 'alert', fraud, now)).toEqual([]);
});

test('the event of a new item has the time of its id, so that a repeated record makes the same event', () => {
  const [id = '', entry = ''] = ids;
  const timesOf = (pk: string, now: object) => eventsOf(pk, '#', undefined, now).map((event) => event.at);
  const tail = [{ i: Buffer.from(entry, 'hex'), c: 100, b: 100 }];
  const header = { merchantId, test: true, entries: 1, tail, funding: { flat: { amount: 0 } } };
  expect(timesOf(`tx#${id}`, header)).toEqual([idTime(id), idTime(entry)]);
  for (const [pk, more] of [
    ['fraud#1', {}],
    ['dispute#1', dispute],
    ['line#1', { kind: 'payout' }],
  ] as const)
    expect(timesOf(pk, { merchantId, ...more, id })).toEqual([idTime(id)]);
});

test('an operation is an event when it has stayed open for a while, and when it closes after that', () => {
  const item = (state: string, more = {}) => ({
    operation: JSON.stringify({ id: ids[0], merchantId, state }),
    ...(state === 'open' && { listPk: 'operations' }),
    ...more,
  });
  const open = item('open');
  const [stayed, approved] = [item('open', { stayed: true }), item('approved', { stayed: true })];
  const types = (before: object | undefined, now: object | undefined) =>
    eventsOf('operation#1', '#', before, now).map(({ type, source }) => [type, source]);
  expect(types(open, stayed)).toEqual([['operation.open', `${ids[0]} open`]]);
  // A request may have read the operation before it was marked, and then closes it without the mark.
  for (const closed of [approved, item('approved')])
    expect(types(stayed, closed)).toEqual([['operation.settled', `${ids[0]} approved`]]);
  for (const [before, now] of [
    [undefined, open],
    [undefined, stayed],
    [open, open],
    [stayed, stayed],
    [open, item('approved')],
    [approved, approved],
    [stayed, undefined],
  ])
    expect(types(before, now)).toEqual([]);
});

test('an accepted operation is one event, and its end is another', () => {
  const item = (state: string, more = {}) => ({
    operation: JSON.stringify({ id: ids[0], merchantId, state }),
    ...(state !== 'approved' && { listPk: 'operations' }),
    ...more,
  });
  const stayed = { stayed: true };
  const [open, accepted, approved] = [item('open'), item('accepted', stayed), item('approved', stayed)];
  const types = (before: object, now: object) =>
    eventsOf('operation#1', '#', before, now).map(({ type, source }) => [type, source]);
  const event = [['operation.accepted', `${ids[0]} accepted`]];
  expect(types(open, accepted)).toEqual(event);
  expect(types(item('open', stayed), accepted)).toEqual(event);
  expect(types(accepted, accepted)).toEqual([]);
  expect(types(accepted, approved)).toEqual([['operation.settled', `${ids[0]} approved`]]);
});

describe('events of a merchant:', () => {
  const types = (sk: string, before: object | undefined, now: object | undefined) =>
    eventsOf(`merchant#${merchantId}`, sk, before, now).map(({ type, source, merchantId: of }) => [
      type,
      source,
      of,
    ]);
  const event = (type: string) => [[type, 'record', merchantId]];

  test('a change of a field that members change is an event, and any other change is none', () => {
    const merchant = { test: true, name: 'Tea', notifications: { disputes: true, payouts: true } };
    const updated = (change: object) => types('#merchant', merchant, { ...merchant, ...change });
    for (const change of [{ name: 'Coffee' }, { color: '#ffffff' }, { notifications: { disputes: false } }])
      expect(updated(change)).toEqual(event('merchant.updated'));
    expect(updated({ notifications: { payouts: true, disputes: true } })).toEqual([]);
    expect(updated({ lanes: 2 })).toEqual([]);
    expect(types('#merchant', undefined, merchant)).toEqual([]);
    expect(types('#merchant', merchant, undefined)).toEqual([]);
  });

  test('a change of what its live account can do is an event', () => {
    const [able, unable] = [{}, { disabled: true }].map((acquirer) => ({ test: false, acquirer }));
    expect(types('#merchant', able, unable)).toEqual(event('merchant.integration_disabled'));
    expect(types('#merchant', unable, able)).toEqual(event('merchant.integration_enabled'));
  });

  test('a new and a removed app or user are events, other than the founding app; changes have no event', () => {
    for (const kind of ['app', 'user']) {
      const [sk, member] = [`${kind}#${ids[0]}`, { id: ids[0] }];
      expect(types(sk, undefined, member)).toEqual(event(`${kind}.added`));
      expect(types(sk, member, undefined)).toEqual(event(`${kind}.removed`));
      expect(types(sk, member, { ...member, role: 'owner' })).toEqual([]);
      expect(types(sk, undefined, { ...member, founding: true })).toEqual([]);
    }
    expect(types('webhooks', undefined, { webhooks: 1 })).toEqual([]);
    expect(types('webhooks', { webhooks: 1 }, undefined)).toEqual([]);
  });
});

describe('the data of an event', () => {
  const dataOf = (...change: Parameters<typeof eventsOf>) => eventsOf(...change)[0]?.data();
  const storeMerchant = (test: boolean) => {
    const key = own.merchantKey(merchantId);
    const merchant = { ...someMerchant(), id: merchantId, test, name: 'Newest' };
    return own.transact([{ item: own.put({ ...merchant, ...key }) }]);
  };

  test.each([true, false])(
    'the data of an event says whether the merchant is a test one: %s',
    async (isTest) => {
      await storeMerchant(isTest);
      const alert = { id: ids[0], merchantId, transactionId: ids[1], reason: 1 };
      await own.transact([{ item: own.put({ ...own.alertKey('dispute', dispute.id), ...dispute }) }]);
      const step = { i: Buffer.from(ids[0] ?? '', 'hex'), o: 100, b: 100, x: Buffer.from(dispute.id, 'hex') };
      const header = { merchantId, test: isTest, entries: 1, tail: [step], funding: { flat: { amount: 0 } } };
      const merchant = { ...someMerchant(), id: merchantId, test: isTest };
      const operation = { id: ids[0], merchantId, state: 'open', kind: 'authorize', draft: {} };
      const open = { operation: JSON.stringify(operation), listPk: 'operations' };
      for (const [change, object] of [
        [
          [`merchant#${merchantId}`, 'app#1', undefined, { id: ids[0], name: 'Till' }],
          { app: { name: 'Till' } },
        ],
        [
          [`merchant#${merchantId}`, 'user#1', { id: ids[0], email: 'a@b.c' }, undefined],
          { user: { email: 'a@b.c' } },
        ],
        [['dispute#1', 'alert', undefined, dispute], { dispute: { id: dispute.id } }],
        [[`tx#${ids[1]}`, '#', { ...header, entries: 0, tail: [] }, header], { dispute: { id: dispute.id } }],
        // The event shows the change, even if the merchant has changed again since.
        [
          [`merchant#${merchantId}`, '#merchant', { ...merchant, name: 'Old' }, { ...merchant, name: 'New' }],
          { merchant: { name: 'New' } },
        ],
        [['dispute#1', 'alert', dispute, { ...dispute, amount: 1 }], { dispute: { amount: 1 } }],
        // A payment of a test merchant by a method is an operation as well.
        [
          ['operation#1', '#', open, { ...open, stayed: true }],
          { operation: { id: ids[0], authorization: true } },
        ],
        [['fraud#1', 'alert', undefined, alert], { fraud: { reason: 1 } }],
        [
          ['line#1', '#', undefined, { ...alert, test: isTest, kind: 'payout', amount: { amount: 5 } }],
          { line: { payout: true, amount: { amount: 5 } } },
        ],
      ] as [Parameters<typeof eventsOf>, object][])
        expect(await dataOf(...change)).toMatchObject({ test: isTest, data: object });
    },
  );

  test('the data of an event of an operation is marked as not of test mode', async () => {
    const operation = { id: ids[0], merchantId, state: 'open', kind: 'capture', transactionId: ids[1] };
    const item = { operation: JSON.stringify(operation), listPk: 'operations' };
    expect(await dataOf('operation#1', '#', item, { ...item, stayed: true })).toMatchObject({
      ...{ test: false, data: { operation: { capture: true, transactionId: ids[1] } } },
    });
  });
});

test('other items have no events', () => {
  for (const [before, now] of [
    [undefined, {}],
    [{}, {}],
    [{}, undefined],
  ])
    expect(eventsOf('card#1', '#', before, now)).toEqual([]);
});

import type { Line, Movement, TrailEntry } from '../../../functions/core/domain/transactions/transaction.ts';
import type { WaitingEntry } from '../../../functions/core/domain/transactions/waiting-entry.ts';
import type { TrailPart } from '../../../functions/core/store/transactions/trail.ts';
import type { TransactionState } from '../../../functions/core/store/transactions/transaction-item.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/domain/transactions/transaction.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/due-figures.ts')),
  ...(await import('../../../functions/core/store/transactions/write-figures.ts')),
  ...(await import('../../../functions/core/store/transactions/movement-writes.ts')),
  ...(await import('../../../functions/core/store/transactions/trail.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
}));

const isStale = { name: 'StaleRead' };

const newTransaction = (merchant = someMerchant()) =>
  own.openTransaction(merchant, {
    ...{ id: own.newId(), currency: 'EUR', amount: 100, descriptor: 'Shop', recurring: false },
    card: { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } },
  });

/** The state of a new transaction of EUR 1.00, and a function that reads its present state. */
async function makeAuthorization(unvouched?: { app: string; days: number }) {
  const transaction = newTransaction();
  await own.createTransaction(transaction, {}, { merchant: { unvouched }, alongside: [] });
  const now = async () => (await own.getTransactionState(transaction.id)) as TransactionState;
  return { read: await now(), now };
}

const apply = (read: TransactionState, movement: Movement) => own.applyToTransaction(read, movement, []);

const voided = (amount: number, more: Partial<Movement> = {}): Movement => ({
  entry: own.moneylessEntry('void', amount, Date.now()),
  change: { pendingAmount: -amount, voidedAmount: amount },
  ...more,
});

/** Opens a void at the acquirer, whose entry comes only with the answer. @param closes the operation before the void */
const opening = (amount: number, closes?: string) =>
  ({
    change: { pendingAmount: -amount },
    operation: { opens: { id: own.newId(), kind: 'void', amount }, closes },
  }) satisfies Movement;

/** Changes of a transaction between its read and its write. */
const changes: Record<string, (read: TransactionState) => Promise<void>> = {
  'another entry': (read) => apply(read, voided(1)),
  'a dispute, which has no entry': (read) => apply(read, { change: { disputedAmount: 1 } }),
  'the end of its expiry': ({ id }) =>
    own.transact([{ item: own.update(own.transactionKey(id), 'REMOVE expires', {}) }]),
};

test.each(Object.keys(changes))('a movement fails after %s, and gets the present state', async (name) => {
  const { read, now } = await makeAuthorization({ app: own.newId(), days: 1 });
  await changes[name]?.(read);
  const present = await now();
  await expect(apply(read, voided(10))).rejects.toMatchObject({ ...isStale, now: present });
  expect(await now()).toEqual(present);
  await apply(present, voided(10));
  expect(await now()).toMatchObject({ entries: present.entries + 1 });
});

const figuresKnown = (id: string, value: number) =>
  own.transact([
    { item: own.update(own.transactionKey(id), 'SET figuresKnown = :known', { ':known': value }) },
  ]);

test.each([
  ['another entry', changes['another entry']],
  ['a dispute', changes['a dispute, which has no entry']],
  ['figures of an entry', ({ id }: TransactionState) => figuresKnown(id, 1)],
])(
  'a movement that is in conflict with a write of %s is decided again, and not sent again',
  async (_, change) => {
    const { read } = await makeAuthorization();
    const { pk } = own.transactionKey(read.id);
    let attempts = 0;
    own.proxy.instead = async (_, body) => {
      if (!body.includes('"-10"') || attempts++ > 0) return undefined;
      await change?.(read);
      const CancellationReasons = JSON.parse(body).TransactItems.map((write: object) => ({
        Code: JSON.stringify(write).includes(`"${pk}"`) ? 'TransactionConflict' : 'None',
      }));
      return failure('TransactionCanceledException', { CancellationReasons });
    };
    await expect(apply(read, voided(10))).rejects.toMatchObject(isStale);
    expect(attempts).toBe(1);
    own.proxy.instead = undefined;
  },
);

test('a movement fails if an open operation has left less than its guard, to the cent', async () => {
  const { read, now } = await makeAuthorization();
  await apply(read, opening(60));
  const guarded = (atLeast: number) => apply(read, voided(1, { guard: { field: 'pendingAmount', atLeast } }));
  await expect(guarded(41)).rejects.toMatchObject(isStale);
  await guarded(40);
  expect(await now()).toMatchObject({ pendingAmount: 39, voidedAmount: 1 });
});

test('a transaction has one open operation, which only its own end or its successor closes', async () => {
  const { read, now } = await makeAuthorization();
  const [first, next] = [opening(10), opening(20)];
  const closing = (id: string) => ({ change: { voidedAmount: 10 }, operation: { closes: id } });
  await apply(read, first);
  const { id } = first.operation.opens;
  for (const wrong of [next, opening(20, next.operation.opens.id)])
    await expect(apply(read, wrong)).rejects.toMatchObject(isStale);
  const open = await now();
  await expect(apply(open, closing(next.operation.opens.id))).rejects.toMatchObject(isStale);
  await apply(open, {
    ...next,
    change: { pendingAmount: -20, voidedAmount: 10 },
    operation: { ...next.operation, closes: id },
  });
  expect(await now()).toMatchObject({ pendingAmount: 70, voidedAmount: 10, operation: next.operation.opens });
  await expect(apply(open, closing(id))).rejects.toMatchObject(isStale);
});

test('a movement that must be alone fails if an operation was opened, replaced or closed since the read', async () => {
  const { read, now } = await makeAuthorization();
  const alone = voided(1, { alone: true });
  const first = opening(10);
  await apply(read, first);
  const open = await now();
  await expect(apply(read, alone)).rejects.toMatchObject(isStale);
  await apply(open, { change: { pendingAmount: 10 }, operation: { closes: first.operation.opens.id } });
  await expect(apply(open, alone)).rejects.toMatchObject(isStale);
  await apply(await now(), opening(20));
  await expect(apply(open, alone)).rejects.toMatchObject(isStale);
  await apply(await now(), alone);
  expect(await now()).toMatchObject({ pendingAmount: 79, voidedAmount: 1 });
});

test('a second transaction with an id is a conflict, and changes nothing', async () => {
  const transaction = newTransaction();
  const create = (amount: number) =>
    own.createTransaction(
      { ...transaction, amount, pendingAmount: amount },
      {},
      { merchant: {}, alongside: [] },
    );
  await create(100);
  await expect(create(200)).rejects.toMatchObject({ name: 'Conflict' });
  expect(await own.getTransaction(transaction.id)).toMatchObject({ amount: 100, pendingAmount: 100 });
});

test('a transaction stores the details that it has, and the lanes of a busy merchant', async () => {
  const stored = async (details: object, lanes?: number) => {
    const transaction = newTransaction();
    await own.createTransaction(transaction, details, { merchant: { lanes }, alongside: [] });
    const item = await own.get({ ...own.transactionKey(transaction.id), sk: 'details' });
    const { custom, credential, agreement, text } = (await own.getTransaction(transaction.id)) ?? {};
    const state = await own.getTransactionState(transaction.id);
    return [item !== undefined, { custom, credential, agreement, text }, state?.lanes];
  };
  const all = { custom: { a: 1 }, credential: 'c', agreement: ['x'], text: 'Tea' };
  expect(await stored({})).toEqual([false, {}, undefined]);
  expect(await stored({ text: 'Tea' }, 1)).toEqual([true, { text: 'Tea' }, undefined]);
  expect(await stored(all, 8)).toEqual([true, all, 8]);
});

test('only a payment that holds money is among the pending ones, and a declined one is among its kind', async () => {
  const merchant = someMerchant();
  const listed = async (filter: object) => {
    const ids = [];
    for await (const { id } of own.listTransactions(merchant.id, { limit: 9, ...filter })) ids.push(id);
    return ids;
  };
  const create = async (over: object) => {
    const transaction = { ...newTransaction(merchant), ...over };
    await own.createTransaction(transaction, {}, { merchant: {}, alongside: [] });
    return transaction.id;
  };
  const holding = await create({});
  const empty = await create({ amount: 0, pendingAmount: 0 });
  const declined = await create({ error: 7, pendingAmount: 0 });
  expect(await listed({})).toEqual([declined, empty, holding]);
  expect(await listed({ pending: true })).toEqual([holding]);
  expect([await listed({ successful: true }), await listed({ successful: false })]).toEqual([
    [empty, holding],
    [declined],
  ]);
  expect(await listed({ successful: false, pending: true })).toEqual([]);
  // The link does not exist. A payment with it fails, but a decline is stored, as a link does not count its declines.
  const linkId = own.newId();
  await expect(create({ linkId })).rejects.toMatchObject({ name: 'LinkEnded' });
  expect(await create({ linkId, error: 7, pendingAmount: 0 })).toBeDefined();
  expect([await listed({ test: false }), (await listed({ test: true })).length]).toEqual([[], 4]);
});

/** Cuts the answers of the engine to reads of the table that match. */
function cutReads(matches: (query: Record<string, unknown>) => boolean, keep: (sk: string) => boolean) {
  const ask = callEngine(own.engine);
  own.proxy.instead = async (operation, body) => {
    const query = JSON.parse(body);
    if (operation !== 'Query' || query.IndexName || !matches(query)) return undefined;
    const page = await ask('Query', query);
    const Items = page.Items.filter(({ sk }: { sk: { S: string } }) => keep(sk.S));
    return { status: 200, headers: {}, body: JSON.stringify({ ...page, Items }) };
  };
}

test('a transaction has its details and its trail although a read or the index lacks its other items so far', async () => {
  const merchant = someMerchant();
  const transaction = newTransaction(merchant);
  const { id } = transaction;
  // In lists, a transaction shows its custom data and its trail. The rest is read with the transaction alone.
  const details = { custom: { a: 1 }, credential: 'c' };
  await own.createTransaction(transaction, details, { merchant: {}, alongside: [] });
  const bare = newTransaction(merchant);
  await own.createTransaction(bare, { credential: 'c' }, { merchant: {}, alongside: [] });
  const noted = newTransaction(merchant);
  await own.createTransaction(noted, { custom: { b: 2 } }, { merchant: {}, alongside: [] });
  const now = async () => (await own.getTransactionState(id)) as TransactionState;
  for (let n = 0; n < 95; n++) await apply(await now(), voided(1));
  own.proxy.reset();
  const [ofLong, ofBare] = [await own.getTransaction(id), await own.getTransaction(bare.id)];
  expect(ofLong).toMatchObject({ ...details, trail: { length: 95 } });
  expect(ofBare).toMatchObject({ credential: 'c', trail: [] });
  // The end of the long trail takes a query of its own, at half the price.
  expect(own.proxy.calls.map(({ operation, read }) => [operation, read])).toEqual([
    ['Query', 1],
    ['Query', 0.5],
    ['Query', 1],
  ]);

  const isHeader = (sk: string) => sk === own.transactionKey(id).sk;
  own.proxy.indexed = (items) => items.filter(({ sk }) => isHeader(String(sk?.S)));
  const lacks: [string, Parameters<typeof cutReads>][] = [
    ['the end of a trail', [({ ConsistentRead }) => !ConsistentRead, () => false]],
    ['all other items', [({ Limit }) => Limit !== undefined, isHeader]],
  ];
  try {
    for (const [name, cut] of lacks) {
      cutReads(...cut);
      expect([name, await own.getTransaction(id)]).toEqual([name, ofLong]);
      expect([name, await own.getTransaction(bare.id)]).toEqual([name, ofBare]);
      const listed = [];
      for await (const each of own.listTransactions(transaction.merchantId, { limit: 9 })) listed.push(each);
      expect(listed.map((each) => [each.id, each.custom, each.trail.length])).toEqual(
        expect.arrayContaining([
          [id, { a: 1 }, 95],
          [bare.id, undefined, 0],
          [noted.id, { b: 2 }, 0],
        ]),
      );
    }
  } finally {
    Object.assign(own.proxy, { instead: undefined, indexed: undefined });
  }
});

const [entryId, otherId] = ['0a'.repeat(12), '0b'.repeat(12)];
const stored = { i: Buffer.from(entryId, 'hex') };
const other = Buffer.from(otherId, 'hex');
const usual = 25;

test.each<[Partial<TrailEntry>, object]>([
  [{ kind: 'increment', amount: 5 }, { a: 5 }],
  [
    { kind: 'capture', amount: 5, balance: -21, fee: { flat: usual, rate: 1 } },
    { c: 5, b: -21, s: 1 },
  ],
  [
    { kind: 'capture', amount: 5 },
    { c: 5, f: 0 },
  ],
  [
    { kind: 'capture', amount: 5, descriptor: 'Tea', lineId: otherId },
    { c: 5, f: 0, d: 'Tea', y: other },
  ],
  [
    { kind: 'refund', amount: 5, reason: 'requested_by_customer' },
    { r: 5, q: 'c' },
  ],
  [
    { kind: 'refund', amount: 5, reason: 'duplicate' },
    { r: 5, q: 'd' },
  ],
  [
    { kind: 'refund', amount: -5, reason: 'fraudulent' },
    { r: -5, q: 'f' },
  ],
  [
    { kind: 'refund', amount: 5, reason: 'other', figuresOf: otherId },
    { r: 5, q: 'o', p: other },
  ],
  [{ kind: 'void', amount: 5 }, { v: 5 }],
  [
    { kind: 'dispute', amount: 5, dispute: { id: otherId, step: 'won' } },
    { w: 5, x: other },
  ],
  [
    { kind: 'dispute', amount: 5, fee: { flat: 2000, rate: 0 }, dispute: { id: otherId, step: 'lost' } },
    { l: 5, f: 2000, x: other },
  ],
  [
    { kind: 'dispute', amount: 5, dispute: { id: otherId, step: 'withdrawn' } },
    { o: 5, x: other },
  ],
  [
    { kind: 'dispute', amount: 5, dispute: { id: otherId, step: 'reinstated' } },
    { n: 5, x: other },
  ],
])('the trail entry %j has the stored form that earlier releases have written', (fields, form) => {
  const entry = { id: entryId, balance: 0, fee: own.noFee, ...fields } as TrailEntry;
  const transaction = newTransaction();
  const { funding } = transaction;
  expect(funding.flat.amount).toBe(usual);
  const { state } = own.appendToTrail({ ...transaction, entries: 0, trailSize: 0 }, [entry]);
  expect(state.tail).toEqual([{ ...stored, ...form }]);
  expect(own.readTrail([], { entries: 1, trailSize: 0, tail: state.tail, funding })).toEqual([entry]);
});

test('a trail is read in its order, as long as its header says, and not at all if a part is missing', () => {
  const { funding } = newTransaction();
  const entries = (...amounts: number[]) => amounts.map((v) => ({ ...stored, v }));
  const part = (n: number, first: number | undefined, ...amounts: number[]) =>
    ({ pk: 'p', sk: `trail#000${n}`, first, entries: entries(...amounts) }) as TrailPart;
  const read = (parts: TrailPart[], length: number, ...tail: number[]) =>
    own
      .readTrail(parts, { entries: length, trailSize: 0, tail: entries(...tail), funding })
      ?.map(({ amount }) => amount);
  const [first, second, third] = [part(0, 0, 1, 2), part(1, 2, 3, 4), part(2, 4, 5, 6)];
  expect(read([third, first, second], 7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  // Earlier releases have stored no position.
  expect(read([part(0, undefined, 1, 2)], 2)).toEqual([1, 2]);
  expect(read([first, second, third], 3, 3)).toEqual([1, 2, 3]);
  expect([read([first, third], 4), read([second], 2), read([], 1)]).toEqual(Array(3).fill(undefined));
  const newest = (count: number) =>
    own
      .newestEntries({ entries: 3, trailSize: 0, tail: entries(1, 2, 3), funding }, count)
      .map(({ amount }) => amount);
  expect([newest(0), newest(1), newest(2)]).toEqual([[], [3], [2, 3]]);
});

/** Makes a capture whose figures the acquirer has not reported yet. */
async function waitingCapture() {
  const { read, now } = await makeAuthorization();
  const entry: WaitingEntry = {
    ...{ id: own.newId(), kind: 'capture', amount: 30, balance: 0, fee: own.noFee, figuresOf: own.newId() },
  };
  await apply(read, { entry, change: { pendingAmount: -30, capturedAmount: 30, refundableAmount: 30 } });
  const figures = () => {
    const lineId = own.newId();
    const { figuresOf, ...rest } = entry;
    const line: Line = {
      ...{ id: lineId, merchantId: read.merchantId, test: false, transactionId: read.id, kind: 'capture' },
      ...{
        amount: { currency: 'EUR', amount: 30 },
        balance: 28,
        fee: 2,
        acquirer: { reference: 'txn_late' },
      },
    };
    return { entry: { ...rest, balance: 28, fee: { flat: 2, rate: 0 }, lineId }, line };
  };
  const write = (state: TransactionState, { entry: known, line } = figures()) =>
    own.writeFigures(state, entry, { entry: known, line }, []);
  const lines = async () => {
    const found = [];
    for await (const { balance } of own.listLines(read.merchantId, { limit: 9 })) found.push(balance);
    return found;
  };
  const due = async (until = Date.now() + 1000) => {
    const found = [];
    for await (const each of own.dueFigures(read.merchantId, until)) found.push(each.entryId);
    return found;
  };
  const isMoved = (state: TransactionState) => own.appendToTrail(state, [failed]).state.tail?.length === 1;
  const failed = { ...entry, id: own.newId(), amount: -30 };
  /**
   * Adds entries until the capture moves from the tail of the trail to a part. The failure of the capture, which has no
   * figures either, is then the first entry of the tail.
   */
  const moveOn = async () => {
    let state = await now();
    for (; !isMoved(state); state = await now()) await apply(state, voided(1));
    const change = { voidedAmount: 30, capturedAmount: -30, refundableAmount: -30 };
    await apply(state, { entry: failed, change });
  };
  return { id: read.id, entry, now, write, lines, due, moveOn };
}

test.each([
  ['tail', () => undefined],
  ['parts', ({ moveOn }: Awaited<ReturnType<typeof waitingCapture>>) => moveOn()],
])('figures of an entry in the %s of a trail are written once', async (_, prepare) => {
  const waiting = await waitingCapture();
  const { id, entry, now, write, lines, due } = waiting;
  await prepare(waiting);
  const waits = await due();
  expect(waits).toContain(entry.id);
  expect(waits).toEqual([...waits].sort());
  expect(await due(own.idTime(entry.id))).not.toContain(entry.id);
  const read = await now();
  await write(read);
  expect(await due()).not.toContain(entry.id);
  for (const state of [read, await now()]) await expect(write(state)).rejects.toMatchObject(isStale);
  expect(await lines()).toEqual([28]);
  const { trail = [], figuresKnown } = (await own.getTransaction(id)) ?? {};
  expect([trail[0]?.balance, trail[0]?.figuresOf, figuresKnown]).toEqual([28, undefined, 1]);
  // No later capture of the payment takes this balance transaction for its own.
  expect((await now()).acquirerEntries).toEqual(['txn_late']);
});

test('the write of figures fails if the trail has grown since the read, as another entry may be in that place', async () => {
  const { id, now, write, lines, moveOn } = await waitingCapture();
  const read = await now();
  await moveOn();
  await expect(write(read)).rejects.toMatchObject(isStale);
  expect(await lines()).toEqual([]);
  const { trail = [] } = (await own.getTransaction(id)) ?? {};
  expect(trail.filter(({ figuresOf }) => figuresOf).map(({ amount }) => amount)).toEqual([30, -30]);
});

test('figures of a transaction that was deleted meanwhile make neither a line nor a transaction', async () => {
  const { id, now, write, lines, moveOn } = await waitingCapture();
  await moveOn();
  const read = await now();
  await own.transact([{ item: own.remove(own.transactionKey(id)) }]);
  await expect(write(read)).rejects.toMatchObject(isStale);
  expect([await lines(), await own.getTransactionState(id)]).toEqual([[], undefined]);
});

test('a movement fails if an entry in its tail has got figures since the read, which it would overwrite', async () => {
  const { id, now, write } = await waitingCapture();
  await apply(await now(), voided(1));
  const read = await now();
  await write(read);
  await expect(apply(read, voided(1))).rejects.toMatchObject(isStale);
  await apply(await now(), voided(1));
  expect((await own.getTransaction(id))?.trail.map(({ balance }) => balance)).toEqual([28, 0, 0]);
});

test('a movement fails if the second of two waiting entries has got figures since the read', async () => {
  const { id, now, write, moveOn } = await waitingCapture();
  await moveOn();
  await write(await now());
  const read = await now();
  expect(read).toMatchObject({ figuresKnown: 1 });
  await figuresKnown(id, 2);
  await expect(apply(read, voided(1))).rejects.toMatchObject(isStale);
  await apply(await now(), voided(1));
});

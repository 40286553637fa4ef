import type { Transaction } from '../../../functions/core/domain/transactions/transaction.ts';
import type { MovementOperation } from '../../../functions/core/store/transactions/operations.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/idempotency/record.ts')),
  ...(await import('../../../functions/core/idempotency/record-operation.ts')),
  ...(await import('../../../functions/core/store/ledger/rates.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-test-dispute-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/operation-outcome.ts')),
  ...(await import('../../../functions/core/usecases/movements/move-money.ts')),
}));
const { own } = live;
afterEach(() => jest.restoreAllMocks());

let requests = 0;
const someKey = () => ({ scope: 'app', key: `key ${++requests}`, fingerprint: 'same' });

async function move(
  id: string,
  kind: MovementOperation['kind'],
  amount: number,
  { descriptor, key = someKey() }: { descriptor?: string; key?: ReturnType<typeof someKey> } = {},
) {
  const transaction = await live.transactionOf(id);
  const opened = await own.openLiveMovement(transaction, kind, { amount, descriptor }, key);
  const { operation, repeated } = await own.requestMovement(opened);
  expect(repeated).toBe(false);
  return operation;
}

/** The requests to the acquirer during `work`. */
async function asking(work: () => Promise<unknown>): Promise<string[]> {
  const before = live.stripe.seen.length;
  await work();
  return live.stripe.seen
    .slice(before)
    .map(({ method, path }) => `${method} ${path.replace(/^\/v1\/|\/[a-z]+_\w+/g, '')}`);
}

test('the first request moves the money, and each repeat gets the recorded response', async () => {
  const { id } = await live.authorized(await live.shop());
  const key = someKey();
  expect(await move(id, 'capture', 10_000, { key })).toMatchObject({
    state: 'approved',
    moment: { entries: 1, amounts: { capturedAmount: 10_000 } },
  });
  // Nothing is left for a second capture, but this request repeats the first one.
  await expect(move(id, 'capture', 10_000, { key })).rejects.toMatchObject({ name: 'EarlierAnswer' });
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 10_000 });
});

test('the bank statement shows the descriptor of a capture, and a refund has no descriptor', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  await move(id, 'capture', 400, { descriptor: 'Capture' });
  const refund = await move(id, 'refund', 100, { descriptor: 'Refund' });
  expect(refund.descriptor).toBeUndefined();
  const { trail } = await live.transactionOf(id);
  expect(trail.map(({ kind, descriptor }) => [kind, descriptor])).toEqual([
    ['capture', 'Capture'],
    ['refund', undefined],
  ]);
  const [intent] = live.stripe.books(shop.account.account).intents;
  expect(intent?.statement_descriptor_suffix).toMatch(/capture/i);
});

test('a capture with a descriptor of its own has the prefix of the account that holds the money', async () => {
  const shop = await live.shop();
  const payments = [await live.authorized(shop), await live.authorized(shop)];
  const captured = [];
  for (const account of [shop.account, { acquirer: 'stripe', account: `${shop.account.account}_next` }]) {
    const stored = await own.findMerchant(shop.merchant.id);
    if (stored) await own.setAcquirer(stored, account, true, { prefix: 'SHOP' });
    captured.push((await move(payments.pop()?.id ?? '', 'capture', 400, { descriptor: 'Words' })).descriptor);
  }
  expect(captured).toEqual(['SHOP* Words', 'Words']);
});

test('the acquirer gets the fields of a movement that concern its kind', async () => {
  const shop = await live.shop();
  const [{ id }, other] = [await live.authorized(shop), await live.authorized(shop)];
  const asked = jest.spyOn(own.paymentAcquirerOf(shop.account), 'move');
  const input = { descriptor: 'Words', reason: 'duplicate' } as const;
  for (const [kind, amount] of [
    ['capture', 400],
    ['refund', 100],
    ['void', 9_600],
  ] as const) {
    const opened = await own.openLiveMovement(
      await live.transactionOf(id),
      kind,
      { amount, ...input },
      undefined,
    );
    await own.requestMovement(opened);
  }
  await move(other.id, 'capture', 10_000);
  const about = { ...shop.account, currency: 'EUR', total: undefined, attempts: 0 };
  expect(asked.mock.calls).toMatchObject(
    [
      {
        kind: 'capture',
        amount: 400,
        descriptor: 'Words',
        reason: undefined,
        entries: [],
        final: false,
        untouched: false,
      },
      {
        kind: 'refund',
        amount: 100,
        descriptor: undefined,
        reason: 'duplicate',
        entries: [expect.stringMatching(/^txn_/)],
        final: false,
        untouched: false,
      },
      {
        kind: 'void',
        amount: 9_600,
        descriptor: undefined,
        reason: undefined,
        entries: [expect.stringMatching(/^txn_/)],
        final: true,
        untouched: false,
      },
      {
        kind: 'capture',
        amount: 10_000,
        descriptor: undefined,
        reason: undefined,
        entries: [],
        final: true,
        untouched: true,
      },
    ].map((order) => [{ ...about, ...order }]),
  );
});

test('an operation has the terms of its payment, and a capture is final if the payment takes only one', async () => {
  const { id } = await live.authorized(await live.shop());
  const { acquirer, ...payment } = await live.transactionOf(id);
  const fee = { basisPoints: 100, flat: {}, returned: true };
  const terms = { manyCaptures: false, increments: true, fee } as const;
  const of = (kind: MovementOperation['kind'], amount: number) =>
    own.operationOf({ ...payment, acquirer: { ...acquirer, ...terms } }, kind, { amount }, undefined);
  const { reference } = acquirer;
  expect(of('increment', 500)).toMatchObject({ total: 10_500, payment: { reference, ...terms } });
  const final = (['capture', 'void', 'refund'] as const).map((kind) => of(kind, 1).final);
  expect(final).toEqual([true, false, false]);
  const untouched = [{}, { capturedAmount: 1 }, { voidedAmount: 1 }].map((before) => {
    const input = { amount: payment.pendingAmount };
    return own.operationOf({ ...payment, ...before, acquirer }, 'void', input, undefined).untouched;
  });
  expect(untouched).toEqual([true, false, false]);
});

test('a request whose earlier duplicate was withdrawn is decided again', async () => {
  const { id } = await live.authorized(await live.shop());
  const key = someKey();
  await own.transact(own.recordOperation(key, own.newId()));
  await expect(move(id, 'capture', 400, { key })).rejects.toMatchObject({ name: 'StaleRead' });
});

test('a void cancels an uncaptured payment, and releases the rest of a partly captured one', async () => {
  const shop = await live.shop();
  const [whole, rest] = [await live.authorized(shop), await live.authorized(shop)];
  expect(await asking(() => move(whole.id, 'void', 10_000))).toEqual(['POST payment_intents/cancel']);
  await move(rest.id, 'capture', 1);
  expect(await asking(() => move(rest.id, 'void', 9_999))).toEqual([
    'GET payment_intents',
    'POST payment_intents/capture',
  ]);
  expect(live.stripe.books(shop.account.account)).toMatchObject({
    captured: { EUR: 1 },
    capturable: { EUR: 0 },
  });
});

test.each(['capture', 'void'] as const)(
  'a %s that the acquirer forbids is undone before the answer, and its key can be used again',
  async (kind) => {
    const shop = await live.shop();
    const { id } = await live.authorized(shop);
    const key = someKey();
    const forbids = { state: 'forbidden', cause: '403' } as const;
    jest.spyOn(own.paymentAcquirerOf(shop.account), 'move').mockResolvedValueOnce(forbids);
    await expect(move(id, kind, 10_000, { key })).rejects.toMatchObject({ name: 'AcquirerForbids' });
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 10_000 });
    expect((await live.transactionOf(id)).operation).toBeUndefined();
    expect(await move(id, kind, 10_000, { key })).toMatchObject({ state: 'approved' });
  },
);

test('a movement that the acquirer forbids is not undone once a duplicate of it is approved', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  jest.spyOn(own.paymentAcquirerOf(shop.account), 'move').mockImplementationOnce(async (order) => {
    const open = await own.getOperation(order.id);
    await own.recordMovementOutcome({ operation: open as MovementOperation, outcome: { state: 'approved' } });
    return { state: 'forbidden', cause: '403' };
  });
  await expect(move(id, 'capture', 400)).rejects.toMatchObject({ name: 'OperationOpen' });
  expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 9_600, capturedAmount: 400 });
});

test('a repeat of a closed movement gets its outcome as a repeat', async () => {
  const { id } = await live.authorized(await live.shop());
  const operation = await move(id, 'capture', 400);
  expect(await own.requestMovement({ operation, isNew: false })).toEqual({ operation, repeated: true });
});

test('the only capture of a payment releases the rest, and its response shows both', async () => {
  const { id } = await live.authorized(await live.shop());
  const once = { ':no': false };
  await own.transact([{ item: own.update(own.transactionKey(id), 'SET acquirer.manyCaptures = :no', once) }]);
  expect(await move(id, 'capture', 400)).toMatchObject({
    moment: { entries: 2, amounts: { pendingAmount: 0, capturedAmount: 400, voidedAmount: 9_600 } },
  });
});

test('a movement shows its own entry, and no operation that was opened afterwards', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  const capture = async (amount: number) => {
    const caller = { kind: 'app', id: shop.app } as const;
    const done = await own.moveMoney('capture', { caller, transactionId: id, input: { amount } });
    if (!('transaction' in done)) throw new Error(JSON.stringify(done));
    return done;
  };
  const [first, second] = [await capture(400), await capture(300)];
  expect([first.entry.amount, second.entry.amount, second.transaction.trail.length]).toEqual([400, 300, 2]);
  await own.openLiveMovement(await live.transactionOf(id), 'refund', { amount: 100 }, undefined);
  const shown = await own.transactionAt(id, { amounts: first.transaction, entries: 1 });
  expect([shown.trail.length, shown.capturedAmount, shown.operation]).toStrictEqual([1, 400, undefined]);
});

test('a movement waits for the open one, even if the open one holds the same amount', async () => {
  const { id } = await live.authorized(await live.shop());
  const open = async (kind: MovementOperation['kind'], amount: number) =>
    own.openLiveMovement(await live.transactionOf(id), kind, { amount }, undefined);
  const first = await open('capture', 10_000);
  for (const kind of ['capture', 'void', 'refund', 'increment'] as const)
    await expect(open(kind, 10)).rejects.toMatchObject({
      name: 'StaleRead',
      message: 'The acquirer has not answered an earlier request for this transaction',
    });
  await own.recordMovementOutcome({
    operation: first.operation,
    outcome: { state: 'declined', decline: 'PAYMENT_REJECTED' },
  });
  expect(await move(id, 'capture', 10)).toMatchObject({ state: 'approved' });
});

test('a movement that the acquirer would refuse is refused before it holds anything', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  const before = await live.transactionOf(id);
  const fault = { field: 'amount', message: 'Too small' };
  jest.spyOn(own.paymentAcquirerOf(shop.account), 'refusalOf').mockReturnValue(fault);
  await expect(move(id, 'capture', 1)).rejects.toMatchObject({ name: 'Refused', faults: [fault] });
  expect(await live.transactionOf(id)).toEqual(before);
});

test.each([
  [undefined, 0],
  [true, 1],
] as const)(
  'an authorization whose acquirer can raise it (%p) is raised by %d requests',
  async (increments, times) => {
    const shop = await live.shop();
    const { id } = await live.authorized(shop, 10_000, 'EUR', increments);
    const asked = jest.spyOn(own.paymentAcquirerOf(shop.account), 'move');
    const raising = move(id, 'increment', 500);
    if (increments) await raising;
    else
      await expect(raising).rejects.toMatchObject({
        faults: [{ message: expect.stringMatching(/cannot raise/) }],
      });
    expect(asked).toHaveBeenCalledTimes(times);
    expect(await live.transactionOf(id)).toMatchObject({ amount: 10_000 + 500 * times });
  },
);

test('a capture whose descriptor a bank statement cannot show is refused before it holds anything', async () => {
  const { id } = await live.authorized(await live.shop());
  const before = await live.transactionOf(id);
  await expect(move(id, 'capture', 400, { descriptor: '4711' })).rejects.toMatchObject({
    faults: [{ field: 'descriptor' }],
  });
  expect(await live.transactionOf(id)).toEqual(before);
});

test('the last possible entry of a trail takes all that is left', async () => {
  const { id } = await live.authorized(await live.shop());
  const full = { ...(await live.transactionOf(id)), entries: 10_000 };
  const open = (amount: number) => own.openLiveMovement(full, 'capture', { amount }, undefined);
  await expect(open(9_999)).rejects.toMatchObject({ name: 'Refused' });
  await expect(open(10_000)).rejects.toMatchObject({ name: 'StaleRead' });
});

test('a run gets the outcome that another run has already recorded for the operation', async () => {
  const { id } = await live.authorized(await live.shop());
  const transaction = await live.transactionOf(id);
  const opened = await own.openLiveMovement(transaction, 'capture', { amount: 400 }, undefined);
  const { operation: first } = await own.requestMovement(opened);
  const figures = { reference: 'txn_other', currency: 'EUR', net: 1, fee: 0 };
  const { operation } = opened;
  const second = await own.recordMovementOutcome({ operation, outcome: { state: 'approved', figures } });
  expect(second).toEqual({ operation: first, first: false });
  const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
  expect(await own.recordMovementOutcome({ operation, outcome: declined })).toEqual({
    operation: first,
    first: false,
  });
});

test.each([
  ['repeated because a copy of it may have got the answer', someKey(), true],
  ['the first without a key', undefined, false],
])('a request whose operation the worker has closed first is %s', async (_, key, repeated) => {
  const { id } = await live.authorized(await live.shop());
  const opened = await own.openLiveMovement(await live.transactionOf(id), 'capture', { amount: 400 }, key);
  const worker = await own.resolveMovement(opened.operation);
  expect(await own.requestMovement(opened)).toEqual({ operation: worker.operation, repeated });
});

test.each([
  ['keeps the worker’s next look', 10, 10],
  ['keeps the worker from looking for a minute', -10, 1],
])('a repeat of a movement whose outcome is unknown %s', async (_, planned, then) => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  const transaction = await live.transactionOf(id);
  const { operation } = await own.openLiveMovement(transaction, 'capture', { amount: 400 }, someKey());
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const unknown = { state: 'unknown', cause: 'TIMEOUT' } as const;
  jest.spyOn(own.paymentAcquirerOf(shop.account), 'find').mockResolvedValue(unknown);
  const waiting = await own.reviseOperation(operation, { due: now + planned * 60_000 });
  await expect(own.requestMovement({ operation: waiting, isNew: false })).rejects.toMatchObject({
    name: 'OperationOpen',
  });
  expect((await own.getOperation(operation.id))?.due).toBe(now + then * 60_000);
});

const hour = 60 * 60_000;

test.each([
  [23 * hour - 1, true],
  [23 * hour, false],
])('a movement that is resolved after %d ms leaves its response under its key: %p', async (age, isKept) => {
  const { id } = await live.authorized(await live.shop());
  const key = someKey();
  const transaction = await live.transactionOf(id);
  const { operation } = await own.openLiveMovement(transaction, 'capture', { amount: 400 }, key);
  jest.spyOn(Date, 'now').mockReturnValue(operation.since + age);
  await own.recordMovementOutcome({ operation, outcome: { state: 'approved' } });
  jest.restoreAllMocks();
  expect((await own.recordOf(key))?.answer !== undefined).toBe(isKept);
});

test.each([
  [5 * 60_000, true, [0]],
  [5 * 60_000 + 1, false, [0]],
  [5 * 60_000 + 1, true, [0, 1]],
])(
  'a movement that fails at the acquirer after %d ms, permanently (%p), is sent with the attempt numbers %j',
  async (age, ended, attempts) => {
    const shop = await live.shop();
    const { id } = await live.authorized(shop);
    const transaction = await live.transactionOf(id);
    const { operation } = await own.openLiveMovement(transaction, 'capture', { amount: 400 }, undefined);
    const adapter = own.paymentAcquirerOf(shop.account);
    const failure = { state: 'unknown', cause: '500', ...(ended ? { ended } : {}) } as const;
    const moved = jest.spyOn(adapter, 'move').mockResolvedValue(failure);
    jest.spyOn(Date, 'now').mockReturnValue(operation.since + age);
    await expect(own.resolveMovement(operation)).rejects.toMatchObject({ name: 'OperationOpen' });
    expect(moved.mock.calls.map(([order]) => order.attempts)).toEqual(attempts);
  },
);

test('a movement that has arrived after all is not sent under another key', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  const transaction = await live.transactionOf(id);
  const { operation } = await own.openLiveMovement(transaction, 'capture', { amount: 400 }, undefined);
  const adapter = own.paymentAcquirerOf(shop.account);
  const moved = jest
    .spyOn(adapter, 'move')
    .mockResolvedValue({ state: 'unknown', cause: '500', ended: true });
  jest
    .spyOn(adapter, 'find')
    .mockResolvedValueOnce({ state: 'absent' })
    .mockResolvedValueOnce({ state: 'approved' });
  jest.spyOn(Date, 'now').mockReturnValue(operation.since + 5 * 60_000 + 1);
  expect((await own.resolveMovement(operation)).operation.state).toBe('approved');
  expect(moved).toHaveBeenCalledTimes(1);
});

/** A captured transaction of a test merchant. */
async function makeCapture(): Promise<string> {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  const transaction: Transaction = own.openTransaction(merchant, {
    ...{ id: own.newId(), currency: 'EUR', amount: 1000, descriptor: 'Shop', recurring: false },
    card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
  });
  const movement = own.capture(transaction, { amount: 1000 }, await own.currentRates(), Date.now());
  await own.createTransaction(transaction, {}, { merchant, movement, alongside: [] });
  return transaction.id;
}

const opening = (transactionId: string) => ({
  ...{ transactionId, amount: 400, due: '2026-12-01T00:00:00.000Z' },
  reason: { code: 83, title: 'Fraud' },
});

test.each([
  ['outcome, opening', ['outcome', 'opening']],
  ['opening, outcome', ['opening', 'outcome']],
  ['each event several times', ['opening', 'opening', 'outcome', 'outcome', 'opening']],
])('a dispute is booked once for any order of its events: %s', async (_, events) => {
  const id = await makeCapture();
  const reference = `dp_${id}`;
  for (const event of events)
    if (event === 'opening') await own.applyOpening(reference, opening(id));
    else await own.applyOutcome(reference, 'lost');
  const { merchantId = '', disputedAmount, refundableAmount, trail } = (await own.getTransaction(id)) ?? {};
  expect([disputedAmount, refundableAmount]).toEqual([400, 600]);
  // The money of the dispute has left the balance, and is not disputed any more.
  expect(await own.getMerchant(merchantId)).toMatchObject({ balance: -1439, disputed: 0 });
  expect(trail).toMatchObject([{ kind: 'capture' }, { kind: 'dispute', amount: 400 }]);
});

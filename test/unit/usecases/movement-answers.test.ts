import type { ReceivedEvent } from '../../../functions/core/acquirer/events.ts';
import type { MovementOperation } from '../../../functions/core/store/transactions/operations.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/compare-balance-transactions.ts')),
}));
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' } as const;

/** A payment of EUR 100 with a movement that the acquirer has made. Florin has not received the answer. */
async function loseAnswer(kind: MovementOperation['kind'], amount = 4000) {
  const shop = await live.shop();
  const { account = '' } = shop.account;
  const { id, reference } = await live.authorized(shop, 10_000, 'EUR', kind === 'increment' || undefined);
  const adapter = own.paymentAcquirerOf(shop.account);
  const open = async (kind: MovementOperation['kind'], amount: number) =>
    own.openLiveMovement(await live.transactionOf(id), kind, { amount }, undefined);
  const move = async (kind: MovementOperation['kind'], amount: number) =>
    own.requestMovement(await open(kind, amount));
  if (kind === 'refund') await move('capture', 10_000);
  const { operation } = await open(kind, amount);
  await adapter.move(own.orderOf(operation));
  const report = (answer: object, asked = operation.id) =>
    own.applyAcquirerEvent({
      ...{ type: 'movement.answered', ...shop.account, payment: reference, operation: asked, answer },
    } as ReceivedEvent);
  const newest = () => {
    const [entry] = live.stripe.books(account).entries;
    return { reference: entry?.id ?? '', currency: 'EUR', net: entry?.net ?? 0, fee: entry?.fee ?? 0 };
  };
  /** Lets the acquirer book that it takes money back for a failed payment. @returns the figures of the booking */
  const takeBack = (sum: number) => {
    const reference = live.stripe.book({ type: 'payment_failure_refund', amount: -sum }, account);
    return { reference, currency: 'EUR', net: -sum, fee: 0 };
  };
  const trail = async () => (await live.transactionOf(id)).trail.map(({ kind, amount }) => [kind, amount]);
  const cases = () => own.listCases(shop.merchant.id);
  const bookElsewhere = (name: string) =>
    own.transact([own.nameBalanceTransaction('stripe', name, own.newId())]);
  return {
    ...{ shop, id, reference, adapter, open, move, operation, report },
    ...{ newest, takeBack, trail, cases, bookElsewhere },
  };
}

const entryOf = async (id: string, n = -1) => (await live.transactionOf(id)).trail.at(n);

describe('an approval without figures', () => {
  test.each(['capture', 'refund'] as const)(
    'an approval without figures gets the figures that the acquirer knows: %s',
    async (kind) => {
      const { id, report, newest } = await loseAnswer(kind);
      await report({ state: 'approved' });
      expect(await entryOf(id)).toMatchObject({ kind, amount: 4000, balance: newest().net });
    },
  );

  test('an approval without figures makes Florin ask the acquirer only if money moves', async () => {
    const { id, report } = await loseAnswer('void', 10_000);
    const before = live.stripe.seen.length;
    await report({ state: 'approved' });
    expect(await live.transactionOf(id)).toMatchObject({ voidedAmount: 10_000 });
    expect(live.stripe.seen).toHaveLength(before);
  });

  test('an approval without figures counts even if the acquirer does not know them, and a later duplicate brings them once', async () => {
    const { id, adapter, report, newest, trail } = await loseAnswer('capture');
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    expect((await entryOf(id))?.lineId).toBeUndefined();
    const answer = { state: 'approved', figures: newest() };
    for (let n = 0; n < 2; n++) await report(answer);
    expect(await entryOf(id)).toMatchObject({ balance: newest().net, lineId: expect.anything() });
    expect(await trail()).toEqual([['capture', 4000]]);
  });

  test('an approval without figures is reversed by a decline without figures', async () => {
    const { adapter, report, trail } = await loseAnswer('capture', 10_000);
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    for (let n = 0; n < 2; n++) await report(declined);
    expect(await trail()).toEqual([
      ['capture', 10_000],
      ['capture', -10_000],
      ['void', 10_000],
    ]);
  });

  test('an approval and a decline without figures each get their own figures, when these come', async () => {
    const { id, shop, adapter, report, newest } = await loseAnswer('refund');
    jest.spyOn(own.acquirerOf(shop.account), 'findPayment').mockResolvedValue(undefined);
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    const made = newest();
    await report({ state: 'approved' });
    await report(declined);
    const reference = live.stripe.book({ type: 'refund_failure', amount: 4000 }, shop.account.account);
    await report({ ...declined, figures: { reference, currency: 'EUR', net: 4000, fee: 0 } });
    expect(await entryOf(id)).toMatchObject({ amount: -4000, balance: 4000 });
    expect((await entryOf(id, -2))?.lineId).toBeUndefined();
    await report({ state: 'approved', figures: made });
    expect(await entryOf(id, -2)).toMatchObject({ amount: 4000, balance: made.net });
    expect(await live.transactionOf(id)).toMatchObject({ refundedAmount: 0, refundableAmount: 10_000 });
  });

  test('an approval without figures does not book a balance transaction that an operator has booked by a line', async () => {
    const { id, adapter, report, newest, bookElsewhere } = await loseAnswer('capture');
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    await bookElsewhere(newest().reference);
    await report({ state: 'approved', figures: newest() });
    expect((await entryOf(id))?.lineId).toBeUndefined();
  });
});

test('after an answer to an operation that Florin has deleted, Florin asks the acquirer for the payment', async () => {
  const { shop, id, reference, report, trail } = await loseAnswer('void', 1000);
  await report({ state: 'approved' });
  live.stripe.capture(reference, 400, shop.account.account, { final: false });
  await report({ state: 'approved' }, own.newId());
  expect(await trail()).toContainEqual(['capture', 400]);
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 400 });
});

test('a refund that came back before its first answer is booked with its return', async () => {
  const { shop, report, newest, trail } = await loseAnswer('refund');
  const { account } = shop.account;
  live.stripe.failRefund(live.stripe.books(account).refunds[0]?.id ?? '', account);
  await report({ ...declined, figures: newest() });
  expect(await trail()).toEqual([
    ['capture', 10_000],
    ['refund', 4000],
    ['refund', -4000],
  ]);
  // The balance is the sum of all balance transactions in the acquirer's books.
  expect(await own.getMerchant(shop.merchant.id)).toMatchObject({
    balance: live.stripe.books(account).entries.reduce((sum, { net }) => sum + net, 0),
  });
});

test.each(['capture', 'refund'] as const)(
  'the acquirer’s balance transactions alone resolve an open %s, once',
  async (kind) => {
    const { shop, operation, trail } = await loseAnswer(kind);
    const { merchant, account } = shop;
    const { entries } = await own.acquirerOf(account).listBalanceTransactions(account.account, { since: 0 });
    expect(await own.compareBalanceTransactions(merchant, account, entries)).toEqual([]);
    expect(await own.getOperation(operation.id)).toMatchObject({ state: 'approved' });
    expect((await trail()).filter(([each]) => each === kind)).toEqual([[kind, 4000]]);
  },
);

test('the acquirer’s balance transactions resolve an open refund, and add another refund from the dashboard', async () => {
  const { shop, reference, operation, newest, trail } = await loseAnswer('refund');
  const { merchant, account } = shop;
  const answered = newest().reference;
  live.stripe.refund(reference, 1000, account.account);
  const { entries } = await own.acquirerOf(account).listBalanceTransactions(account.account, { since: 0 });
  const books = entries.map((entry) =>
    entry.reference === answered ? { ...entry, operation: { id: operation.id } } : entry,
  );
  expect(await own.compareBalanceTransactions(merchant, account, books)).toEqual([]);
  const refunds = (await trail()).filter(([kind]) => kind === 'refund');
  expect(refunds.map(([, amount]) => amount).sort()).toEqual([1000, 4000]);
});

test('a capture and its later failure are both booked from the acquirer’s balance transactions alone', async () => {
  const { shop, reference, operation, newest, takeBack, trail, cases } = await loseAnswer('capture', 10_000);
  const made = {
    ...newest(),
    fees: [{ kind: 'processing', amount: 175 }],
    rate: 1.1,
    availableOn: '2099-01-01',
  } as const;
  const [created, failed] = [new Date().toISOString(), takeBack(10_000)];
  const entry = { type: 'payment', about: 'payment', payment: reference, created } as const;
  const books = [
    { ...entry, ...failed, operation: { id: operation.id, isReversal: true as const } },
    { ...entry, ...made, fees: [...made.fees], operation: { id: operation.id } },
  ];
  expect(await own.compareBalanceTransactions(shop.merchant, shop.account, books)).toEqual([]);
  expect([await trail(), await cases()]).toEqual([
    [
      ['capture', 10_000],
      ['capture', -10_000],
      ['void', 10_000],
    ],
    [],
  ]);
  const line = await own.getLine((await own.lineOfBalanceTransaction('stripe', made.reference)) ?? '');
  expect(line).toMatchObject({
    ...{ fees: made.fees, availableOn: made.availableOn, acquirer: { rate: made.rate } },
  });
});

test('an event about an open refund resolves it, unless the event is of another account', async () => {
  const { shop, id, operation } = await loseAnswer('refund');
  const stranger = await live.shop();
  const states = [];
  for (const { account } of [stranger, shop]) {
    await own.applyAcquirerEvent({ type: 'operation.changed', ...account, operation: operation.id });
    states.push((await own.getOperation(operation.id))?.state);
  }
  expect(states).toEqual(['open', 'approved']);
  expect(await live.transactionOf(id)).toMatchObject({ refundedAmount: 4000 });
});

test('an open refund that has ended at the acquirer without a booking is declined', async () => {
  const { shop, id, reference, adapter, operation } = await loseAnswer('refund');
  const books = own.acquirerOf(shop.account);
  const payment = await books.findPayment(shop.account.account, reference);
  const refunds = [{ reference: 're_1', amount: 4000, operation: operation.id, ended: true }];
  jest.spyOn(books, 'findPayment').mockResolvedValue(payment && { ...payment, refunds });
  jest.spyOn(adapter, 'find').mockResolvedValueOnce(declined);
  expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  expect(await own.getOperation(operation.id)).toMatchObject({ state: 'declined' });
  expect(await live.transactionOf(id)).toMatchObject({ refundedAmount: 0, refundableAmount: 10_000 });
});

test.each([10_000, 400])(
  'a void of %d whose answer was lost is completed when the payment has ended',
  async (amount) => {
    const { shop, id, reference, operation } = await loseAnswer('void', amount);
    if (amount < 10_000) live.stripe.cancel(reference, shop.account.account);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await own.getOperation(operation.id)).toMatchObject({ state: 'approved' });
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, voidedAmount: 10_000 });
  },
);

test('an open capture that the books do not show yet fails no comparison of its payment', async () => {
  const { shop, id, reference, adapter, open, report, newest, trail } = await loseAnswer('capture');
  await report({ state: 'approved', figures: newest() });
  live.stripe.hideEntries(shop.account.account);
  const { operation } = await open('capture', 500);
  await adapter.move(own.orderOf(operation));
  expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  expect([await trail(), (await live.transactionOf(id)).operation?.id]).toEqual([
    [['capture', 4000]],
    operation.id,
  ]);
  live.stripe.showEntries(shop.account.account);
  expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  expect((await trail()).slice(1)).toEqual([['capture', 500]]);
});

describe('figures that only the books show', () => {
  test('the figures of a capture are not taken for those of a later one in the dashboard', async () => {
    const { shop, id, reference, adapter, report, trail } = await loseAnswer('capture');
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    live.stripe.capture(reference, 500, shop.account.account, { final: false });
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await trail()).toEqual([
      ['capture', 4000],
      ['capture', 500],
    ]);
    expect((await live.transactionOf(id)).trail.every(({ balance }) => Number(balance) > 0)).toBe(true);
  });

  test('the figures of a refund, and of its return, are booked for the entries that wait for them', async () => {
    const { shop, id, reference, adapter, report } = await loseAnswer('refund');
    const { account } = shop.account;
    const hidden = jest.spyOn(own.acquirerOf(shop.account), 'findPayment').mockResolvedValue(undefined);
    jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    await report(declined);
    hidden.mockRestore();
    const booked = async () =>
      (await live.transactionOf(id)).trail
        .slice(1)
        .map(({ kind, amount, balance }) => [kind, amount, balance]);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await booked()).toEqual([
      ['refund', 4000, -4000],
      ['refund', -4000, 0],
    ]);
    live.stripe.failRefund(live.stripe.books(account).refunds[0]?.id ?? '', account);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await booked()).toEqual([
      ['refund', 4000, -4000],
      ['refund', -4000, 4000],
    ]);
  });
});

test('an increment whose answer was lost is booked once, and resolves the operation that sent it', async () => {
  const { shop, id, reference, operation, trail } = await loseAnswer('increment');
  for (let n = 0; n < 2; n++) expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  expect([await trail(), await own.getOperation(operation.id)]).toMatchObject([
    [['increment', 4000]],
    { state: 'approved' },
  ]);
  expect(await live.transactionOf(id)).toMatchObject({ amount: 14_000, pendingAmount: 14_000 });
});

describe('an answer that contradicts the first', () => {
  /** Hides the payment in the acquirer's books, so that Florin learns of a movement by its answers alone. */
  async function withoutBooks(kind: 'capture' | 'refund') {
    const movement = await loseAnswer(kind);
    const { shop, id, operation, trail, cases } = movement;
    jest.spyOn(own.acquirerOf(shop.account), 'findPayment').mockResolvedValue(undefined);
    const now = async () => {
      const { capturedAmount, refundedAmount } = await live.transactionOf(id);
      const moved = { capture: capturedAmount, refund: refundedAmount }[kind];
      const own = (await trail()).flatMap(([each, amount]) => (each === kind ? [amount] : []));
      return { moved, own, cases: await cases() };
    };
    return { ...movement, operation, now };
  }

  test.each(['capture', 'refund'] as const)(
    'Florin books a %s that was made after all, once',
    async (kind) => {
      const { id, operation, report, newest, now } = await withoutBooks(kind);
      await report(declined);
      expect(await now()).toEqual({ moved: 0, own: [], cases: [] });
      await report({ state: 'approved' });
      expect(await now()).toEqual({ moved: 0, own: [], cases: [] });
      for (let n = 0; n < 2; n++) await report({ state: 'approved', figures: newest() });
      expect(await now()).toEqual({ moved: 4000, own: [4000], cases: [] });
      expect(await entryOf(id)).toMatchObject({ balance: newest().net });
      expect(await own.getOperation(operation.id)).toMatchObject({ state: 'declined' });
    },
  );

  test.each([true, false])(
    'Florin books the return of a refund, with its figures (%p) or without, once',
    async (isKnown) => {
      const { shop, id, adapter, report, newest, now } = await withoutBooks('refund');
      const unknown = { state: 'unknown', cause: 'TIMEOUT' } as const;
      const asked = jest.spyOn(adapter, 'find').mockResolvedValue(unknown);
      await report({ state: 'approved', ...(isKnown && { figures: newest() }) });
      expect(asked).toHaveBeenCalledTimes(isKnown ? 0 : 1);
      const booking = { type: 'refund_failure', amount: 4000 };
      const reference = live.stripe.book(booking, shop.account.account);
      const figures = { reference, currency: 'EUR', net: 4000, fee: 0 };
      for (let n = 0; n < 2; n++) await report({ ...declined, ...(isKnown && { figures }) });
      expect(await now()).toEqual({ moved: 0, own: [4000, -4000], cases: [] });
      expect(await live.transactionOf(id)).toMatchObject({ refundableAmount: 10_000 });
      expect((await entryOf(id))?.balance).toBe(isKnown ? 4000 : 0);
    },
  );
});

describe('a capture that fails after it was approved', () => {
  async function approveCapture() {
    const capture = await loseAnswer('capture', 10_000);
    await capture.report({ state: 'approved', figures: capture.newest() });
    const fail = (figures = capture.takeBack(10_000)) => capture.report({ ...declined, figures });
    return { ...capture, fail };
  }
  const back = [
    ['capture', 10_000],
    ['capture', -10_000],
    ['void', 10_000],
  ];

  test('a capture that fails later is reversed once, however often the acquirer reports the failure, and makes no case', async () => {
    const { fail, takeBack, trail, cases } = await approveCapture();
    const figures = takeBack(10_000);
    await Promise.all([fail(figures), fail(figures)]);
    await fail({ ...figures, reference: 'txn_of_the_same_failure' });
    expect(await trail()).toEqual(back);
    expect(await cases()).toEqual([]);
  });

  test('a capture that fails later is reversed after the return of its refund, even if that return was not reported', async () => {
    const { shop, move, fail, trail, cases } = await approveCapture();
    const { account } = shop.account;
    await move('refund', 3000);
    live.stripe.failRefund(live.stripe.books(account).refunds[0]?.id ?? '', account);
    await fail();
    expect(await trail()).toEqual([
      ['capture', 10_000],
      ['refund', 3000],
      ['refund', -3000],
      ['capture', -10_000],
      ['void', 10_000],
    ]);
    expect(await cases()).toEqual([]);
  });

  test('a capture that fails later gets its own figures if another capture fails, too, and the books name no operations', async () => {
    const { shop, id, reference, adapter, operation, open, report, takeBack } = await loseAnswer('capture');
    const books = own.acquirerOf(shop.account);
    jest.spyOn(adapter, 'find').mockResolvedValue({ state: 'unknown', cause: 'TIMEOUT' });
    await report({ state: 'approved' });
    const other = await open('capture', 3000);
    await adapter.move(own.orderOf(other.operation));
    await report({ state: 'approved' }, other.operation.id);
    const payment = await books.findPayment(shop.account.account, reference);
    const shown = jest.spyOn(books, 'findPayment').mockResolvedValue(undefined);
    for (const asked of [operation.id, other.operation.id]) await report(declined, asked);
    const captures = payment?.captures.map(({ operation: _, ...capture }) => ({
      ...capture,
      returned: takeBack(capture.amount),
    }));
    shown.mockResolvedValue(payment && { ...payment, captures: captures ?? [] });
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    const { trail } = await live.transactionOf(id);
    const failures = trail.filter(({ kind, amount }) => kind === 'capture' && amount < 0);
    expect(failures.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-4000, -4000],
      [-3000, -3000],
    ]);
  });

  test('a capture that fails later waits for a refund whose outcome is unknown', async () => {
    const { open, fail, cases } = await approveCapture();
    const { operation } = await open('refund', 3000);
    await expect(fail()).rejects.toMatchObject({
      name: 'OperationOpen',
      message: expect.stringContaining(operation.id),
    });
    expect(await cases()).toEqual([]);
  });

  test('a capture that fails later is reversed from the acquirer’s balance transactions after the refund that holds its money is declined', async () => {
    const { shop, reference, adapter, open, takeBack, trail } = await approveCapture();
    const { operation } = await open('refund', 3000);
    const books = own.acquirerOf(shop.account);
    const payment = await books.findPayment(shop.account.account, reference);
    const returned = takeBack(10_000);
    const captures = payment?.captures.map((capture) => ({ ...capture, returned })) ?? [];
    jest.spyOn(books, 'findPayment').mockResolvedValue(payment && { ...payment, captures });
    jest.spyOn(adapter, 'find').mockResolvedValueOnce(declined);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect([await trail(), await own.getOperation(operation.id)]).toMatchObject([
      back,
      { state: 'declined' },
    ]);
  });

  test('a capture that fails later is a case with an alarm if a part was refunded, until an operator has settled the case', async () => {
    const { shop, move, fail, takeBack, trail, cases } = await approveCapture();
    await move('refund', 3000);
    const figures = takeBack(10_000);
    const alarms = async () => {
      logged.mockClear();
      await fail(figures);
      return logged.mock.calls.join().split('"ReconciliationDifferences":1').length - 1;
    };
    expect([await alarms(), await alarms()]).toEqual([1, 1]);
    const [known, ...others] = await cases();
    expect([known?.kind, known?.reference, known?.state, others]).toEqual([
      'entry',
      figures.reference,
      'open',
      [],
    ]);
    if (known) await own.transact([own.endCase(shop.merchant.id, known, 'explained')]);
    expect(await alarms()).toBe(0);
    expect(await trail()).toEqual([
      ['capture', 10_000],
      ['refund', 3000],
    ]);
  });

  test('a capture that fails later is not booked if an operator has booked its balance transaction by a line', async () => {
    const { fail, takeBack, trail, bookElsewhere } = await approveCapture();
    const figures = takeBack(10_000);
    await bookElsewhere(figures.reference);
    await fail(figures);
    expect(await trail()).toEqual([['capture', 10_000]]);
  });
});

test('a contradiction without figures is a case with an alarm until an operator has settled it', async () => {
  const { shop, id, adapter, move, report, cases } = await loseAnswer('capture', 10_000);
  // The acquirer’s books never show the figures.
  jest.spyOn(own.acquirerOf(shop.account), 'findPayment').mockResolvedValue(undefined);
  jest.spyOn(adapter, 'find').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
  await report({ state: 'approved' });
  await move('refund', 3000);
  const alarms = async () => {
    logged.mockClear();
    await report(declined);
    return logged.mock.calls.join().split('"ReconciliationDifferences":1').length - 1;
  };
  expect([await alarms(), await alarms()]).toEqual([1, 1]);
  const [known, ...others] = await cases();
  expect([known?.kind, known?.state, known?.amount, others]).toEqual(['figures', 'open', 0, []]);
  expect(known).toMatchObject({ source: id, currency: 'EUR', account: shop.account });
  if (known) await own.transact([own.endCase(shop.merchant.id, known, 'explained')]);
  expect(await alarms()).toBe(0);
});

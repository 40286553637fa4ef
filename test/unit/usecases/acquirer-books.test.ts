import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceivedEvent } from '../../../functions/core/acquirer/events.ts';
import type { BooksCase } from '../../../functions/core/domain/ledger/books.ts';
import { requireFound } from '../../../functions/core/domain/outcome.ts';
import type { MovementOperation } from '../../../functions/core/store/transactions/operations.ts';
import type { Booking } from '../../stripe/stand-in/books.ts';
import { sqsMessages } from '../sqs-messages.ts';
import { withRealMoney } from './real-money.ts';

const { messages, listen } = sqsMessages();

const live = withRealMoney(async () => {
  process.env.AWS_ENDPOINT_URL_SQS = await listen();
  process.env.ACQUIRER_EVENTS_URL = 'https://sqs.example/1/events';
  return {
    ...(await import('../../../functions/core/acquirer/registry.ts')),
    ...(await import('../../../functions/core/domain/money/rates-snapshot.ts')),
    ...(await import('../../../functions/core/store/transactions/movement-writes.ts')),
    ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
    ...(await import('../../../functions/core/store/ledger/lines.ts')),
    ...(await import('../../../functions/core/store/ledger/payouts.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/transactions/operations.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/adopt-payment.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-account-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/follow-payout.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/sync-payout.ts')),
    ...(await import('../../../functions/core/usecases/ledger/record-acquirer-payout.ts')),
    ...(await import('../../../functions/core/usecases/reconciliation/compare-balance-transactions.ts')),
    ...(await import('../../../functions/core/usecases/reconciliation/review-cases.ts')),
  };
});
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  own.proxy.instead = undefined;
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const told = (): string => logged.mock.calls.map(([text]) => String(text)).join('');

describe('a payment that is captured in the acquirer’s dashboard', () => {
  test('a payment captured at the acquirer is captured to the cent, even if the acquirer shows each capture in another currency', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    const { id, reference } = await live.authorized(shop, 10_000, 'USD');
    // Each capture is rounded in euro, so its amount converted back to dollars is a cent lower.
    for (let captures = 1; captures <= 3; captures++) {
      live.stripe.capture(reference, 3044, account, { final: false });
      expect(await own.syncPayment(shop.account, reference)).toEqual([]);
      expect(await live.transactionOf(id)).toMatchObject({
        capturedAmount: captures * 3044,
        pendingAmount: 10_000 - captures * 3044,
      });
    }
  });

  test.each([
    ['equal amounts', [3044, 3044, 3044]],
    ['small amounts except the last', [19, 19, 19, 9000]],
  ])(
    'a payment captured at the acquirer is captured to the cent in total when several captures are found at the same time: %s',
    async (_, amounts) => {
      const shop = await live.shop();
      const { id, reference } = await live.authorized(shop, 10_000, 'USD');
      for (const amount of amounts)
        live.stripe.capture(reference, amount, shop.account.account, { final: false });
      expect(await own.syncPayment(shop.account, reference)).toEqual([]);
      const { capturedAmount, trail } = await live.transactionOf(id);
      expect(capturedAmount).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      for (const [n, { amount }] of trail.entries())
        expect(Math.abs(amount - (amounts[n] ?? 0))).toBeLessThanOrEqual(amounts.length);
    },
  );

  test.each([
    [3044, 4000, 'USD'],
    [4000, 3044, 'USD'],
    [3044, 3044, 'USD'],
    // Only exchanged amounts are rounded.
    [3001, 3000, 'EUR'],
  ])(
    'a payment captured at the acquirer is captured to the cent (%d) beside a capture of Florin’s that waits for its figures (%d) in %s',
    async (amount, waiting, currency) => {
      const shop = await live.shop();
      const { id, reference } = await live.authorized(shop, 10_000, currency);
      live.stripe.capture(reference, amount, shop.account.account, { final: false });
      const before = await live.transactionOf(id);
      const { operation } = await own.openLiveMovement(before, 'capture', { amount: waiting }, undefined);
      await own.recordMovementOutcome({ operation, outcome: { state: 'approved' } });
      live.stripe.capture(reference, waiting, shop.account.account, { final: false });
      expect(await own.syncPayment(shop.account, reference)).toEqual([]);
      const { trail } = await live.transactionOf(id);
      expect(trail.map((entry) => [entry.amount, entry.figuresOf])).toEqual([
        [waiting, undefined],
        [amount, undefined],
      ]);
      // Each has its own figures: the larger amount has the larger balance.
      const [first = 0, second = 0] = trail.map(({ balance }) => Number(balance));
      expect(Math.sign(first - second)).toBe(Math.sign(waiting - amount));
    },
  );

  test('a payment captured at the acquirer has the captures booked that fit what is pending, and the others are returned with a reason', async () => {
    const shop = await live.shop();
    const { id, reference } = await live.authorized(shop);
    const before = await live.transactionOf(id);
    const released = own.voidPending(before, { amount: 6000 }, own.bundledRates, Date.now());
    await own.applyToTransaction(before, released, []);
    for (const amount of [5000, 3000])
      live.stripe.capture(reference, amount, shop.account.account, { final: amount === 3000 });
    const why = expect.stringContaining('amount');
    expect(await own.syncPayment(shop.account, reference)).toMatchObject([{ why }]);
    // Nobody has settled the case of the other capture, so its amount is not released.
    expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 3000, pendingAmount: 1000 });
  });

  test('a payment captured at the acquirer keeps the rest pending until the books show the last capture, even one of a cent', async () => {
    const shop = await live.shop();
    const { account } = shop.account;
    const { id, reference } = await live.authorized(shop);
    live.stripe.capture(reference, 99, account, { final: false });
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    live.stripe.hideEntries(account);
    live.stripe.capture(reference, 1, account);
    await expect(own.syncPayment(shop.account, reference)).rejects.toThrow('do not show each capture');
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 9_901 });
    live.stripe.showEntries(account);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 100, voidedAmount: 9_900 });
  });

  test.each([50, 1])(
    'a payment captured at the acquirer is booked with its own amount while the books lack another capture, of %d',
    async (other) => {
      const shop = await live.shop();
      const { account } = shop.account;
      const { id, reference } = await live.authorized(shop);
      live.stripe.capture(reference, 99, account, { final: false });
      live.stripe.hideEntries(account);
      live.stripe.capture(reference, other, account, { final: false });
      await expect(own.syncPayment(shop.account, reference)).rejects.toThrow('do not show each capture');
      expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 99 });
      live.stripe.showEntries(account);
      expect(await own.syncPayment(shop.account, reference)).toEqual([]);
      const { capturedAmount, trail } = await live.transactionOf(id);
      expect([capturedAmount, ...trail.map(({ amount }) => amount)]).toEqual([99 + other, 99, other]);
    },
  );

  test('a payment captured at the acquirer gets its rest released with the last capture, even a rest of one cent', async () => {
    const shop = await live.shop();
    const { id, reference } = await live.authorized(shop);
    live.stripe.capture(reference, 9999, shop.account.account);
    expect(await own.syncPayment(shop.account, reference)).toEqual([]);
    const { pendingAmount, voidedAmount, trail } = await live.transactionOf(id);
    expect([pendingAmount, voidedAmount]).toEqual([0, 1]);
    expect(trail.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['capture', 9999],
      ['void', 1],
    ]);
  });
});

test.each([
  ['closed', (operation: MovementOperation) => own.closeOperation({ ...operation, state: 'declined' })],
  ['lost', (operation: MovementOperation) => own.withdrawOperation(operation)],
])('the comparison ends with an error for an open operation whose own item is %s', async (_, write) => {
  const shop = await live.shop();
  const { id, reference } = await live.authorized(shop);
  const movement = { amount: 1000 };
  const { operation } = await own.openLiveMovement(
    await live.transactionOf(id),
    'capture',
    movement,
    undefined,
  );
  await own.transact([write(operation)]);
  live.stripe.capture(reference, 1000, shop.account.account);
  await expect(own.syncPayment(shop.account, reference)).rejects.toThrow(operation.id);
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 0, operation: { id: operation.id } });
});

test('a declined payment keeps its amount, even if the acquirer has a higher amount', async () => {
  const shop = await live.shop();
  const { id, reference } = await live.authorized(shop);
  const decline = own.update(
    own.transactionKey(id),
    'SET #error = :error, pendingAmount = :none',
    { ':error': 'PAYMENT_REJECTED', ':none': 0 },
    { names: { '#error': 'error' } },
  );
  await own.transact([{ item: decline }]);
  const adapter = own.acquirerOf(shop.account);
  const payment = requireFound(await adapter.findPayment(shop.account.account, reference));
  jest.spyOn(adapter, 'findPayment').mockResolvedValue({ ...payment, authorized: 12_000 });
  expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  expect(await live.transactionOf(id)).toMatchObject({ amount: 10_000, pendingAmount: 0, trail: [] });
});

test('a refund from the dashboard has one line, which is matched with its balance transaction', async () => {
  const shop = await live.shop();
  const { merchant, account } = shop;
  const { id, reference } = await live.authorized(shop);
  live.stripe.capture(reference, 10_000, account.account);
  live.stripe.refund(reference, 1000, account.account);
  for (let n = 0; n < 2; n++) expect(await own.syncPayment(account, reference)).toEqual([]);
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 10_000, refundedAmount: 1000 });
  const { entries } = await own.acquirerOf(account).listBalanceTransactions(account.account, { since: 0 });
  const references = entries.map((entry) => entry.reference);
  const seen = async () =>
    [...(await own.namedBalanceTransactions('stripe', references)).values()].map((each) => each.seen);
  expect(await seen()).toStrictEqual([undefined, undefined]);
  expect(await own.compareBalanceTransactions(merchant, account, entries)).toEqual([]);
  expect(await seen()).toEqual([true, true]);
});

test('a case gives the reason why its balance transaction has no line', async () => {
  const { account, merchant } = await live.shop();
  const book = (booking: Booking) => live.stripe.book(booking, account.account);
  book({ type: 'charge', amount: 700, source: 'ch_of_another_system' });
  book({ type: 'adjustment', amount: -50, source: 'du_unknown' });
  const foreign = await own.authorize(own.order({ account: account.account }), own.card());
  if (foreign.state !== 'approved') throw new Error(foreign.state);
  live.stripe.capture(foreign.payment.reference, 1000, account.account);
  const { entries } = await own.acquirerOf(account).listBalanceTransactions(account.account, { since: 0 });
  const cases = await own.compareBalanceTransactions(merchant, account, entries);
  expect(cases.map(({ amount, why }) => [amount, why]).sort()).toEqual([
    [-50, 'The acquirer does not say which dispute it is of'],
    [700, 'The acquirer does not say which payment it is of'],
    [960, 'Its payment is none of Florin’s'],
  ]);
});

test('a line without a balance transaction is a case until the acquirer’s balance transactions show one', async () => {
  const { merchant, account } = await live.shop();
  const caseOf = async (source: string) => {
    const lineId = own.newId();
    const found: BooksCase = {
      ...{ kind: 'line', reference: lineId, lineId, source, amount: -500, currency: 'EUR', account },
      why: 'It is not in the books',
    };
    await own.transact([own.nameBalanceTransaction('stripe', source, lineId)]);
    await own.keepCase(merchant.id, found);
    return `line:${lineId}`;
  };
  const [late, missing] = [await caseOf('txn_late'), await caseOf('txn_missing')];
  await own.markSeen('stripe', 'txn_late');
  // The case names the account that was compared, but the merchant's books at another acquirer have the entry.
  const elsewhere = await caseOf('txn_elsewhere');
  await own.markSeen('second', 'txn_elsewhere');
  await own.reviewCases(merchant, [{ acquirer: 'second', connected: 0 }], Date.now());
  expect(await own.getCase(merchant.id, elsewhere)).toMatchObject({ state: 'gone' });
  expect(await own.getCase(merchant.id, late)).toMatchObject({ state: 'gone' });
  expect(await own.getCase(merchant.id, missing)).toMatchObject({ state: 'open' });
  expect(told()).toContain(missing);
  expect(told()).not.toContain(late);
});

test('a balance transaction that cannot be adopted raises an alarm until an operator has settled its case', async () => {
  const { merchant, account } = await live.shop();
  const figures = { reference: 'txn_a', currency: 'EUR', net: 700, fee: 10 };
  const alarms = async () => {
    logged.mockClear();
    await own.keepUnadopted(merchant.id, account, 'pi_1', { figures, why: 'It does not fit' });
    return logged.mock.calls.length;
  };
  const known = async () => requireFound(await own.getCase(merchant.id, 'entry:txn_a'));
  expect([await alarms(), await alarms()]).toEqual([1, 1]);
  const { state, amount, fee, payment, why } = await known();
  expect([state, amount, fee, payment, why]).toEqual(['open', 700, 10, 'pi_1', 'It does not fit']);
  await own.transact([own.endCase(merchant.id, await known(), 'gone')]);
  expect([await alarms(), (await known()).state]).toEqual([1, 'open']);
  await own.transact([own.endCase(merchant.id, await known(), 'explained')]);
  expect([await alarms(), (await known()).state]).toEqual([0, 'explained']);
});

describe('a payout of the acquirer', () => {
  const day = 24 * 60 * 60 * 1000;

  test('in another currency of the account gets its lines without an alarm, even if it is late', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.settings(account).alsoKeeps.push('usd');
    const { reference } = await live.authorized(shop, 10_000, 'USD');
    live.stripe.capture(reference, 10_000, account);
    await own.syncPayment(shop.account, reference);
    const payout = live.stripe.payOutAll(account, 'usd');
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    expect(await own.syncPayout(shop.account, payout, { isLate: true })).toBe(false);
    const id = (await own.lineOfBalanceTransaction('stripe', payout)) ?? '';
    expect(await own.getPayout(id)).toMatchObject({
      ...{ itemized: 'done', currency: 'USD', amount: 9825 },
      covers: { count: 1 },
    });
    const { trail } = await live.transactionOf((await own.transactionOfPayment('stripe', reference)) ?? '');
    const arrival = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(await own.getLine(trail[0]?.id ?? '')).toMatchObject({ paidOut: { payoutId: id, arrival } });
    expect(told()).toBe('');
    // A late run finds the payout done, and reads none of its pages.
    const before = live.stripe.seen.length;
    expect(await own.syncPayout(shop.account, payout, { isLate: true })).toBe(false);
    expect(live.stripe.seen).toHaveLength(before + 1);
  });

  test('a payout of the acquirer may contain balance transactions from before the merchant was connected, with and without a line', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    const { id, reference } = await live.authorized(shop);
    live.stripe.capture(reference, 10_000, account);
    await own.syncPayment(shop.account, reference);
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_before' }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    const soon = { ':soon': Date.now() + 60_000 };
    const at = own.merchantAccountKey(shop.merchant.id, shop.account);
    await own.transact([{ item: own.update(at, 'SET connected = :soon', soon) }]);
    expect(await own.syncPayout(shop.account, payout)).toBe(false);
    const payoutId = (await own.lineOfBalanceTransaction('stripe', payout)) ?? '';
    expect(await own.getPayout(payoutId)).toMatchObject({
      ...{ itemized: 'done', carried: { in: 700, out: 0 }, covers: { count: 1 } },
    });
    const { trail } = await live.transactionOf(id);
    expect(await own.getLine(trail[0]?.id ?? '')).toMatchObject({ paidOut: { payoutId } });
  });

  test('a payout of the acquirer stays open for a balance transaction without a line, even if the merchant has another account now', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    await own.setAcquirer(shop.merchant, { acquirer: 'stripe', account: `${account}_next` }, true, {});
    const soon = { ':soon': Date.now() + 60_000 };
    const connected = own.update(own.merchantKey(shop.merchant.id), 'SET acquirer.connected = :soon', soon);
    await own.transact([{ item: connected }]);
    expect(await own.syncPayout(shop.account, payout)).toBe(false);
    expect(await own.getPayout((await own.lineOfBalanceTransaction('stripe', payout)) ?? '')).toMatchObject({
      ...{ itemized: 'open', carried: { in: 0, out: 0 } },
    });
  });

  test('a payout of the acquirer causes no request for its balance transactions before the acquirer can list them', async () => {
    const shop = await live.shop();
    live.stripe.book({ type: 'stripe_fee', amount: 500 }, shop.account.account);
    const payout = live.stripe.payOutAll(shop.account.account);
    const read = jest.spyOn(own.acquirerOf(shop.account), 'listPayoutEntries');
    await own.recordAcquirerPayout(shop.account, payout);
    expect(await own.syncPayout(shop.account, payout)).toBe(false);
    expect(read).not.toHaveBeenCalled();
  });

  test('a payout of the acquirer of several pages is read to its end in one run', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    for (let n = 1; n <= 101; n++) live.stripe.book({ type: 'stripe_fee', amount: -1 }, account);
    live.stripe.book({ type: 'adjustment', amount: 500 }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    expect(await own.syncPayout(shop.account, payout, { isLate: true })).toBe(false);
    const id = (await own.lineOfBalanceTransaction('stripe', payout)) ?? '';
    expect(await own.getPayout(id)).toMatchObject({ itemized: 'done', amount: 399, covers: { count: 102 } });
    expect(told()).toBe('');
  });

  test('a payout of the acquirer is queued again each night until it has its lines, and counts as late after two days', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    const asked = { acquirer: 'stripe', type: 'payout.changed', account, reference: payout };
    await own.followPayouts({ ...shop.account, connected: 0 }, shop.merchant.id, Date.now() + day);
    expect(messages).toEqual([asked]);
    await own.followPayouts({ ...shop.account, connected: 0 }, shop.merchant.id, Date.now() + 3 * day);
    expect(messages).toEqual([asked, { ...asked, isLate: true }]);
    await own.followPayout(shop.account, payout);
    expect(told()).toContain('"level":"info"');
    expect(told()).not.toContain('ReconciliationDifferences');
    await own.followPayout(shop.account, payout, true);
    expect(told()).toContain('"ReconciliationDifferences":1');
  });

  test('a payout that lists the balance transaction of another payout stays open until that transaction has a line', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.book({ type: 'stripe_fee', amount: 500 }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    const adapter = own.acquirerOf(shop.account);
    const { listPayoutEntries } = adapter;
    jest.spyOn(adapter, 'listPayoutEntries').mockImplementation(async (...asked) => {
      const { entries, next } = await listPayoutEntries(...asked);
      const other = {
        ...requireFound(entries[0]),
        about: 'payout',
        source: 'po_other',
        reference: 'txn_other',
      } as const;
      return { entries: [...entries, other], next };
    });
    expect(await own.syncPayout(shop.account, payout)).toBe(false);
    expect(await own.getPayout((await own.lineOfBalanceTransaction('stripe', payout)) ?? '')).toMatchObject({
      ...{ itemized: 'open', items: { missing: 1, missed: ['txn_other'] } },
    });
  });

  test('a payout of the acquirer that takes several runs stays late in each of them, and continues on its page', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    for (let n = 1; n <= 101; n++) live.stripe.book({ type: 'stripe_fee', amount: -1 }, account);
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    live.stripe.reconcilePayout(payout, account);
    const adapter = own.acquirerOf(shop.account);
    const { listPayoutEntries } = adapter;
    const clock = jest.spyOn(Date, 'now');
    const read = jest.spyOn(adapter, 'listPayoutEntries').mockImplementation(async (...asked) => {
      const page = await listPayoutEntries(...asked);
      const spent = Date.now() + 12_000;
      clock.mockReturnValue(spent);
      return page;
    });
    messages.length = 0;
    await own.followPayout(shop.account, payout, true);
    const next = { acquirer: 'stripe', type: 'payout.changed', account, reference: payout, isLate: true };
    expect([messages, read.mock.calls.length, told()]).toEqual([[next], 1, '']);
    await own.applyAcquirerEvent(next as ReceivedEvent);
    expect([messages.length, read.mock.calls.length]).toEqual([1, 2]);
    expect(told()).toContain('"ReconciliationDifferences":1');
  });

  test('a payout of the acquirer is queued from whichever page of the acquirer’s list it is on, if it has a line', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
    const payout = live.stripe.payOutAll(account);
    await own.recordAcquirerPayout(shop.account, payout);
    const adapter = own.acquirerOf(shop.account);
    const known = requireFound(await adapter.findPayout(account, payout));
    messages.length = 0;
    const list = jest
      .spyOn(adapter, 'listPayouts')
      .mockResolvedValueOnce({ payouts: [], next: 'second' })
      .mockResolvedValueOnce({ payouts: [known, { ...known, reference: 'po_without_line' }], next: 'third' })
      .mockResolvedValueOnce({ payouts: [] });
    const now = Date.now();
    await own.followPayouts({ ...shop.account, connected: 0 }, shop.merchant.id, now);
    expect(messages).toMatchObject([{ reference: payout }]);
    expect(list.mock.calls.map(([, , cursor]) => cursor)).toStrictEqual([undefined, 'second', 'third']);
    // The list begins two weeks ago, or with the connection of the account.
    await own.followPayouts({ ...shop.account, connected: now - day }, shop.merchant.id, now);
    const since = list.mock.calls.map(([, each]) => (now - each) / day);
    expect(since).toEqual([14, 14, 14, 1]);
  });

  test('a payout that is returned has failed as soon as its event arrives', async () => {
    const shop = await live.shop();
    const { account = '' } = shop.account;
    live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
    const reference = live.stripe.payOutAll(account);
    const statusAfter = async (type: 'payout.paid' | 'payout.failed') => {
      await own.applyAcquirerEvent({ ...shop.account, type, reference });
      const id = (await own.lineOfBalanceTransaction('stripe', reference)) ?? '';
      return (await own.getPayout(id))?.status;
    };
    live.stripe.endPayout(reference, 'paid', account);
    expect(await statusAfter('payout.paid')).toBe('paid');
    live.stripe.endPayout(reference, 'failed', account);
    expect(await statusAfter('payout.failed')).toBe('failed');
  });
});

test('the state of an account is stored before the second and last request to the acquirer', async () => {
  const { merchant, account } = await live.shop();
  live.stripe.settings(account.account).payoutsEnabled = false;
  own.proxy.instead = async (_, body) => {
    if (body.includes('payoutsBlocked')) await sleep(100);
    return undefined;
  };
  const before = live.stripe.seen.length;
  await own.applyAccountEvent(account);
  expect(await own.findMerchant(merchant.id)).toMatchObject({
    acquirer: { ...account, blocked: false, payoutsBlocked: true },
  });
  expect(live.stripe.seen).toHaveLength(before + 2);
  expect(told()).toContain('"payoutsBlocked":true');
});

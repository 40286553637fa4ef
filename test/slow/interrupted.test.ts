import type { Context } from 'aws-lambda';
import type { ReceivedEvent } from '../../functions/core/acquirer/events.ts';
import { requireFound } from '../../functions/core/domain/outcome.ts';
import type { StoredMerchant } from '../../functions/core/store/merchants/merchants.ts';
import type { MovementOperation } from '../../functions/core/store/transactions/operations.ts';
import { failure } from '../api/support/answer.ts';
import { someMerchant } from '../unit/domain/some-merchant.ts';
import { someCard, somePayment } from '../unit/domain/some-payment.ts';
import { loseAuthorization, withRealMoney } from '../unit/usecases/real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../functions/core/acquirer/registry.ts')),
  ...(await import('../../functions/core/domain/transactions/link.ts')),
  ...(await import('../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../functions/core/store/disputes/alerts.ts')),
  ...(await import('../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../functions/core/store/ledger/payouts.ts')),
  ...(await import('../../functions/core/store/ledger/rates.ts')),
  ...(await import('../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../functions/core/store/table/retry.ts')),
  ...(await import('../../functions/core/store/transactions/links.ts')),
  ...(await import('../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../functions/core/usecases/acquirer-events/apply-test-dispute-event.ts')),
  ...(await import('../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
  ...(await import('../../functions/core/usecases/acquirer-events/sync-payout.ts')),
  ...(await import('../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/record-authorization.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../functions/core/usecases/acquirer-operations/record-movement.ts')),
  ...(await import('../../functions/core/usecases/ledger/pay-out.ts')),
  ...(await import('../../functions/core/usecases/ledger/record-acquirer-payout.ts')),
  ...(await import('../../functions/core/usecases/movements/move-money.ts')),
  ...(await import('../../functions/core/usecases/movements/withdraw-operation.ts')),
  ...(await import('../../functions/core/usecases/reconciliation/reconcile.ts')),
  authorizePayment: (await import('../../functions/core/usecases/payments/authorize.ts')).authorize,
  finishOperations: (await import('../../functions/jobs/finish-operations.ts')).handler,
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

const minute = 60_000;

// Each piece of work is done three times for each of its requests.
jest.setTimeout(5 * minute);

/** A piece of work in a fresh shop, which some queue, worker or client does again until it succeeds. */
interface Scene {
  work(): Promise<unknown>;
  /** The work that overtakes this work. Without it, a copy of this work does. */
  other?(): Promise<unknown>;
  /** Runs before the work is done again. */
  before?(): Promise<unknown>;
  /** Whether the work answers although the acquirer does not, as a worker makes the capture of a payment. */
  answers?: true;
  /** Everything that the work has changed, without ids and times. */
  state(): Promise<unknown>;
}

type How = 'killed' | 'overtaken';

/**
 * Does the work, and interrupts it before one of its requests to DynamoDB or the acquirer. A killed process sends
 * nothing any more. A kill between two reads is the same as one before the next write, so those are left out.
 *
 * @param n the number of the request, from 0 on
 * @returns whether the work has succeeded; undefined if it has fewer requests
 */
async function interrupt(
  { work, other = work }: Scene,
  how: How,
  n: number,
): Promise<{ succeeded: boolean } | undefined> {
  let [count, isInside, isReached, isDead] = [0, false, false, false];
  const { now } = Date;
  const next = async (isWrite: boolean) => {
    if (isDead || isInside || (how === 'killed' && !isWrite) || count++ !== n) return;
    isReached = true;
    isDead = how === 'killed';
    // An hour passes, so that the killed work does not wait before it repeats requests.
    if (isDead) jest.spyOn(Date, 'now').mockImplementation(() => now() + 60 * minute);
    isInside = !isDead;
    if (isInside) await other().catch(() => undefined);
    isInside = false;
  };
  own.proxy.instead = async (operation) => {
    await next(/Write|Put|Update|Delete/.test(operation));
    return isDead ? failure('ValidationException') : undefined;
  };
  const { fetch } = globalThis;
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    await next(init?.method === 'POST');
    if (isDead) throw new Error('The process is gone');
    return fetch(url, init);
  });
  const succeeded = await work().then(
    () => true,
    () => false,
  );
  own.proxy.instead = undefined;
  asked.mockRestore();
  if (isDead) jest.mocked(Date.now).mockRestore();
  return isReached ? { succeeded } : undefined;
}

/** Does the work again until it succeeds. The answer that an earlier copy has stored is a success. */
async function doAgain({ work, before }: Scene): Promise<void> {
  await before?.();
  for (let attempt = 0; attempt < 3; attempt++) {
    const error = await work().catch((error: Error) => error);
    if (!(error instanceof Error) || error.name === 'EarlierAnswer') return;
    if (attempt === 2) throw error;
  }
}

/** The worker runs some minutes later. */
async function later(minutes: number): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * minute);
  await own.finishOperations({}, { getRemainingTimeInMillis: () => 60_000 } as Context);
  clock.mockRestore();
}

const worker = async () => {
  await later(2);
  await later(5);
};

type Shop = Awaited<ReturnType<typeof live.shop>>;

const asText = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();

/** A merchant's ledger, its cases, and one of its payments. */
async function ledgerOf(merchantId: string, transactionId: string) {
  const lines = [];
  for await (const line of own.listLines(merchantId, { limit: 100 })) lines.push(line);
  const payment = requireFound(await own.getTransaction(transactionId));
  const { balance, available, pending, reserved, disputed } = requireFound(await own.getMerchant(merchantId));
  const { pendingAmount, capturedAmount, refundedAmount, voidedAmount } = payment;
  const { amount, disputedAmount, refundableAmount, operation, acquirerEntries = [] } = payment;
  return {
    lines: asText(
      lines.map(({ kind, amount, balance, fee }) => [kind, amount.currency, amount.amount, balance, fee]),
    ),
    trail: asText(
      payment.trail.map(({ kind, amount, balance, fee, figuresOf, dispute }) => [
        ...[kind, amount, balance, fee, figuresOf !== undefined, dispute?.step],
      ]),
    ),
    amounts: { amount, pendingAmount, capturedAmount, refundedAmount, voidedAmount },
    rest: { disputedAmount, refundableAmount, operation, entries: acquirerEntries.length },
    funds: { balance, available, pending, reserved, disputed },
    cases: asText((await own.listCases(merchantId)).map(({ kind, state, amount }) => [kind, state, amount])),
  };
}

/** The same for a shop with real money. Each entry in the acquirer's books has one line, and each line an entry. */
async function booksOf(shop: Shop, transactionId: string) {
  const ledger = await ledgerOf(shop.merchant.id, transactionId);
  const { entries, captured, refunded, capturable, intents } = live.stripe.books(shop.account.account);
  const nets = ledger.lines.map((line) => JSON.parse(line)[3]);
  expect(nets.sort()).toEqual(entries.map(({ net }) => net).sort());
  return { ...ledger, captured, refunded, capturable, intents: intents.length };
}

/** A payment of EUR 100 that was captured in the acquirer's dashboard. */
async function makeCapture(amount: number) {
  const shop = await live.shop();
  const { account } = shop.account;
  const { id, reference } = await live.authorized(shop);
  live.stripe.capture(reference, amount, account);
  return { shop, account, id, reference };
}

let keys = 0;

/** A movement that a client requests until it has an answer, always with the same key. */
async function movement(kind: MovementOperation['kind'], amount: number): Promise<Scene> {
  const shop = await live.shop();
  const { id } = await live.authorized(shop, 10_000, 'EUR', true);
  const caller = { kind: 'app', id: shop.app } as const;
  const move = (kind: MovementOperation['kind'], amount: number, key: string) => {
    const idempotency = { scope: shop.app, key, fingerprint: 'same' };
    return own.moveMoney(kind, { caller, transactionId: id, input: { amount }, idempotency });
  };
  if (kind === 'refund') await move('capture', 10_000, 'earlier');
  // Each of two captures of the same amount has its own figures.
  if (kind === 'capture') await move('capture', amount, 'earlier');
  const key = `key ${++keys}`;
  return { work: () => move(kind, amount, key), before: worker, state: () => booksOf(shop, id) };
}

/** A payment by a till's link, whose card is saved. */
async function payment(capture: boolean): Promise<Scene> {
  const shop = await live.shop();
  const { id: merchantId } = shop.merchant;
  const id = own.newId();
  const till = own.openLink({ amount: 1000, currency: 'EUR' }, { id: own.newId(), merchantId, test: false });
  const work = async () =>
    own.authorizePayment(shop.merchant as StoredMerchant, await own.currentRates(), {
      ...{ id, amount: 1000, currency: 'EUR', credential: { reference: id }, recurring: false, capture },
      ...{ card: someCard, linkId: till.id, till, details: { text: 'Tea' }, record: () => [] },
      consent: { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] },
      live: { instrument: own.card(undefined, { store: true }) },
    });
  const state = async () => {
    const [link, card] = [await own.getLink(till.id), await own.getCustomerCard(id)];
    return { ...(await booksOf(shop, id)), paid: link?.paid, isSaved: card !== undefined };
  };
  const event = () =>
    own.applyAcquirerEvent({ type: 'operation.changed', operation: id, ...shop.account } as ReceivedEvent);
  return { work, other: event, before: worker, answers: true, state };
}

/** A payment whose answer is lost, and which its merchant gives up. */
async function givenUp(): Promise<Scene> {
  const shop = await live.shop();
  const id = own.newId();
  const adapter = own.paymentAcquirerOf(shop.account);
  loseAuthorization(adapter);
  const paying = own.authorizeLive(shop.merchant as StoredMerchant, {
    ...{ id, amount: 1000, currency: 'EUR', record: () => [], instrument: own.card() },
    draft: { descriptor: 'Shop', card: someCard, recurring: false },
  });
  await expect(paying).rejects.toMatchObject({ name: 'OperationOpen' });
  const caller = { kind: 'app', id: shop.app } as const;
  return {
    work: () => own.withdrawOpen({ caller, transactionId: id, input: { amount: 1000 } }),
    async state() {
      // A worker that ran before the work is done again would rightly authorize the payment.
      await worker();
      return { ...(await booksOf(shop, id)), ended: (await own.getOperation(id))?.state };
    },
  };
}

/** A captured payment of test money. */
async function capturedTest() {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: own.newId(), name: null });
  const transaction = somePayment(merchant);
  const movement = own.capture(transaction, { amount: 1000 }, await own.currentRates(), Date.now());
  await own.createTransaction(transaction, {}, { merchant, movement, alongside: [] });
  return { merchantId: merchant.id, transactionId: transaction.id };
}

const scenes: Record<string, (how: How) => Promise<Scene>> = {
  'a capture': () => movement('capture', 4000),
  'a refund': () => movement('refund', 4000),
  'a void': () => movement('void', 10_000),
  'an increment': () => movement('increment', 4000),
  // A copy of the payment would wait for its capture.
  'a payment': (how) => payment(how === 'killed'),
  'the end of a payment that its merchant gives up': givenUp,
  async 'the adoption of a capture, a release and a refund'() {
    const { shop, account, id, reference } = await makeCapture(9000);
    live.stripe.refund(reference, 1000, account);
    return { work: () => own.syncPayment(shop.account, reference), state: () => booksOf(shop, id) };
  },
  async 'the adoption of a refund that came back'() {
    const { shop, account, id, reference } = await makeCapture(10_000);
    await own.syncPayment(shop.account, reference);
    live.stripe.failRefund(live.stripe.refund(reference, 1000, account), account);
    return { work: () => own.syncPayment(shop.account, reference), state: () => booksOf(shop, id) };
  },
  async 'the figures of a capture that come later'() {
    const shop = await live.shop();
    const { id, reference } = await live.authorized(shop);
    const adapter = own.paymentAcquirerOf(shop.account);
    const read = await live.transactionOf(id);
    const { operation } = await own.openLiveMovement(read, 'capture', { amount: 4000 }, undefined);
    await adapter.move(own.orderOf(operation));
    await own.recordMovementOutcome({ operation, outcome: { state: 'approved' } });
    const [entry] = live.stripe.books(shop.account.account).entries;
    const figures = {
      ...{ reference: entry?.id ?? '', currency: 'EUR', net: entry?.net ?? 0, fee: entry?.fee ?? 0 },
    };
    const answer = { state: 'approved', figures } as const;
    const event = { type: 'movement.answered', payment: reference, operation: operation.id, answer } as const;
    return {
      work: () => own.applyAcquirerEvent({ ...event, ...shop.account }),
      state: () => booksOf(shop, id),
    };
  },
  async 'the failure of a capture'() {
    const shop = await live.shop();
    const { account } = shop.account;
    const { id, reference } = await live.authorized(shop);
    const read = await live.transactionOf(id);
    const opened = await own.openLiveMovement(read, 'capture', { amount: 10_000 }, undefined);
    const { operation } = await own.requestMovement(opened);
    const taken = live.stripe.book({ type: 'payment_failure_refund', amount: -10_000 }, account);
    const figures = { reference: taken, currency: 'EUR', net: -10_000, fee: 0 };
    const answer = { state: 'declined', decline: 'PAYMENT_REJECTED', figures } as const;
    const event = { type: 'movement.answered', payment: reference, operation: operation.id, answer } as const;
    return {
      work: () => own.applyAcquirerEvent({ ...event, ...shop.account }),
      state: () => booksOf(shop, id),
    };
  },
  async 'a dispute that is won'() {
    const { shop, account, id, reference } = await makeCapture(10_000);
    await own.syncPayment(shop.account, reference);
    const dispute = live.stripe.dispute(reference, { amount: 4000 }, account);
    live.stripe.closeDispute(dispute, 'won', account);
    const alerts = async () => {
      const all = [];
      for await (const { status } of own.listAlerts('dispute', shop.merchant.id, id, { limit: 9 }))
        all.push(status);
      return all;
    };
    return {
      work: () => own.syncDispute(shop.account, dispute),
      state: async () => ({ ...(await booksOf(shop, id)), alerts: await alerts() }),
    };
  },
  async 'a dispute of test money that is lost'() {
    const { merchantId, transactionId } = await capturedTest();
    const about = { transactionId, amount: 400, due: '2026-12-01T00:00:00.000Z' };
    const reference = `dispute ${transactionId}`;
    return {
      async work() {
        await own.applyOpening(reference, { ...about, reason: { code: 83, title: 'Fraud' } });
        await own.applyOutcome(reference, 'lost');
      },
      state: () => ledgerOf(merchantId, transactionId),
    };
  },
  async 'a payout of the acquirer'() {
    const { shop, account, id, reference } = await makeCapture(10_000);
    await own.syncPayment(shop.account, reference);
    const payout = live.stripe.payOutAll(account);
    live.stripe.reconcilePayout(payout, account);
    const stored = async () => {
      const lineId = await own.lineOfBalanceTransaction('stripe', payout);
      const { amount, itemized, covers, carried } = requireFound(await own.getPayout(lineId ?? ''));
      const lines = [];
      for await (const { paidOut } of own.listLines(shop.merchant.id, { limit: 9 }))
        lines.push(paidOut?.payoutId === lineId);
      return { amount, itemized, count: covers?.count, carried, lines: asText(lines) };
    };
    return {
      async work() {
        await own.recordAcquirerPayout(shop.account, payout);
        await own.syncPayout(shop.account, payout);
      },
      state: async () => ({ ...(await booksOf(shop, id)), payout: await stored() }),
    };
  },
  async 'a payout of test money'() {
    const { merchantId, transactionId } = await capturedTest();
    const day = new Date().toISOString().slice(0, 10);
    return {
      work: () => own.payOut(merchantId, 0, day),
      async state() {
        const { payoutId = '' } = (await own.lastPayout(merchantId)) ?? {};
        const { amount, carried, covers } = requireFound(await own.getPayout(payoutId));
        const payouts = { amount, carried, count: covers?.count };
        return { ...(await ledgerOf(merchantId, transactionId)), payouts };
      },
    };
  },
  async 'the comparison of the books'() {
    const { shop, account, id, reference } = await makeCapture(10_000);
    live.stripe.refund(reference, 1000, account);
    live.stripe.book({ type: 'stripe_fee', amount: -7 }, account);
    live.stripe.payOut(500, account);
    const connected = { ...shop.account, connected: shop.merchant.acquirer?.connected ?? 0 };
    const now = Date.now() + 120 * minute;
    return {
      async work() {
        for (let run = 0; run < 9; run++)
          if (await own.reconcile(shop.merchant, connected, { now, end: Number.POSITIVE_INFINITY })) return;
      },
      state: () => booksOf(shop, id),
    };
  },
};

describe.each(Object.keys(scenes))('%s', (name) => {
  const make = scenes[name] as (typeof scenes)[string];

  test.each<[How, string]>([
    ['killed', 'before any of its writes'],
    ['overtaken', 'by a copy of itself or by a report, before any of its requests'],
  ])('an operation that is %s %s and repeated ends as if nothing had happened', async (how) => {
    const whole = await make(how);
    await whole.work();
    await whole.before?.();
    const expected = await whole.state();
    let n = 0;
    for (; ; n++) {
      const scene = await make(how);
      const interrupted = await interrupt(scene, how, n);
      if (!interrupted) break;
      // Work that did not wait for its last write would succeed without that write.
      if (how === 'killed' && !scene.answers) expect({ n, ...interrupted }).toEqual({ n, succeeded: false });
      await doAgain(scene);
      expect({ n, state: await scene.state() }).toEqual({ n, state: expected });
    }
    expect(n).toBeGreaterThan(0);
  });
});

/** Two different works with the same money, which begin at the same time. */
type Pair = Pick<Scene, 'work' | 'state'> & Required<Pick<Scene, 'other'>>;

/** Makes a movement that a client requests with one key. */
function mover(shop: Shop, transactionId: string, kind: MovementOperation['kind'], amount: number) {
  const caller = { kind: 'app', id: shop.app } as const;
  const idempotency = { scope: shop.app, key: `key ${++keys}`, fingerprint: 'same' };
  return () => own.moveMoney(kind, { caller, transactionId, input: { amount }, idempotency });
}

/** Makes a work that begins at the acquirer, of which Florin then hears any number of times. */
function ofAcquirer(begin: () => void, hear: () => Promise<unknown>) {
  let isBegun = false;
  return async () => {
    if (!isBegun) begin();
    isBegun = true;
    await hear();
  };
}

/** A link that can be paid once, and how to pay it. */
async function linkOnce() {
  const shop = await live.shop();
  const { id: merchantId } = shop.merchant;
  const caller = { kind: 'app', id: shop.app } as const;
  const link = own.openLink({ amount: 1000, currency: 'EUR' }, { id: own.newId(), merchantId, test: false });
  await own.createLink(link, caller, []);
  const pay = () => {
    const id = own.newId();
    return async () =>
      own.authorizePayment(shop.merchant as StoredMerchant, await own.currentRates(), {
        ...{ id, amount: 1000, currency: 'EUR', credential: { reference: id }, recurring: false },
        ...{ capture: false, card: someCard, linkId: link.id, details: {}, record: () => [] },
        live: { instrument: own.card() },
      });
  };
  const state = async () => {
    const { paid, disabled } = requireFound(await own.getLink(link.id));
    const payments = [];
    for await (const { error, pendingAmount } of own.listTransactions(merchantId, { limit: 9 }))
      payments.push([error, pendingAmount]);
    expect(live.stripe.books(shop.account.account).capturable.EUR ?? 0).toBe(1000 * paid);
    return { paid, isOff: disabled !== undefined, payments };
  };
  return { pay, state, switchOff: () => own.switchOff(link, caller) };
}

const pairs: Record<string, () => Promise<Pair>> = {
  async 'a refund and a lost dispute'() {
    const { shop, account, id, reference } = await makeCapture(10_000);
    await own.syncPayment(shop.account, reference);
    let dispute = '';
    const lose = () => {
      dispute = live.stripe.dispute(reference, { amount: 4000 }, account);
      live.stripe.closeDispute(dispute, 'lost', account);
    };
    return {
      work: mover(shop, id, 'refund', 8000),
      other: ofAcquirer(lose, () => own.syncDispute(shop.account, dispute)),
      state: () => booksOf(shop, id),
    };
  },
  async 'a capture and the end of the authorization'() {
    const shop = await live.shop();
    const { id, reference } = await live.authorized(shop, 10_000, 'EUR', true);
    const expire = () => live.stripe.expire(reference, shop.account.account);
    return {
      work: mover(shop, id, 'capture', 4000),
      other: ofAcquirer(expire, () => own.syncPayment(shop.account, reference)),
      state: () => booksOf(shop, id),
    };
  },
  async 'two payments by one link'() {
    const { pay, state } = await linkOnce();
    return { work: pay(), other: pay(), state };
  },
  async 'a payment by a link, and the end of the link'() {
    const { pay, state, switchOff } = await linkOnce();
    return { work: pay(), other: switchOff, state };
  },
};

/** Does a work, which may come too late for the money, or may have its answer already. */
async function tryWork(work: () => Promise<unknown>): Promise<void> {
  const error = await work().catch((error: Error) => error);
  if (error instanceof Error && !ends.has(error.name)) throw error;
}

const ends = new Set(['Refused', 'Conflict', 'LinkEnded', 'EarlierAnswer']);

test.each(Object.keys(pairs))(
  '%s that run at the same time end as if one had run after the other',
  async (name) => {
    const make = pairs[name] as (typeof pairs)[string];
    // A work that overtakes waits in vain for the open operation of the other one.
    jest.replaceProperty(own.limits as { patience: number }, 'patience', 100);
    const inTurn = async (of: (pair: Pair) => (() => Promise<unknown>)[]) => {
      const pair = await make();
      for (const work of of(pair)) await tryWork(work);
      return pair.state();
    };
    const expected = [
      await inTurn(({ work, other }) => [work, other]),
      await inTurn(({ work, other }) => [other, work]),
    ];
    let n = 0;
    for (; ; n++) {
      const { work, other, state } = await make();
      const scene = { work: () => tryWork(work), other: () => tryWork(other), state };
      if (!(await interrupt(scene, 'overtaken', n))) break;
      await worker();
      for (const again of [work, other]) await tryWork(again);
      expect(expected).toContainEqual(await state());
    }
    expect(n).toBeGreaterThan(0);
  },
);

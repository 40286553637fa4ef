import fc from 'fast-check';
import type {
  AuthorizationOutcome,
  Instrument,
  MovementOrder,
} from '../../functions/core/acquirer/acquirer.ts';
import type { Method } from '../../functions/core/domain/methods/method.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { type Failure, failures } from './between.ts';
import { type Contract, requireApproval } from './contract.ts';
import type { CustomerAnswer, Step } from './world.ts';

const all: readonly Failure[] = [...failures, 'conflict', 'throttled', 'failed', 'denied', 'forbidden'];

/** The failures that differ in their effect, or in what the acquirer does later. */
const effects = all.filter((how) => /^(reset|lost|failed after|failed|denied)$/.test(how));

const hour = 60 * 60 * 1000;

/** The rules on which the code of an adapter can depend, beside the type of the method. */
const rulesOf = ({ kind, captured, partialCapture, partialRefund, refundDays }: Method): string =>
  [kind, captured, partialCapture, partialRefund, refundDays === 0].join();

/** One row of each set of rules. Tests of single failures run for these; all other tests run for each row. */
export const oneOfEachRules = (rows: readonly Method[]): readonly Method[] =>
  rows.filter((row, index) => rows.findIndex((other) => rulesOf(other) === rulesOf(row)) === index);

/** An amount that the method takes, the given one if possible. */
const amountIn = ({ least, most }: Method, currency: string, wanted = 20_000): number =>
  Math.min(most?.[currency] ?? Number.POSITIVE_INFINITY, Math.max(least?.[currency] ?? 1, wanted));

/** The instrument of a method, with exactly the data that its row asks for. */
const instrumentOf = (row: Method): Extract<Instrument, { method: unknown }> => ({
  method: row,
  code: row.kind === 'code' ? '1234567890'.slice(0, row.digits) : undefined,
  payer: Object.fromEntries(
    row.needs.map((field) => [field, { name: 'Ann Example', email: 'ann@example.com' }[field]]),
  ),
  store: false,
  returnUrl: 'https://pos.example/back?state=1',
});

/** Whether a movement is possible for payments by the method at all. */
const has = ({ captured, refundDays }: Method, kind: MovementOrder['kind']): boolean =>
  ({ capture: true, refund: refundDays !== 0, void: captured === 'later', increment: false })[kind];

/** A payment by a method, with the customer's answers, of an account of its own. */
export function paymentBy(c: Contract, row: Method, currency = row.currencies[0] ?? '', wanted?: number) {
  c.renew();
  const amount = amountIn(row, currency, wanted);
  const order = c.order({ method: row.type, currency, amount });
  const instrument = instrumentOf(row);
  const isLater = row.captured === 'later';
  return {
    ...{ order, amount, instrument },
    /** The sums of the payment after its approval. */
    sums: { payments: 1, held: isLater ? amount : 0, captured: isLater ? 0 : amount, refunded: 0 },
    authorize: () => c.authorize(order, instrument),
    find: () => c.findAuthorization(order),
    resolve: () => c.resolveAuthorization(order, instrument),
    abandon: () => c.world.acquirer.abandon(order, c.referenceOf(order)),
    answer: (answer: CustomerAnswer): boolean =>
      c.world.answerCustomer?.(c.account, c.referenceOf(order), answer) ?? false,
    /** Asks the customer, who must not be asked before Florin has stored the acquirer's id. */
    async begin(): Promise<AuthorizationOutcome> {
      const outcome = await c.authorize(order, instrument, async (reference) => {
        expect(c.world.answerCustomer?.(c.account, reference, 'approve')).toBe(false);
        return c.keepFor(order.id)(reference);
      });
      expect(outcome).toMatchObject({ state: 'challenge', reference: c.referenceOf(order) });
      return outcome;
    },
    async approved(): Promise<LivePayment> {
      await this.begin();
      expect(this.answer('approve')).toBe(true);
      return requireApproval(await this.find()).payment;
    },
    movement: (kind: MovementOrder['kind'], payment: LivePayment, sum = amount, given = {}) =>
      c.movement(kind, payment, sum, {
        ...{ currency, final: kind !== 'refund', untouched: kind === 'void', ...given },
      }),
    /** A movement that the acquirer can make. */
    async movable(kind: MovementOrder['kind']): Promise<MovementOrder> {
      const payment = await this.approved();
      if (kind === 'refund') requireApproval(await c.world.acquirer.move(this.movement('capture', payment)));
      const isPart = kind === 'capture' ? row.partialCapture : kind === 'refund' && row.partialRefund;
      return this.movement(kind, payment, isPart ? Math.ceil(amount / 2) : amount);
    },
  };
}

type Payment = ReturnType<typeof paymentBy>;

const nothing = { held: 0, captured: 0, refunded: 0, entries: [] };

/** The customers of each method pay once or nothing, whatever they, the acquirer and the network do. */
export function methodsOf(c: Contract, rows: readonly Method[]): void {
  const fails = (how: Failure, step: Step, times = 99) => [c.hurry(), c.between.fail(how, { step, times })];

  /** The requests of the adapter since a moment, by their purpose. */
  const stepsSince = (count: number) =>
    c.between.seen.slice(count).flatMap((request) => c.world.stepOf(request) ?? []);

  /** The account of a payment that has moved money: whatever reads it finds the same. */
  async function expectSameBooks({ order }: Payment): Promise<void> {
    const { captured, refunded, held, entries } = c.books();
    const reference = c.referenceOf(order);
    const found = await c.world.acquirer.findPayment(c.account, reference);
    const refunds = found?.refunds.filter(({ ended }) => !ended) ?? [];
    expect(found).toMatchObject({
      ...{ currency: order.currency, authorized: order.amount, captured, ended: held === 0 },
      captures: { length: captured > 0 ? 1 : 0 },
    });
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(refunded);
    const listed = await c.world.acquirer.listBalanceTransactions(c.account, { since: 0 });
    const ofPayment = entries.map(({ reference: id, net }) => ({ reference: id, net, payment: reference }));
    expect(listed.entries).toHaveLength(entries.length);
    expect(listed.entries).toEqual(
      expect.arrayContaining(ofPayment.map((each) => expect.objectContaining({ ...each, about: 'payment' }))),
    );
  }

  describe.each(rows)('a payment by $name', (row) => {
    const isLater = row.captured === 'later';

    test('asks the customer as its row says, holds nothing before the answer, and is approved once', async () => {
      const payment = paymentBy(c, row);
      const challenge = await payment.begin();
      if (row.kind === 'code') expect(challenge).toMatchObject({ kind: 'wait' });
      else expect(challenge).toMatchObject({ kind: 'page', url: expect.stringMatching(/^https?:/) });
      expect(await payment.find()).toEqual(challenge);
      expect(await payment.authorize()).toEqual(challenge);
      expect(c.books()).toMatchObject({ payments: 0, ...nothing });
      expect(payment.answer('approve')).toBe(true);
      const outcome = await payment.find();
      expect(outcome).toMatchObject({
        state: 'approved',
        payment: { reference: c.referenceOf(payment.order), manyCaptures: false, method: row.type },
      });
      expect(requireApproval(outcome).payment.captured).toBe(isLater ? undefined : true);
      // The acquirer may repeat its first answer to the same request. The customer then has no second task.
      expect(['approved', 'challenge']).toContain((await payment.authorize()).state);
      expect(payment.answer('approve')).toBe(false);
      expect(await payment.find()).toEqual(outcome);
      expect(c.books()).toMatchObject(payment.sums);
    });

    test.each([
      ['reject', 'PAYMENT_REJECTED_BY_ISSUER'],
      ['cancel', 'PAYMENT_REJECTED'],
    ] as const)('is declined if the customer’s answer is %s', async (given, decline) => {
      for (const waits of [false, true]) {
        if (waits && given === 'cancel') continue;
        const payment = paymentBy(c, row);
        await payment.begin();
        if (waits) payment.answer('wait');
        expect(payment.answer(given)).toBe(true);
        const declined = { state: 'declined', decline, reference: c.referenceOf(payment.order) };
        for (const _ of 'twice') expect(await payment.find()).toMatchObject(declined);
        expect((await payment.authorize()).state).not.toBe('approved');
        expect(payment.answer('approve')).toBe(false);
        expect(c.books()).toMatchObject(nothing);
      }
    });

    test('waits for the provider of the method, and nobody can cancel until it has answered', async () => {
      const payment = paymentBy(c, row);
      await payment.begin();
      payment.answer('wait');
      const waiting = { state: 'challenge', kind: 'wait', reference: c.referenceOf(payment.order) };
      expect(await payment.find()).toEqual(waiting);
      const { state } = await payment.abandon();
      expect((await payment.find()).state).toBe(state === 'approved' ? 'declined' : 'challenge');
      // A payment that is cancelled now can not be approved later.
      expect(payment.answer('approve')).toBe(state !== 'approved');
      requireApproval(await payment.abandon());
      const { held, captured, refunded } = c.books();
      expect([held, captured - refunded]).toEqual([0, 0]);
    });

    test('is open or declined, and never approved, after a customer has not answered for hours', async () => {
      const payment = paymentBy(c, row);
      await payment.begin();
      for (const time of [row.minutes * 60 * 1000 - 60_000, 72 * hour]) {
        c.world.ahead(time);
        const { state } = await payment.find();
        expect(time < hour ? ['challenge', 'declined'] : ['declined', 'challenge']).toContain(state);
        expect(c.books()).toMatchObject(nothing);
      }
      requireApproval(await payment.abandon());
      expect((await payment.find()).state).toBe('declined');
      expect(payment.answer('approve')).toBe(false);
      c.world.ahead(0);
    });

    test('moves money as the row says, and whatever reads the money finds the same', async () => {
      const { move, find } = c.world.acquirer;
      const payment = paymentBy(c, row);
      const live = await payment.approved();
      expect(live.captureBefore !== undefined && Date.parse(live.captureBefore) > Date.now()).toBe(isLater);
      const before = c.between.seen.length;
      const capture = await payment.movement('capture', live);
      const { figures } = requireApproval(await move(capture));
      // The acquirer has captured some methods with the approval: nothing may ask for the money again.
      expect(stepsSince(before)).toEqual([isLater ? 'capture' : 'find']);
      expect(await find(capture)).toEqual({ state: 'approved', figures });
      expect(c.books().entries).toMatchObject([{ reference: figures?.reference, net: figures?.net }]);
      const half = Math.ceil(payment.amount / 2);
      const parts = row.partialRefund ? [half, payment.amount - half] : [payment.amount];
      for (const sum of has(row, 'refund') ? parts : []) {
        const refund = payment.movement('refund', live, sum);
        expect(await find(refund)).toEqual({ state: 'absent' });
        requireApproval(await move(refund));
        await expectSameBooks(payment);
      }
      expect((await move(payment.movement('refund', live, 1))).state).toBe('declined');
      expect((await move(payment.movement('void', live))).state).not.toBe('approved');
      const refunded = has(row, 'refund') ? payment.amount : 0;
      expect(c.books()).toMatchObject({ payments: 1, held: 0, captured: payment.amount, refunded });
    });

    test('leaves the customer no money short after it was given up, before or after the approval', async () => {
      for (const [approves, keeps] of [
        [false, true],
        [true, true],
        [true, false],
      ]) {
        const payment = paymentBy(c, row);
        await payment.begin();
        if (approves) payment.answer('approve');
        if (approves && keeps) await payment.find();
        const ends = await Promise.all([payment.abandon(), payment.abandon()]);
        expect(ends.map(({ state }) => state)).toContain('approved');
        requireApproval(await payment.abandon());
        expect(payment.answer('approve')).toBe(false);
        const moved = approves && !isLater ? payment.amount : 0;
        expect(c.books()).toMatchObject({ held: 0, captured: moved, refunded: moved });
        if (approves) await expectSameBooks(payment);
      }
    });
  });

  describe.each(oneOfEachRules(rows))('a payment by $name whose requests fail', (row) => {
    const kinds = c.facts.kinds.filter((kind) => has(row, kind));
    // All methods send their requests by the same code, so the first row meets the failures with the same effect for all.
    const failuresOf = row === rows[0] ? all : effects;

    test.each(failuresOf)('asks its customer once, whose answer counts: %s', async (how) => {
      for (const [step, times] of [
        ['prepare', 1],
        ['authorize', 1],
        ['authorize', 99],
      ] as const) {
        const payment = paymentBy(c, row);
        const ends = fails(how, step, times);
        const { state } = await payment.authorize();
        for (const end of ends) end();
        expect(['challenge', 'unknown', 'forbidden']).toContain(state);
        // The app may have asked the customer although Florin has no answer.
        const early = payment.answer('approve');
        const resolved = await payment.resolve();
        expect([how, step, resolved.state]).toEqual([how, step, early ? 'approved' : 'challenge']);
        if (!early) expect(payment.answer('approve')).toBe(true);
        const { reference } = requireApproval(await payment.find()).payment;
        expect(reference).toBe(c.referenceOf(payment.order));
        expect(c.books()).toMatchObject(payment.sums);
      }
    });

    test('asks no customer if Florin cannot store the acquirer’s id, and one customer for copies of a request', async () => {
      for (const keep of [async () => undefined, () => Promise.reject(new Error('The database is away'))]) {
        const { order, instrument, answer, resolve } = paymentBy(c, row);
        let reference = '';
        const outcome = await c.authorize(order, instrument, (id) => {
          reference = id;
          return keep();
        });
        expect(outcome.state).toBe('unknown');
        expect(c.world.answerCustomer?.(c.account, reference, 'approve')).toBe(false);
        const copies = await Promise.all([resolve(), resolve(), resolve()]);
        expect(copies).toEqual(copies.map(() => expect.objectContaining({ state: 'challenge' })));
        expect([answer('approve'), answer('approve')]).toEqual([true, false]);
        expect(c.books().payments).toBe(1);
      }
    });

    test('has an unknown outcome while looks fail, whatever the failure and the answer', async () => {
      const looks: Payment['find'][] = [];
      for (const given of [undefined, 'approve', 'reject', 'wait'] as const) {
        const payment = paymentBy(c, row);
        await payment.begin();
        if (given) payment.answer(given);
        looks.push(payment.find);
      }
      for (const how of failuresOf) {
        const ends = fails(how, 'find');
        const found = await Promise.all(looks.map((find) => find()));
        for (const end of ends) end();
        expect([how, ...found.map(({ state }) => state)]).toEqual([how, ...looks.map(() => 'unknown')]);
      }
    });

    test.each(effects)('is given up once it can be, and its money goes back once: %s', async (how) => {
      for (const [approves, step] of [
        [false, 'abandon'],
        [true, 'abandon'],
        [true, 'find'],
      ] as const) {
        const payment = paymentBy(c, row);
        await payment.begin();
        if (approves) payment.answer('approve');
        const ends = fails(how, step);
        const { state } = await payment.abandon();
        for (const end of ends) end();
        const { held, captured, refunded } = c.books();
        if (state === 'approved') expect([held, captured - refunded]).toEqual([0, 0]);
        for (const _ of 'twice') await payment.abandon();
        requireApproval(await payment.abandon());
        expect(payment.answer('approve')).toBe(false);
        await payment.authorize();
        const moved = approves && row.captured === 'at once' ? payment.amount : 0;
        expect(c.books()).toMatchObject({ held: 0, captured: moved, refunded: moved });
      }
    });

    test.each(kinds.flatMap((kind) => effects.map((how) => [kind, how] as const)))(
      'makes each movement once: %s, %s',
      async (kind, how) => {
        const { move, find } = c.world.acquirer;
        const payment = paymentBy(c, row);
        const wanted = await payment.movable(kind);
        const before = c.books();
        const isTaken = kind === 'capture' && row.captured === 'at once';
        for (const times of [1, 99]) {
          const ends = fails(how, isTaken ? 'find' : kind, times);
          const { state } = await move(wanted);
          for (const end of ends) end();
          expect(['approved', 'unknown', 'forbidden']).toContain(state);
        }
        const outcome = requireApproval(await c.resolve(wanted));
        expect(await find(wanted)).toEqual(outcome);
        const sums = {
          capture: isTaken ? {} : { held: 0, captured: wanted.amount },
          refund: { refunded: wanted.amount },
          void: { held: 0 },
          increment: {},
        }[kind];
        const { entries, ...rest } = before;
        const added = kind === 'void' || isTaken ? 0 : 1;
        expect(c.books()).toMatchObject({ ...rest, ...sums, entries: { length: entries.length + added } });
      },
    );
  });

  const fault = fc.record({
    how: fc.constantFrom(...all),
    after: fc.nat(2),
    times: fc.integer({ min: 1, max: 4 }),
  });
  const faults = fc.array(fault, { maxLength: 2 });
  const life = fc.constantFrom(...rows).chain((row) =>
    fc.record({
      row: fc.constant(row),
      currency: fc.constantFrom(...row.currencies),
      wanted: fc.integer({ min: 1, max: 10_000_000 }),
      answers: fc.constantFrom(...customers),
      leaves: fc.constantFrom('never', 'before', 'after'),
      met: fc.record({ asks: faults, leaves: faults, looks: faults }),
      steps: fc.array(
        fc.record({
          kind: fc.constantFrom(...c.facts.kinds.filter((kind) => has(row, kind))),
          share: fc.double({ min: 0.01, max: 1, noNaN: true }),
          met: faults,
        }),
        { maxLength: 4 },
      ),
    }),
  );

  type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

  /** Makes a call whose requests fail. */
  async function under<T>(met: Life['met']['asks'], call: () => Promise<T>): Promise<T> {
    const ends = [c.hurry(), ...met.map(({ how, ...rule }) => c.between.fail(how, rule))];
    const outcome = await call();
    for (const end of ends) end();
    return outcome;
  }

  /** Makes the movements that the row allows. @returns the sums and the entries that follow */
  async function moveAll(payment: Payment, { row, steps }: Life) {
    const live = requireApproval(await payment.find()).payment;
    const { held, captured } = payment.sums;
    const sums = { held, captured, refunded: 0 };
    const entries: { reference: string; net: number }[] = [];
    // Florin looks for the figures of a payment that was captured with its approval.
    const first = captured > 0 ? [{ kind: 'capture' as const, share: 1, met: [] }] : [];
    for (const [index, { kind, share, met }] of [...first, ...steps].entries()) {
      const isLook = index < first.length;
      const left = isLook ? captured : kind === 'refund' ? sums.captured - sums.refunded : sums.held;
      const isPart = kind === 'refund' ? row.partialRefund : kind === 'capture' && row.partialCapture;
      const wanted = payment.movement(kind, live, isPart ? Math.ceil(left * share) : left);
      if (wanted.amount === 0 || c.world.acquirer.refusalOf(wanted)) continue;
      const answer = await under(met, () => c.world.acquirer.move(wanted));
      if (answer.state === 'forbidden') continue;
      const { figures } = requireApproval(answer.state === 'approved' ? answer : await c.resolve(wanted));
      if (figures) entries.push({ reference: figures.reference, net: figures.net });
      if (kind === 'refund') sums.refunded += wanted.amount;
      else sums.held = 0;
      if (kind === 'capture') sums.captured = wanted.amount;
    }
    return { payments: 1, ...sums, entries };
  }

  test('under any failures, answers and movements, a customer pays by any method once or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (given) => {
        const { row, currency, wanted, answers, leaves, met } = given;
        const payment = paymentBy(c, row, currency, wanted);
        await under(met.asks, payment.authorize);
        expect((await payment.resolve()).state).toBe('challenge');
        if (leaves === 'before') await under(met.leaves, payment.abandon);
        const last = answers.filter((answer) => payment.answer(answer)).at(-1);
        const state = { approve: 'approved', reject: 'declined', cancel: 'declined', wait: 'challenge' }[
          last ?? 'wait'
        ];
        const looked = await under(met.looks, payment.find);
        if (leaves !== 'before') expect([state, 'unknown']).toContain(looked.state);
        if (leaves === 'never') {
          expect((await payment.find()).state).toBe(state);
          if (state !== 'approved') return expect(c.books()).toMatchObject(nothing);
          const { entries, ...sums } = await moveAll(payment, given);
          expect(c.books()).toMatchObject({ ...sums, entries: { length: entries.length } });
          expect(c.books().entries).toEqual(expect.arrayContaining(entries));
          return expectSameBooks(payment);
        }
        if (leaves === 'after') await under(met.leaves, payment.abandon);
        // Florin gives the payment up again until the acquirer can end it: the provider may still decide.
        await payment.abandon();
        payment.answer('approve');
        requireApproval(await payment.abandon());
        const { payments, held, captured, refunded } = c.books();
        expect([payments < 2, held, captured - refunded]).toEqual([true, 0, 0]);
      }),
      { numRuns: 40 },
    );
  });
}

/** The answers of a customer and of the provider, one after the other. */
export const customers: readonly (readonly CustomerAnswer[])[] = [
  [],
  ['approve'],
  ['reject'],
  ['cancel'],
  ['wait'],
  ['wait', 'approve'],
  ['wait', 'reject'],
];

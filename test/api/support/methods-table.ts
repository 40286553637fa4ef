import { methods } from '#acquirer/simulated/methods.ts';
import { followUpsOf, type Method } from '#domain/methods/method.ts';
import { customer } from './customer.ts';
import { refusal, send } from './http.ts';
import { amountOf, currencyOf, methodPayments } from './method-payments.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { waitUntil } from './wait-until.ts';
import type { world } from './world.ts';

type World = ReturnType<typeof world>;

/** The transaction of an approved payment, and its events. */
const approved = ({ type, captured }: Method) =>
  captured === 'at once'
    ? {
        transaction: { method: { type }, card: null, capturedAmount: amountOf, pendingAmount: 0 },
        events: ['transaction.created', 'transaction.captured'],
      }
    : {
        transaction: { method: { type }, card: null, capturedAmount: 0, pendingAmount: amountOf },
        events: ['transaction.created'],
      };

const declined = ({ type }: Method) => ({
  transaction: { method: { type }, successful: false, pendingAmount: 0, capturedAmount: 0 },
  events: ['transaction.declined'],
});

const [cancelled, rejected, ended] = [
  [400, 'PAYMENT_REJECTED'],
  [400, 'PAYMENT_REJECTED_BY_ISSUER'],
  [400, 'PAYMENT_INTEGRATION_DISABLED'],
];

const whole = ['transaction.created', 'transaction.captured'];

/** A method of each kind: captured later, in parts or as a whole, immediately, and by a code. */
const kinds = ['mobilepay', 'klarna', 'bancontact', 'blik'];

/** One method of each kind, for a quick run, and the others. */
export const [oneOfEach, others] = [true, false].map((isOne) =>
  methods.filter(({ type }) => kinds.includes(type) === isOne),
) as [Method[], Method[]];

/**
 * Each of these methods of test mode × everything that can happen to a payment. A new row gets its tests from here. The cases
 * with another clock, and those in which Florin dies, are in `slow/methods.test.ts`.
 *
 * @param here the Florin that the tests use, once it runs
 */
export function methodsTable(rows: readonly Method[], here: () => World): void {
  const api: World['api'] = (...asked) => here().api(...asked);
  const move: World['move'] = (...asked) => here().move(...asked);

  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  const { shopFor } = methodPayments(here, () => receiver);

  /** Captures the whole amount, unless the method has done that. */
  async function captured(row: Method, key: string, id: string): Promise<void> {
    if (row.captured === 'later') expect((await move(key, id, 'captures', amountOf)).status).toBe(201);
  }

  describe.each([...rows])('a payment by $type', (row) => {
    const own = () => shopFor(row);

    test.concurrent('is approved, and pays its link', async () => {
      const { paid, expectBooks } = await own();
      await paid(row);
      const { transaction, events } = approved(row);
      await expectBooks({ transactions: [transaction], paid: 1, events });
    });

    test.concurrent.each([
      ['cancel', cancelled],
      ['reject', rejected],
    ])('a payment is declined by %s, and its link can be paid again', async (given, expected) => {
      const { begin, answer, pay: payBy, paid, expectBooks } = await own();
      const begun = await begin(row);
      await answer(begun, given);
      expect(refusal(await payBy(begun))).toEqual(expected);
      await paid(row);
      const [after, before] = [approved(row), declined(row)];
      await expectBooks({
        transactions: [after.transaction, before.transaction],
        paid: 1,
        events: [...before.events, ...after.events],
      });
    });

    test.concurrent('is captured in part if the method allows it, which releases the rest', async () => {
      const { key, paid, expectBooks } = await own();
      const id = await paid(row);
      const answer = await move(key, id, 'captures', 6000);
      const { transaction, events } = approved(row);
      if (row.captured === 'later' && row.partialCapture) {
        expect(answer).toMatchObject({ status: 201, body: { transaction: { capturedAmount: 6000 } } });
        expect((await move(key, id, 'captures', 1000)).status).toBe(400);
        await expectBooks({
          transactions: [{ capturedAmount: 6000, voidedAmount: 4000, pendingAmount: 0 }],
          paid: 1,
          events: [...events, 'transaction.captured', 'transaction.voided'],
        });
      } else {
        const message = row.captured === 'later' ? `${row.name} captures the whole amount` : 'at most';
        expect(answer).toMatchObject({
          status: 400,
          body: [{ field: 'amount', message: expect.stringContaining(message) }],
        });
        await expectBooks({ transactions: [transaction], paid: 1, events });
      }
    });

    test.concurrent('is never raised, and released only as a whole', async () => {
      const { key, paid, expectBooks } = await own();
      const id = await paid(row);
      expect((await move(key, id, 'increments', 100)).status).toBe(400);
      expect((await move(key, id, 'voids', 100)).status).toBe(400);
      const isHeld = row.captured === 'later';
      expect((await move(key, id, 'voids', amountOf)).status).toBe(isHeld ? 201 : 400);
      const { transaction, events } = approved(row);
      await expectBooks({
        transactions: [isHeld ? { ...transaction, pendingAmount: 0, voidedAmount: amountOf } : transaction],
        paid: 1,
        events: [...events, ...(isHeld ? ['transaction.voided'] : [])],
      });
    });

    test.concurrent('is refunded in parts if the method allows it, and never above what is captured', async () => {
      const { key, paid, expectBooks } = await own();
      const id = await paid(row);
      await captured(row, key, id);
      const parts = row.refundDays !== 0 && row.partialRefund;
      expect((await move(key, id, 'refunds', 2500)).status).toBe(parts ? 201 : 400);
      const rest = parts ? amountOf - 2500 : amountOf;
      const both = await Promise.all([move(key, id, 'refunds', rest), move(key, id, 'refunds', rest)]);
      const statuses = both.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(row.refundDays !== 0 ? 201 : 400);
      expect([400, 409]).toContain(statuses[1]);
      await expectBooks({
        transactions: [{ refundedAmount: row.refundDays !== 0 ? amountOf : 0 }],
        paid: 1,
        events: [...whole, ...Array(row.refundDays !== 0 ? (parts ? 2 : 1) : 0).fill('transaction.refunded')],
      });
    });

    test.concurrent('has a refund that fails, whose money comes back', async () => {
      const { key, merchant, paid, show, expectBooks } = await own();
      const id = await paid(row, 'refund_fails');
      await captured(row, key, id);
      const balance = async () =>
        (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
      const before = await balance();
      expect((await move(key, id, 'refunds', amountOf)).status).toBe(201);
      expect(await show(id)).toMatchObject({ refundedAmount: amountOf });
      await waitUntil(
        () => show(id),
        ({ refundedAmount }) => refundedAmount === 0,
        60,
      );
      expect(await balance()).toBe(before);
      await expectBooks({
        transactions: [{ capturedAmount: amountOf, refundedAmount: 0 }],
        paid: 1,
        events: [...whole, 'transaction.refunded', 'transaction.refunded'],
      });
    });

    test.concurrent('test mode offers and accepts only what can follow a payment by the method', async () => {
      const { order, begin } = await own();
      const { action } = await begin(row);
      const { text } = await send(action.url, 'GET');
      for (const after of ['dispute_won', 'dispute_lost', 'refund_fails', 'authorization_ends'] as const) {
        const isPossible = followUpsOf(row).includes(after);
        expect(text.includes(`value="${after}"`)).toBe(isPossible);
        const answer = await here().pos('/payments', order(row, { test: { method: { after } } }));
        const message = expect.stringContaining('test.method.after: Must be absent or ');
        expect(answer).toMatchObject(isPossible ? { status: 200 } : { status: 400, body: { message } });
      }
    });

    for (const outcome of row.disputes ? ['won', 'lost'] : [])
      test.concurrent(`the shop’s dispute is ${outcome}`, async () => {
        const { key, paid, show, expectBooks } = await own();
        const id = await paid(row, `dispute_${outcome}`);
        await captured(row, key, id);
        await waitUntil(
          () => show(id),
          ({ trail }) => trail.some(({ dispute }: { dispute?: object }) => dispute),
          60,
        );
        await expectBooks({
          transactions: [{ capturedAmount: amountOf, disputedAmount: outcome === 'won' ? 0 : amountOf }],
          paid: 1,
          events: [...whole, 'dispute.opened', `dispute.${outcome}`],
        });
      });

    test.concurrent('has an authorization that ends, unless it is captured', async () => {
      const { begin, answer, pay: payBy, show, expectBooks } = await own();
      const begun = await begin(row);
      await answer(begun, 'approve', 'authorization_ends');
      const id = (await payBy(begun)).body.authorizationId;
      const { transaction, events } = approved(row);
      const ends = row.captured === 'later';
      await waitUntil(
        () => show(id),
        ({ pendingAmount }) => pendingAmount === 0,
        60,
      );
      await expectBooks({
        transactions: [ends ? { ...transaction, pendingAmount: 0, voidedAmount: amountOf } : transaction],
        paid: 1,
        events: [...events, ...(ends ? ['transaction.voided'] : [])],
      });
    });

    test.concurrent('is the same payment after a reload in the middle', async () => {
      const { begin, answer, asked, pay: payBy, returned, expectBooks } = await own();
      const begun = await begin(row);
      for (const _ of 'twice') {
        expect((await payBy(begun)).body.challenges).toMatchObject([{ name: 'method' }]);
        expect((await returned(begun)).body).toMatchObject({ state: 'open' });
      }
      const again = await asked(begun.body);
      expect(again.action).toMatchObject({ kind: begun.action.kind, url: begun.action.url });
      await answer(again, 'approve');
      const [first, second] = [await payBy(begun), await payBy(begun)];
      expect([first.status, second.body]).toEqual([201, first.body]);
      const { transaction, events } = approved(row);
      await expectBooks({ transactions: [transaction], paid: 1, events });
    });

    test.concurrent('is finished in another browser, which knows only the state', async () => {
      const { begin, answer, pay: payBy, returned, expectBooks } = await own();
      const begun = await begin(row);
      await answer(begun, 'approve');
      const there = await returned(begun);
      expect(there.status).toBe(201);
      const { authorizationId } = there.body;
      expect((await returned(begun)).body).toEqual(there.body);
      expect((await payBy(begun)).body).toEqual({ authorizationId });
      const { transaction, events } = approved(row);
      await expectBooks({ transactions: [transaction], paid: 1, events });
    });

    test.concurrent('is made once by clicks at the same time', async () => {
      const { begin, answer, pay: payBy, returned, expectBooks } = await own();
      const begun = await begin(row);
      const waiting = await Promise.all([payBy(begun), payBy(begun), returned(begun)]);
      expect(waiting.map(({ status }) => status)).toEqual([200, 200, 200]);
      await Promise.all([answer(begun, 'approve'), answer(begun, 'approve')]);
      const all = await Promise.all([payBy(begun), payBy(begun), returned(begun), returned(begun)]);
      const made = all.filter(({ status }) => status === 201).map(({ body }) => body.authorizationId);
      expect(new Set(made).size).toBe(1);
      // A copy that comes while another one is working may be told to ask again.
      for (const { status } of all) expect([200, 201, 409, 504]).toContain(status);
      const { transaction, events } = approved(row);
      await expectBooks({ transactions: [transaction], paid: 1, events });
    });

    test.concurrent('is declined if the customer has left before they approve', async () => {
      const { begin, answer, leave, returned, pay: payBy, expectBooks } = await own();
      const begun = await begin(row);
      expect(refusal(await leave(begun))).toEqual(cancelled);
      expect([200, 303]).toContain((await answer(begun, 'approve')).status);
      expect([refusal(await returned(begun)), refusal(await payBy(begun))]).toEqual([cancelled, cancelled]);
      const { transaction, events } = declined(row);
      await expectBooks({ transactions: [transaction], paid: 0, events });
    });

    test.concurrent.each(['page', 'other browser'])(
      'the payment stays approved if the customer leaves afterwards, by the %s',
      async (where) => {
        const { begin, answer, leave, returned, expectBooks } = await own();
        const begun = await begin(row);
        await answer(begun, 'approve');
        const left = await (where === 'page' ? leave(begun) : returned(begun, { leave: true }));
        expect(left.status).toBe(201);
        const { transaction, events } = approved(row);
        await expectBooks({ transactions: [transaction], paid: 1, events });
      },
    );

    test.concurrent('and one by a card, or by another method, pay a link once at the same time', async () => {
      const {
        key,
        merchant,
        linkId,
        begin,
        answer,
        pay: payBy,
        transactions,
        events,
        expectBooks,
      } = await own();
      const other = methods.find((each) => each !== row && each.currencies.includes(currencyOf(row))) ?? row;
      const amount = { currency: currencyOf(row), exponent: 2, value: amountOf };
      const [mine, theirs] = [await begin(row), await begin(other, { amount })];
      const order = await here().payment(merchant, { amount, linkId });
      const card = { ...order, hints: await customer(here()).frictionless(order) };
      await Promise.all([answer(mine, 'approve'), answer(theirs, 'approve')]);
      const all = await Promise.all([payBy(mine), payBy(theirs), here().pos('/payments', card)]);
      const paid = all.filter(({ status }) => status === 201);
      expect(paid).toHaveLength(1);
      for (const each of all) if (each.status !== 201) expect(refusal(each)).toEqual(ended);
      const id = paid[0]?.body.authorizationId;
      await waitUntil(
        async () => events(),
        ({ length }) => length > 0,
      );
      const [made] = await transactions();
      expect(made.id).toBe(id);
      await expectBooks({
        transactions: [{ id, successful: true }],
        paid: 1,
        events: made.capturedAmount > 0 ? whole : ['transaction.created'],
      });
      expect((await api('GET', `/links/${linkId}`, { key })).body.link.paid).toBe(1);
    });
  });
}

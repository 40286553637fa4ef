import type { MovementOutcome } from '../../../functions/core/acquirer/acquirer.ts';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import type { AuthorizationOperation } from '../../../functions/core/store/transactions/operations.ts';
import type { Authorization } from '../../../functions/core/usecases/payments/authorize.ts';
import { failure } from '../../api/support/answer.ts';
import { someCard } from '../domain/some-payment.ts';
import { withAuthorizations } from './with-authorizations.ts';

const { live, own, payment } = withAuthorizations();

describe('a payment of real money', () => {
  const ann = { name: 'Ann', email: 'ann@example.com' };

  /** An order with every field that a customer and a merchant can set. */
  async function order(over: Partial<Authorization> = {}, number?: string) {
    const { shop, id, adapter } = await payment();
    const till = own.openLink(
      { amount: 1000, currency: 'EUR', reference: 'Table 7' },
      { id: own.newId(), merchantId: shop.merchant.id, test: false },
    );
    const ends: unknown[] = [];
    const asked: Authorization = {
      ...{ id, amount: 1000, currency: 'EUR', credential: { reference: id }, recurring: false },
      card: someCard,
      ...{ descriptor: 'Order 7', linkId: till.id, till, payer: ann, capture: false },
      consent: { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] },
      details: { custom: { n: 1 }, agreement: { unplanned: true }, text: 'Two bags' },
      live: { instrument: own.card(number, { store: true }) },
      record: (decline) => {
        ends.push(decline ?? 'paid');
        return [{ item: own.put({ pk: `answer#${id}`, sk: 'answer' }) }];
      },
      ...over,
    };
    const pay = async (more: Partial<Authorization> = {}) =>
      own.authorizePayment(shop.merchant as StoredMerchant, await own.currentRates(), { ...asked, ...more });
    const intents = () => live.stripe.books(shop.account.account).intents.length;
    return { shop, adapter, id, till, pay, ends, intents };
  }

  test('a payment of real money keeps what was ordered, saves the card, pays the link, and is made once', async () => {
    const { shop, id, till, pay, ends, intents } = await order();
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: false });
    expect(await own.getTransaction(id)).toMatchObject({
      ...{ descriptor: expect.stringContaining('Order 7'), linkId: till.id, payer: ann, recurring: false },
      ...{ custom: { n: 1 }, agreement: { unplanned: true }, text: 'Two bags', pendingAmount: 1000 },
      credential: expect.anything(),
    });
    // Another account cannot charge the card.
    expect(await own.getCustomerCard(id)).toMatchObject({
      ...{ customer: 'ann', credential: { at: shop.account } },
    });
    expect(await own.getLink(till.id)).toMatchObject({ paid: 1, paidBy: id, reference: 'Table 7' });
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: true });
    expect([ends, intents()]).toEqual([['paid'], 1]);
  });

  test('a payment of real money has the terms of its order at the acquirer, and keeps the terms of the answer', async () => {
    const instrument = own.card();
    const { shop, adapter, id, pay } = await order({
      ...{ details: { custom: { reference: 'Table 7' } }, live: { instrument, requireTds: true } },
    });
    const fee = { basisPoints: 100, flat: {}, returned: true };
    Object.assign(shop.merchant.acquirer ?? {}, { fee, prefix: 'SHOP', extended: true, increments: true });
    const captureBefore = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
    const answer = {
      reference: `pi_of_${id}`,
      manyCaptures: false,
      increments: true,
      captureBefore,
    } as const;
    const asked = jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (_, __, keep) => {
      await keep(answer.reference);
      return { state: 'approved', payment: answer, tds: 'full' };
    });
    await pay();
    const terms = { requireTds: true, extended: true, increments: true, fee };
    expect(asked.mock.calls).toMatchObject([
      [{ ...shop.account, id, descriptor: 'Order 7', orderReference: 'Table 7', ...terms }, instrument, {}],
    ]);
    expect(await own.getTransaction(id)).toMatchObject({
      ...{ descriptor: 'SHOP* Order 7', tds: 'full', acquirer: { ...shop.account, ...answer, fee } },
    });
    expect(await own.transactionOfPayment('stripe', answer.reference)).toBe(id);
    expect(await own.dueEndings(Date.parse(captureBefore), 100)).toContain(id);
  });

  test('a payment of real money reads nothing between the answer of the acquirer and its transaction', async () => {
    const { pay, adapter } = await order();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementation(async (...asked) => {
      const outcome = await authorize(...asked);
      own.proxy.reset();
      return outcome;
    });
    expect(await pay()).toMatchObject({ decline: undefined, challenged: false });
    expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(['TransactWriteItems']);
  });

  test('a payment of real money keeps its hold if DynamoDB shows only a part of what another run has stored: that the link is paid', async () => {
    const { shop, id, till, pay, adapter } = await order();
    const { authorize } = adapter;
    jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
      const outcome = await authorize(...asked);
      await own.resolveOperation((await own.getOperation(id)) as AuthorizationOperation);
      own.proxy.instead = (operation, body) => {
        if (operation !== 'TransactWriteItems') return undefined;
        own.proxy.instead = undefined;
        const codes: [string, string][] = [
          [own.operationKey(id).pk, 'TransactionConflict'],
          [own.linkKey(till.id).pk, 'ConditionalCheckFailed'],
        ];
        const CancellationReasons = JSON.parse(body).TransactItems.map((write: object) => {
          const [, Code = 'None'] = codes.find(([pk]) => JSON.stringify(write).includes(`"${pk}"`)) ?? [];
          return { Code };
        });
        return failure('TransactionCanceledException', { CancellationReasons });
      };
      return outcome;
    });
    expect(await pay()).toEqual({ decline: undefined, challenged: false, repeated: true });
    expect(own.proxy.instead).toBeUndefined();
    expect(live.stripe.books(shop.account.account).capturable.EUR).toBe(1000);
  });

  test('a payment of real money is captured immediately if the request says so, and a repeat gets the same response', async () => {
    const { id, till, pay, ends, intents } = await order({ capture: true });
    expect(await pay()).toEqual({ decline: undefined, captured: true, repeated: false });
    expect(await pay()).toEqual({ decline: undefined, captured: true, repeated: true });
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, capturedAmount: 1000 });
    expect([(await own.getLink(till.id))?.paid, ends, intents()]).toEqual([1, ['paid'], 1]);
    expect(await own.dueEndings(Date.now() + 365 * 24 * 60 * 60_000, 1000)).not.toContain(id);
  });

  test('a payment of real money is not answered as paid if its capture cannot be stored', async () => {
    const { pay } = await order({ capture: true });
    const failing = () => {
      throw new Error('Not stored');
    };
    const record = jest.fn(() => []).mockImplementationOnce(failing);
    await expect(pay({ record })).rejects.toThrow('Not stored');
  });

  test('a payment of nothing saves the card for the merchant, and captures nothing', async () => {
    const without = { linkId: undefined, till: undefined, consent: undefined, details: {} };
    const { adapter, id, pay, ends } = await order({ ...without, amount: 0, capture: true });
    const moved = jest.spyOn(adapter, 'move');
    expect(await pay()).toMatchObject({ decline: undefined, challenged: false });
    expect(moved).not.toHaveBeenCalled();
    expect(await live.transactionOf(id)).toMatchObject({ trail: [], credential: expect.anything() });
    expect([(await live.transactionOf(id)).operation, ends]).toEqual([undefined, ['paid']]);
  });

  test('a payment that is declined saves no card, leaves the link open, and is declined again when it is repeated', async () => {
    const { id, till, pay, ends, intents } = await order({ capture: true }, '4000000000000002');
    const { decline, ...first } = await pay();
    expect([decline, first]).toEqual([expect.any(String), { challenged: false, repeated: false }]);
    expect(await pay()).toEqual({ decline, challenged: false, repeated: true });
    expect([await own.getCustomerCard(id), await own.getLink(till.id)]).toEqual([undefined, undefined]);
    expect(await own.getTransaction(id)).toMatchObject({
      error: expect.any(Number),
      linkId: till.id,
      payer: ann,
    });
    expect([ends, intents()]).toEqual([[decline], 1]);
  });

  test('a payment of real money waits for a customer whom the bank asks, and ends when the customer leaves', async () => {
    const { id, pay } = await order({}, '4000002760003184');
    expect(await pay()).toMatchObject({ challenged: true });
    expect(await own.transactionExists(id)).toBe(false);
    const instrument = own.card('4000002760003184', { store: true });
    expect(await pay({ live: { instrument, left: true } })).toMatchObject({
      decline: 'TDSECURE_FAILED',
      challenged: false,
    });
    expect(await own.getCustomerCard(id)).toBeUndefined();
  });

  test.each([
    [true, true, 'off_session'],
    [true, false, 'off_session'],
    [false, true, 'on_session'],
    [false, false, undefined],
  ])(
    'a payment whose card may be charged (%p) or kept (%p) says so to the acquirer: %s',
    async (store, keep, usage) => {
      const { shop, pay } = await order({ live: { instrument: own.card(undefined, { store, keep }) } });
      await pay();
      const [intent] = live.stripe.books(shop.account.account).intents;
      expect(intent?.setup_future_usage ?? undefined).toBe(usage);
    },
  );

  test('a payment whose card is saved for its customer alone gives the merchant no credential', async () => {
    const instrument = own.card(undefined, { keep: true });
    const { id, pay } = await order({ details: {}, live: { instrument } });
    expect(await pay()).toMatchObject({ decline: undefined });
    expect((await own.getTransaction(id))?.credential).toBeUndefined();
    expect(await own.getCustomerCard(id)).toMatchObject({ credential: { customer: expect.anything() } });
  });

  test.each([
    [undefined, { captured: true }, ['new'], 1],
    [{ state: 'declined', decline: 'PAYMENT_REJECTED' }, { decline: 'PAYMENT_REJECTED' }, ['old'], 0],
    [{ state: 'unknown', cause: 'TIMEOUT' }, { captured: false }, ['old', 'new'], 1],
  ] as [MovementOutcome | undefined, object, string[], number][])(
    'a payment that is captured immediately replaces an older card only once its capture has succeeded: %j',
    async (outcome, answer, cards, paid) => {
      const old = own.newId();
      const consent = { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] };
      const { shop, adapter, id, till, pay, ends } = await order({
        capture: true,
        consent: { ...consent, replaces: [old] },
      });
      const { id: merchantId } = shop.merchant;
      await own.transact(
        own.keepCard({ id: old, merchantId, card: someCard }, { reference: 'pm_1' }, consent),
      );
      const saved = async () => {
        const found = await Promise.all([old, id].map((each) => own.getCustomerCard(each)));
        return ['old', 'new'].filter((_, n) => found[n]);
      };
      if (outcome) jest.spyOn(adapter, 'move').mockResolvedValueOnce(outcome);
      expect(await pay()).toMatchObject(answer);
      const end = outcome?.state === 'declined' ? outcome.decline : 'paid';
      expect([await saved(), (await own.getLink(till.id))?.paid, ends]).toEqual([cards, paid, [end]]);
      // The answer is stored with its outcome, so that a repeat of the request gets the same answer.
      await own.transact([{ item: own.mustExist({ pk: `answer#${id}`, sk: 'answer' }) }]);
      const { operation } = await live.transactionOf(id);
      const kinds: Record<string, string> = { declined: 'void', unknown: 'capture' };
      expect(operation?.kind).toBe(kinds[outcome?.state ?? '']);
      if (!operation) return;
      // The worker executes a release at once. For a minute, the worker leaves a capture to the request.
      const due = (await own.dueOperations(Date.now() + 1, 1000)).map((each) => each.id);
      expect(due.includes(operation.id)).toBe(operation.kind === 'void');
      const open = await own.getOperation(operation.id);
      if (open) await own.resolveOperation(open);
      expect([await saved(), (await own.getLink(till.id))?.paid, ends]).toEqual([
        operation.kind === 'void' ? ['old'] : ['new'],
        paid,
        [end],
      ]);
      expect(live.stripe.books(shop.account.account).capturable.EUR).toBe(0);
    },
  );
});

import type { MovementOrder } from '../../../../functions/core/acquirer/acquirer.ts';
import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../../../functions/core/domain/id.ts';
import type { LivePayment } from '../../../../functions/core/domain/transactions/operation.ts';
import { movement } from '../../../stripe/orders.ts';
import { type Answer, failed, listOf, refused, scriptStripe } from './scripted.ts';

const { during, forms, keys } = scriptStripe();

const [look, capture, cancel, increment] = [
  'GET payment_intents/pi_1',
  'POST payment_intents/pi_1/capture',
  'POST payment_intents/pi_1/cancel',
  'POST payment_intents/pi_1/increment_authorization',
] as const;
const [refund, refunds, books] = ['POST refunds', 'GET refunds', 'GET balance_transactions'] as const;

type Kind = MovementOrder['kind'];

const id = newId();
const order = (kind: Kind, over: Partial<MovementOrder> = {}, payment: Partial<LivePayment> = {}) =>
  movement(kind, { reference: 'pi_1', manyCaptures: true, ...payment }, 400, { id, total: 1400, ...over });

const booked = (name: string, amount: number) => ({
  ...{ id: name, amount, net: amount - 10, fee: 10, currency: 'eur', exchange_rate: null },
  created: 1_770_000_000,
});
const intent = (status: unknown, over: object = {}): Answer => [
  200,
  {
    ...{ object: 'payment_intent', id: 'pi_1', status, amount: 1000, amount_received: 0, currency: 'eur' },
    ...{ metadata: {}, latest_charge: { id: 'ch_1', balance_transaction: booked('txn_1', 400) }, ...over },
  },
];
const made = (kind: Kind) =>
  intent('requires_capture', {
    metadata: kind === 'increment' ? { increment: id } : { [`op_${id}`]: '400' },
  });
const refundOf = (florin: string, over: object = {}) => ({
  ...{ object: 'refund', id: 're_1', amount: 400, status: 'succeeded', created: Date.now() / 1000 },
  ...{ metadata: { florin }, balance_transaction: booked('txn_2', -400), ...over },
});

describe('the outcome of a movement', () => {
  const find = (asked: MovementOrder, answers: Record<string, Answer>) =>
    during(answers, () => stripe.find(asked));

  test.each<[Kind, object, string]>([
    ['increment', { increment: id }, 'approved'],
    ['increment', { increment: newId() }, 'absent'],
    ['increment', {}, 'absent'],
    ['capture', { [`op_${id}`]: '400' }, 'approved'],
    ['capture', { [`op_${newId()}`]: '400' }, 'absent'],
  ])('a movement of kind %s in a payment with the metadata %j is %s', async (kind, metadata, state) => {
    const shown = intent('requires_capture', { metadata, amount: 1400, amount_received: 400 });
    const [outcome] = await find(order(kind, {}, { manyCaptures: false }), { [look]: shown });
    expect(outcome.state).toBe(state);
    for (const unclear of [
      failed,
      refused(404),
      refused(403),
      intent('requires_capture', { metadata: null }),
    ])
      expect((await find(order(kind), { [look]: unclear }))[0].state).toBe('unknown');
  });

  test.each<[object, Partial<LivePayment>, unknown, string]>([
    [{ untouched: true, final: true }, {}, 'canceled', 'approved'],
    [{ untouched: true, final: true }, {}, 'succeeded', 'absent'],
    [{ untouched: true, final: true }, {}, 'requires_capture', 'absent'],
    [{ untouched: true }, {}, 'requires_capture', 'absent'],
    [{ final: true }, {}, 'canceled', 'approved'],
    [{ final: true }, {}, 'succeeded', 'approved'],
    [{ final: true }, {}, 'requires_capture', 'absent'],
    [{ final: true }, {}, undefined, 'unknown'],
    // Stripe hears of a void of a part only with the last capture.
    [{}, {}, 'requires_capture', 'approved'],
    [{}, { manyCaptures: false }, 'requires_capture', 'absent'],
  ])('a void %j of a payment %j that Stripe calls %s is %s', async (over, payment, status, state) => {
    const [outcome] = await find(order('void', over, payment), { [look]: intent(status) });
    expect(outcome.state).toBe(state);
  });

  test('one of several captures has the oldest balance transaction of its amount that no other capture has', async () => {
    const entries = [
      booked('txn_5', -400),
      booked('txn_4', 400),
      booked('txn_3', 400),
      booked('txn_2', 300),
      booked('txn_1', -400),
    ];
    const answers = { [look]: made('capture'), [books]: listOf(...entries) };
    const ofCapture = async (known?: string[]) => {
      const [outcome] = await find(order('capture', { entries: known }), answers);
      return outcome.state === 'approved' ? outcome.figures?.reference : outcome.state;
    };
    expect(await ofCapture()).toBe('txn_3');
    expect(await ofCapture(['txn_3'])).toBe('txn_4');
    expect(await ofCapture(['txn_3', 'txn_4'])).toBe('unknown');
    const [unclear] = await find(order('capture'), { ...answers, [books]: failed });
    expect(unclear.state).toBe('unknown');
  });

  test('the only capture has the figures of its charge', async () => {
    const of = async (latest_charge: unknown) => {
      const { metadata } = made('capture')[1] as { metadata: object };
      const shown = intent('succeeded', { metadata, latest_charge });
      return (await find(order('capture', {}, { manyCaptures: false }), { [look]: shown }))[0];
    };
    const charge = { id: 'ch_1', balance_transaction: booked('txn_1', 400) };
    expect(await of(charge)).toMatchObject({ state: 'approved', figures: { net: 390, fee: 10 } });
    for (const later of [null, 'ch_1', { ...charge, balance_transaction: null }])
      expect(await of(later)).toMatchObject({ state: 'unknown' });
    // A figure that cannot be read proves neither success nor a decline.
    const unreadable = { ...charge, balance_transaction: { ...booked('txn_1', 400), net: null } };
    expect(await of(unreadable)).toMatchObject({ state: 'unknown' });
  });

  test.each<[string, object, string]>([
    ['with its figures', {}, 'approved'],
    ['that has failed after its money left', { status: 'failed' }, 'approved'],
    ['that has failed', { status: 'failed', balance_transaction: null }, 'declined'],
    ['that was cancelled', { status: 'canceled', balance_transaction: null }, 'declined'],
    ['that is pending', { status: 'pending', balance_transaction: null }, 'accepted'],
    ['that waits for the customer', { status: 'requires_action', balance_transaction: null }, 'accepted'],
    ['that has succeeded, and whose figures are due', { balance_transaction: null }, 'unknown'],
    ['whose figures are not expanded', { balance_transaction: 'txn_2' }, 'unknown'],
  ])('a refund %s has the outcome of its own refund', async (_, over, state) => {
    const others = [refundOf(newId()), { ...refundOf(''), metadata: null }];
    const answers = { [refunds]: listOf(...others, refundOf(id, over)) };
    expect((await find(order('refund'), answers))[0].state).toBe(state);
    expect((await find(order('refund'), { [refunds]: listOf(...others) }))[0].state).toBe('absent');
    expect((await find(order('refund'), { [refunds]: failed }))[0].state).toBe('unknown');
  });
});

describe('a movement', () => {
  const move = (asked: MovementOrder, answers: Record<string, Answer>) =>
    during(answers, () => stripe.move(asked));
  /** Each kind of movement: its request, the answers to a lookup that finds it, and to one that does not. */
  const kinds = [
    ['increment', increment, {}, { [look]: made('increment') }, { [look]: intent('requires_capture') }],
    [
      'capture',
      capture,
      {},
      { [look]: made('capture'), [books]: listOf(booked('txn_1', 400)) },
      { [look]: intent('requires_capture') },
    ],
    ['refund', refund, {}, { [refunds]: listOf(refundOf(id)) }, { [refunds]: listOf() }],
    [
      'void',
      cancel,
      { final: true, untouched: true },
      { [look]: intent('canceled') },
      { [look]: intent('requires_capture') },
    ],
  ] as const;

  test.each(kinds)(
    'a movement of kind %s that Stripe refuses is looked up before it is declined',
    async (...row) => {
      const [kind, request, over, found, none] = row;
      const no = refused(400, { code: 'charge_already_refunded' });
      const answer = { [request]: no };
      expect((await move(order(kind, over), { ...answer, ...none }))[0].state).toBe('declined');
      expect((await move(order(kind, over), { ...answer, ...found }))[0].state).toBe('approved');
      const unclear = Object.fromEntries(Object.keys(none).map((each) => [each, failed]));
      expect((await move(order(kind, over), { ...answer, ...unclear }))[0].state).toBe('unknown');
    },
  );

  test('a movement that Stripe refuses for its amount, type or account is forbidden, except for an increment', async () => {
    const no = refused(400, { param: 'expand' });
    const outcomes = [];
    for (const [kind, request, over, , none] of kinds)
      outcomes.push((await move(order(kind, over), { ...none, [request]: no }))[0].state);
    expect(outcomes).toEqual(['declined', 'forbidden', 'forbidden', 'forbidden']);
  });

  test.each([true, false])(
    'a refund returns the fee of the platform only if agreed: %p',
    async (returned) => {
      const fee = { basisPoints: 100, flat: {}, returned };
      await move(order('refund', {}, { fee }), { [refund]: [200, refundOf(id)] });
      expect('refund_application_fee' in (forms[refund] ?? {})).toBe(returned);
    },
  );

  test('a refund is unknown if Stripe shows another refund', async () => {
    const [outcome] = await move(order('refund'), { [refund]: [200, refundOf(newId())] });
    expect(outcome.state).toBe('unknown');
    const [own] = await move(order('refund'), { [refund]: [200, refundOf(id)] });
    expect(own).toMatchObject({ state: 'approved', figures: { reference: 'txn_2' } });
  });

  test.each([
    [0, cancel],
    [1, capture],
  ])(
    'a void that releases the rest after captures of %d sends %s, and counts once nothing is held',
    async (amount_received, request) => {
      const shown = intent('requires_capture', { amount_received });
      const of = (answer: Answer) =>
        move(order('void', { final: true }), { [look]: shown, [request]: answer });
      const [outcome, sent] = await of(intent(request === cancel ? 'canceled' : 'succeeded'));
      expect([outcome.state, sent]).toEqual(['approved', [look, request]]);
      expect(keys[request]).toEqual([id]);
      expect((await of(intent('requires_capture')))[0].state).toBe('unknown');
      const [unknown, none] = await move(order('void', { final: true }), { [look]: failed });
      expect([unknown.state, none]).toEqual(['unknown', [look]]);
    },
  );

  test('a movement that cannot be read is unknown', async () => {
    const [outcome] = await move(order('capture', {}, { manyCaptures: false }), {
      [capture]: intent('succeeded', {
        latest_charge: { id: 'ch_1', balance_transaction: { ...booked('txn_1', 400), fee: null } },
      }),
    });
    expect(outcome.state).toBe('unknown');
  });
});

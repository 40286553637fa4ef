import { translate } from '../../../../functions/core/acquirer/stripe/events/translate-event.ts';

const operation = '66b1f0a0000a1b2c3d4e5f60';
const created = 1_790_000_000;
const account = 'acct_1';
const event = (type: string, object: object) => translate({ type, account, data: { object } });

test.each(['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'])(
  'charge.dispute.%s names the dispute that has changed, without its state',
  (name) => {
    const dispute = { id: 'du_1', payment_intent: 'pi_1', amount: 500, status: 'lost' };
    const changed = { type: 'dispute.changed', account, reference: 'du_1', payment: 'pi_1' };
    expect(event(`charge.dispute.${name}`, dispute)).toEqual(changed);
    expect(event(`charge.dispute.${name}`, { ...dispute, payment_intent: null })).toBeUndefined();
  },
);

test.each([
  ['misc', 0],
  ['unauthorized_use_of_card', 1],
  ['fraudulent_card_application', 2],
  ['made_with_counterfeit_card', 3],
  ['card_never_received', 5],
  ['made_with_stolen_card', 6],
  ['made_with_lost_card', 7],
  ['one_that_is_new', 0],
])('a fraud warning of %s has reason %d', (fraud_type, reason) => {
  const warning = { id: 'issfr_1', payment_intent: 'pi_1', fraud_type, created };
  expect(event('radar.early_fraud_warning.created', warning)).toEqual({
    type: 'fraud.reported',
    reference: 'issfr_1',
    account,
    payment: 'pi_1',
    reported: new Date(created * 1000).toISOString(),
    reason,
  });
});

const refund = {
  id: 're_1',
  status: 'failed',
  payment_intent: 'pi_1',
  metadata: { florin: operation },
};
const changed = { type: 'payment.changed', account, payment: 'pi_1' };

test('a failed refund names the payment that has changed, whether Florin or the dashboard made the refund', () => {
  for (const metadata of [refund.metadata, null, { florin: 'order 7' }]) {
    expect(event('refund.failed', { ...refund, metadata })).toEqual(changed);
    expect(event('charge.refund.updated', { ...refund, metadata })).toEqual(changed);
    // Stripe has no special event for a canceled refund.
    expect(event('refund.updated', { ...refund, metadata, status: 'canceled' })).toEqual(changed);
  }
  expect(event('refund.failed', { ...refund, payment_intent: null })).toBeUndefined();
});

test('refund.created is reported for a refund from the dashboard, and ignored for a refund by Florin', () => {
  const made = { ...refund, status: 'succeeded' };
  expect(event('refund.created', { ...made, metadata: {} })).toEqual(changed);
  expect(event('refund.created', made)).toBeUndefined();
});

test('refund.created is reported if another system uses Florin’s name in the metadata', () => {
  expect(event('refund.created', { ...refund, status: 'succeeded', metadata: { florin: 'yes' } })).toEqual(
    changed,
  );
});

test.each(['charge.refunded', 'charge.captured'])('%s names the payment that has changed', (type) => {
  expect(event(type, { id: 'ch_1', payment_intent: 'pi_1' })).toEqual(changed);
  expect(event(type, { id: 'ch_1', payment_intent: null })).toBeUndefined();
});

test.each(['refund.updated', 'charge.refund.updated'])(
  '%s for a refund names the operation that has changed, or the payment if Florin did not make the refund',
  (type) => {
    for (const status of ['pending', 'requires_action', 'succeeded'])
      expect(event(type, { ...refund, status })).toEqual({ type: 'operation.changed', account, operation });
    expect(event(type, { ...refund, status: 'pending', metadata: null })).toEqual(changed);
  },
);

const intent = {
  id: 'pi_1',
  amount: 1000,
  amount_received: 0,
  currency: 'jpy',
  status: 'requires_capture',
  metadata: { florin: operation },
};

test.each([
  ['canceled', 'canceled', 0, true],
  ['succeeded', 'succeeded', 400, true],
  ['amount_capturable_updated', 'requires_capture', 400, false],
])(
  'payment_intent.%s says how much is captured, and whether the payment has ended',
  (name, status, received, ended) => {
    const now = { ...intent, status, amount_received: received };
    const expected = { ...changed, operation, authorized: 1000, captured: received, ended };
    expect(event(`payment_intent.${name}`, now)).toEqual(expected);
    expect(event(`payment_intent.${name}`, { ...now, metadata: {} })).toBeUndefined();
  },
);

test('payment_intent.amount_capturable_updated says how much is authorized', () => {
  const reserved = { type: 'operation.changed', account, operation, reference: 'pi_1', authorized: 1000 };
  const type = 'payment_intent.amount_capturable_updated';
  expect(event(type, intent)).toEqual(reserved);
  expect(event(type, { ...intent, currency: 'mga' })).toEqual({ ...reserved, authorized: 100_000 });
  expect(event(type, { ...intent, metadata: {} })).toBeUndefined();
});

test.each(['payment_intent.payment_failed', 'setup_intent.succeeded', 'setup_intent.setup_failed'])(
  '%s names the operation that has changed',
  (type) => {
    const changed = { type: 'operation.changed', account, operation, reference: 'pi_1' };
    expect(event(type, intent)).toEqual(changed);
    expect(event(type, { ...intent, metadata: {} })).toBeUndefined();
  },
);

test.each([
  ['payout.created', 'payout.paid'],
  ['payout.paid', 'payout.paid'],
  ['payout.failed', 'payout.failed'],
  ['payout.canceled', 'payout.failed'],
  ['payout.updated', 'payout.changed'],
  ['payout.reconciliation_completed', 'payout.changed'],
])('%s counts as %s, and names the payout, and the account if present', (type, translation) => {
  const payout = { id: 'po_1', amount: 1100, currency: 'jpy' };
  const translated = { type: translation, reference: 'po_1' };
  expect(event(type, payout)).toEqual({ ...translated, account });
  expect(translate({ type, data: { object: payout } })).toEqual(translated);
});

test.each(['charge.succeeded', 'constructor', '__proto__', ''])('an event of type %p is ignored', (type) => {
  expect(event(type, intent)).toBeUndefined();
});

const warning = { id: 'issfr_1', payment_intent: 'pi_1', fraud_type: 'misc', created };
const whole: [type: string, object: Record<string, unknown>, mayMiss: string[]][] = [
  ['charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1' }, ['payment_intent']],
  ['refund.failed', refund, ['status', 'payment_intent', 'metadata']],
  ['charge.refund.updated', refund, ['status', 'payment_intent', 'metadata']],
  ['charge.captured', { id: 'ch_1', payment_intent: 'pi_1' }, ['payment_intent']],
  ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, ['payment_intent']],
  ['payment_intent.canceled', intent, ['metadata']],
  ['setup_intent.succeeded', { id: 'seti_1', metadata: {} }, ['metadata']],
  ['payout.paid', { id: 'po_1' }, []],
  ['radar.early_fraud_warning.created', warning, ['payment_intent']],
];

test.each(whole)(
  'the error about a malformed %s names the field that is malformed',
  (type, object, mayMiss) => {
    const refused = (field: string, value: unknown) =>
      expect(() => event(type, { ...object, [field]: value })).toThrow(`data.object.${field}: Must be `);
    for (const field of Object.keys(object)) {
      if (field === 'object') continue;
      if (mayMiss.includes(field)) event(type, { ...object, [field]: null });
      else for (const value of [undefined, null]) refused(field, value);
      const other = typeof object[field] === 'object' ? 'text' : { a: 1 };
      for (const value of [other, [1], true, 1.5, Number.NaN, '', 'x'.repeat(256)]) refused(field, value);
    }
    for (const field of ['created', 'amount', 'amount_received'])
      if (field in object) for (const value of ['1', 2 ** 60, 1e300]) refused(field, value);
    expect(() => translate({ type, data: { object: [] } })).toThrow('data.object: Must be an object');
    expect(() => translate({ type, account: {} as string, data: { object } })).toThrow('account: Must be ');
  },
);

test('payment_intent.succeeded names the operation of a method that is captured with the agreement', () => {
  const intent = { id: 'pi_1', amount: 500, amount_received: 500, currency: 'eur', status: 'succeeded' };
  const paid = { ...intent, metadata: { florin: operation } };
  const type = 'payment_intent.succeeded';
  const asked = { type: 'operation.changed', account, operation, reference: 'pi_1' };
  expect(event(type, { ...paid, capture_method: 'automatic' })).toEqual(asked);
  expect(event(type, { ...paid, capture_method: 'manual' })).not.toEqual(asked);
  expect(event(type, { ...intent, capture_method: 'automatic', metadata: {} })).toBeUndefined();
});

import type { PaymentIntent, SetupIntent } from '../../../../functions/core/acquirer/stripe/api/shapes.ts';
import { methodOf } from '../../../../functions/core/acquirer/stripe/methods.ts';
import { verdictOf } from '../../../../functions/core/acquirer/stripe/payments/verdict.ts';

const intent = (given: Partial<PaymentIntent> = {}, result?: string): PaymentIntent => ({
  id: 'pi_1',
  status: 'requires_capture',
  customer: null,
  payment_method: 'pm_1',
  metadata: {},
  amount: 1000,
  currency: 'eur',
  amount_received: 0,
  setup_future_usage: null,
  last_payment_error: null,
  latest_charge: {
    id: 'ch_1',
    balance_transaction: null,
    payment_method_details: { card: { three_d_secure: result ? { result } : null } },
  },
  ...given,
});

test.each([
  ['authenticated', 'full'],
  ['attempt_acknowledged', 'attempt'],
  ['not_supported', undefined],
  ['exempted', undefined],
  [undefined, undefined],
])('3-D Secure with the result %s counts as %s', (result, tds) => {
  expect(verdictOf(intent({}, result))).toEqual({
    outcome: { state: 'approved', payment: { reference: 'pi_1', manyCaptures: false }, tds },
  });
});

test.each(['attempt_acknowledged', 'not_supported', undefined])(
  'a payment that requires full 3-D Secure is declined if its result is %s',
  (result) => {
    const given = { metadata: { tds: 'full' } };
    const declined = { state: 'declined', decline: 'TDSECURE_REQUIRED' };
    expect(verdictOf(intent(given, result))).toMatchObject({ outcome: declined, cancel: true });
    expect(verdictOf(intent(given, 'authenticated')).outcome.state).toBe('approved');
    expect(verdictOf(intent({ ...given, status: 'canceled' }, result))).toMatchObject({ outcome: declined });
  },
);

test('a payment that is captured already, without the required 3-D Secure, cannot be cancelled', () => {
  expect(verdictOf(intent({ metadata: { tds: 'full' }, status: 'succeeded' }))).toEqual({
    outcome: { state: 'declined', decline: 'TDSECURE_REQUIRED', reference: 'pi_1', tds: undefined },
    cancel: undefined,
  });
});

describe('the end of an authorization', () => {
  const until = (capture_before: unknown, given: Partial<PaymentIntent> = {}) => {
    const payment_method_details = { card: { capture_before: capture_before as number } };
    const latest_charge = { id: 'ch_1', balance_transaction: null, payment_method_details };
    const { outcome } = verdictOf(intent({ latest_charge, ...given }));
    if (outcome.state !== 'approved') throw new Error(`It is ${outcome.state}`);
    return outcome.payment.captureBefore;
  };

  test('the end of an authorization is the time that the charge names', () => {
    expect(until(1_800_000_000)).toBe('2027-01-15T08:00:00.000Z');
  });

  test('the end of an authorization is unknown once the payment is captured', () => {
    expect(until(1_800_000_000, { status: 'succeeded' })).toBeUndefined();
  });

  test.each([null, undefined, 'soon', 1.5, -1, 0, 1e15, Number.NaN])(
    'the end of an authorization is unknown when the charge names %s, and the authorization is still approved',
    (captureBefore) => expect(until(captureBefore)).toBeUndefined(),
  );
});

test('a payment that requires action is a challenge if it has a URL for the customer, and declined otherwise', () => {
  const next_action = { redirect_to_url: { url: 'https://bank.example' } };
  expect(verdictOf(intent({ status: 'requires_action', next_action }))).toEqual({
    outcome: { state: 'challenge', reference: 'pi_1', url: 'https://bank.example' },
  });
  expect(verdictOf(intent({ status: 'requires_action', next_action: {} }))).toEqual({
    outcome: { state: 'declined', decline: 'TDSECURE_REQUIRED', reference: 'pi_1' },
    cancel: true,
  });
});

test.each([
  ['fail', 'generic_decline', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  ['fail', 'fraudulent', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  ['fail', 'insufficient_funds', 'PAYMENT_INSUFFICIENT_FUNDS'],
  ['fail', 'stolen_card', 'PAYMENT_CARD_LOST'],
  ['pass', 'generic_decline', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['unavailable', 'generic_decline', 'PAYMENT_REJECTED_BY_ISSUER'],
  [null, 'incorrect_cvc', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
])('the check %p of a security code and the code %s of the decline mean %s', (cvc_check, code, decline) => {
  const last_payment_error = { type: 'card_error', code: 'card_declined', decline_code: code };
  const payment_method_details = { card: { checks: { cvc_check } } };
  const latest_charge = { id: 'ch_1', balance_transaction: null, payment_method_details };
  for (const status of ['requires_payment_method', 'canceled'] as const)
    expect(verdictOf(intent({ status, last_payment_error, latest_charge }))).toMatchObject({
      outcome: { state: 'declined', decline },
    });
});

test('an intent in processing has an unknown outcome', () => {
  const status = 'processing';
  expect(verdictOf(intent({ status }))).toEqual({ outcome: { state: 'unknown', cause: status } });
});

test.each(['requires_confirmation', 'requires_payment_method'] as const)(
  'an intent in the state %s, without an error, counts as absent',
  (status) => {
    expect(verdictOf(intent({ status }))).toEqual({ outcome: { state: 'absent', reference: 'pi_1' } });
  },
);

test('an intent that requires a payment method after a card error is declined', () => {
  const refused = {
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  } as const;
  expect(verdictOf(intent(refused)).outcome).toMatchObject({ state: 'declined' });
});

test.each([
  [{}, null, 'PAYMENT_REJECTED'],
  [{ tds: 'full' }, null, 'TDSECURE_REQUIRED'],
  [{ tds: 'full' }, { code: 'expired_card' }, 'PAYMENT_CARD_EXPIRED'],
  [{}, { code: 'expired_card' }, 'PAYMENT_CARD_EXPIRED'],
])('a cancelled intent with the metadata %j and the error %j is declined: %s', (metadata, error, decline) => {
  const given = { status: 'canceled', metadata, last_payment_error: error } as const;
  expect(verdictOf(intent(given as unknown as PaymentIntent))).toEqual({
    outcome: { state: 'declined', decline, reference: 'pi_1', tds: undefined },
  });
});

test('an approved intent has a reusable card only if the customer agreed to later charges', () => {
  const kept = { customer: 'cus_1', setup_future_usage: 'off_session' };
  expect(verdictOf(intent(kept)).outcome).toMatchObject({
    credential: { reference: 'pm_1', customer: 'cus_1' },
  });
  expect(verdictOf(intent({ customer: 'cus_1' })).outcome).not.toHaveProperty('credential.reference');
});

test.each([
  ['available', true, true],
  ['unavailable', false, undefined],
] as const)(
  'a charge whose features are %s takes several captures: %p, and increments: %p',
  (status, ...takes) => {
    const card = { multicapture: { status }, incremental_authorization: { status } };
    const latest_charge = { id: 'ch_1', balance_transaction: null, payment_method_details: { card } };
    const [manyCaptures, increments] = takes;
    expect(verdictOf(intent({ latest_charge })).outcome).toMatchObject({
      payment: { manyCaptures, increments },
    });
  },
);

describe('a card that is only saved', () => {
  const setup = (given: object = {}) =>
    verdictOf({
      ...{ id: 'seti_1', status: 'succeeded', customer: 'cus_1', payment_method: 'pm_1', metadata: {} },
      ...{ last_setup_error: null, latest_attempt: null, ...given },
    } as SetupIntent).outcome;

  test('a card that is only saved can be charged again, and has what the bank says of 3-D Secure', () => {
    const saved = {
      ...{ state: 'approved', payment: { reference: 'seti_1', manyCaptures: false } },
      credential: { reference: 'pm_1', customer: 'cus_1' },
    };
    expect(setup()).toEqual(saved);
    const attempt = (result: string) => ({
      payment_method_details: { card: { three_d_secure: { result } } },
    });
    expect(setup({ latest_attempt: attempt('authenticated') })).toEqual({ ...saved, tds: 'full' });
    expect(setup({ latest_attempt: attempt('attempt_acknowledged') })).toEqual({ ...saved, tds: 'attempt' });
    expect(setup({ metadata: { tds: 'full' } })).toMatchObject({ decline: 'TDSECURE_REQUIRED' });
  });

  test('a card that is only saved is declined with the reason of its own error', () => {
    const status = 'requires_payment_method';
    expect(setup({ status })).toEqual({ state: 'absent', reference: 'seti_1' });
    const last_setup_error = { type: 'card_error', code: 'expired_card' };
    for (const each of [status, 'canceled'])
      expect(setup({ status: each, last_setup_error })).toMatchObject({
        ...{ state: 'declined', decline: 'PAYMENT_CARD_EXPIRED', reference: 'seti_1' },
      });
  });
});

describe('a payment by a method', () => {
  const [mobilepay, bancontact] = ['mobilepay', 'bancontact'].map((type) => methodOf({ method: type }));
  const created = 1_790_000_000;
  const charged = { latest_charge: { id: 'py_1', created, balance_transaction: null } };

  test('an authorization ends after the days of its method’s row', () => {
    const { outcome } = verdictOf(intent({ ...charged, capture_method: 'manual' }), mobilepay);
    const captureBefore = new Date((created + 7 * 86_400) * 1000).toISOString();
    expect(outcome).toMatchObject({ state: 'approved', payment: { method: 'mobilepay', captureBefore } });
    expect(outcome).not.toHaveProperty('payment.captured', true);
  });

  test('the approval is also the capture only if Florin has asked for that', () => {
    const paid = (capture_method: string) =>
      verdictOf(intent({ ...charged, status: 'succeeded', capture_method }), bancontact).outcome;
    expect(paid('automatic')).toMatchObject({ state: 'approved', payment: { captured: true } });
    expect(paid('manual')).not.toHaveProperty('payment.captured', true);
  });

  test.each([
    [{ type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/' } }, 'page'],
    [
      {
        type: 'swish_handle_redirect_or_display_qr_code',
        swish_handle_redirect_or_display_qr_code: { hosted_instructions_url: 'https://bank.example/' },
      },
      'page',
    ],
    [{ type: 'blik_authorize', blik_authorize: {} }, 'wait'],
    [{ type: 'one_that_is_new' }, 'wait'],
  ])('the payment waits for its customer at %j', (next_action, kind) => {
    const { outcome, cancel } = verdictOf(intent({ status: 'requires_action', next_action }), bancontact);
    expect([outcome, cancel]).toMatchObject([{ state: 'challenge', kind, reference: 'pi_1' }, undefined]);
    expect('url' in outcome ? outcome.url : undefined).toBe(
      kind === 'page' ? 'https://bank.example/' : undefined,
    );
  });

  test('the payment waits for its provider, whereas the outcome of a card is unknown then', () => {
    const processing = intent({ status: 'processing' });
    expect(verdictOf(processing, bancontact).outcome).toMatchObject({ state: 'challenge', kind: 'wait' });
    expect(verdictOf(processing).outcome).toMatchObject({ state: 'unknown' });
  });
});

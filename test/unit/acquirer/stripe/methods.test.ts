import { readFileSync } from 'node:fs';
import {
  classifyRefusal,
  declineOfMethod,
} from '../../../../functions/core/acquirer/stripe/api/classify-refusal.ts';
import { capabilities } from '../../../../functions/core/acquirer/stripe/capabilities.ts';
import { methodOf, methods } from '../../../../functions/core/acquirer/stripe/methods.ts';
import { refusalOf } from '../../../../functions/core/acquirer/stripe/payments/refusal.ts';
import { takes } from '../../../../functions/core/domain/methods/method.ts';
import { exponentOf } from '../../../../functions/core/domain/money/currency.ts';
import { unionOf } from '../../../contract/stripe/sdk.ts';
import { order } from '../../../stripe/orders.ts';
import { methodRules } from '../../../stripe/stand-in/method-rules.ts';

const typesOf = (resource: string) =>
  readFileSync(`node_modules/stripe/esm/resources/${resource}.d.ts`, 'utf8');

test('each method is a type of payment method, and a capability of accounts, in Stripe’s SDK', () => {
  const types = unionOf('PaymentMethods', 'Type');
  const allowed = unionOf('PaymentIntents', 'AllowedPaymentMethodType');
  const accounts = typesOf('Accounts');
  for (const { type } of methods) {
    expect(types).toContain(type);
    expect(allowed).toContain(type);
    expect(accounts).toContain(`${type}_payments?: Capabilities.`);
  }
});

test('the actions of customers, and the states that follow, have the names of Stripe’s SDK', () => {
  const intents = typesOf('PaymentIntents');
  for (const { action = 'redirect_to_url' } of Object.values(methodRules))
    expect(intents).toContain(`${action}?: NextAction.`);
  expect(intents).toMatch(
    /interface SwishHandleRedirectOrDisplayQrCode \{[^}]*hosted_instructions_url: string/,
  );
  expect(intents).toMatch(/interface RedirectToUrl \{[^}]*url: string \| null/);
  expect(unionOf('PaymentIntents', 'CaptureMethod')).toEqual(expect.arrayContaining(['automatic', 'manual']));
  expect(unionOf('PaymentIntents', 'Status')).toEqual(
    expect.arrayContaining(['requires_action', 'processing', 'requires_payment_method', 'succeeded']),
  );
  expect(unionOf('BalanceTransactions', 'Type')).toEqual(
    expect.arrayContaining(['payment', 'payment_refund', 'refund_failure']),
  );
});

test('only methods whose options have it in Stripe’s SDK are captured later', () => {
  const [, options = ''] =
    /interface PaymentMethodOptions \{([\s\S]*?)namespace PaymentMethodOptions/.exec(
      typesOf('PaymentIntents'),
    ) ?? [];
  expect(options.length).toBeGreaterThan(100);
  const names = { mobilepay: 'Mobilepay', klarna: 'Klarna' } as Record<string, string>;
  expect(
    methods
      .filter(({ captured }) => captured === 'later')
      .map(({ type }) => type)
      .sort(),
  ).toEqual(Object.keys(names).sort());
});

test('the adapter’s rows agree with the rules of the test double, which were written apart', () => {
  expect(methods.map(({ type }) => type).sort()).toEqual(Object.keys(methodRules).sort());
  for (const { type, currencies, most, needs, captured, partialCapture, captureDays, ...row } of methods) {
    const rules = methodRules[type];
    expect({ type, currencies: [...currencies].sort(), needs, captureDays, part: partialCapture }).toEqual({
      type,
      currencies: rules?.currencies.map((code) => code.toUpperCase()).sort(),
      needs: rules?.needs ?? [],
      captureDays: rules?.captureDays,
      part: rules?.capturesPart ?? false,
    });
    expect(captured === 'later').toBe(rules?.captureDays !== undefined);
    expect(row.refundDays).toBe(rules?.refundDays);
    expect(row.disputes).toBe(rules?.disputes !== undefined);
    for (const [currency, amount] of Object.entries(rules?.most ?? {}))
      expect(most?.[currency.toUpperCase()]).toBe(amount);
  }
});

test('each row is whole: unique, named, with limits in order and times above 0', () => {
  expect(capabilities.methods).toBe(methods);
  expect(new Set(methods.map(({ type }) => type)).size).toBe(methods.length);
  for (const {
    name,
    kind,
    digits,
    currencies,
    countries,
    least,
    most,
    minutes,
    settles,
    refundDays = 1,
  } of methods) {
    expect(name.trim()).toMatch(/\S/);
    expect(countries.every((country) => /^[A-Z]{2}$/.test(country))).toBe(true);
    expect(kind === 'code').toBe(digits !== undefined);
    for (const currency of currencies) {
      expect(exponentOf(currency)).toBe(2);
      expect(least?.[currency]).toBeGreaterThan(0);
      expect(most?.[currency] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(least?.[currency] ?? 0);
    }
    expect(Math.min(minutes, settles, refundDays)).toBeGreaterThan(0);
  }
});

test('iDEAL has the name that Stripe gives it', () => {
  expect(methodOf({ method: 'ideal' })?.name).toBe('iDEAL | Wero');
  expect(methodOf({})).toBeUndefined();
  expect(refusalOf(order({ method: 'wero' }))).toMatchObject({ field: 'method' });
});

test.each(methods.map((method) => [method.name, method] as const))(
  'the limits of %s are refused with the amounts that it takes',
  (_, method) => {
    for (const currency of method.currencies) {
      const [least = 0, most] = [method.least?.[currency], method.most?.[currency]];
      const at = (amount: number) => refusalOf(order({ method: method.type, currency, amount }));
      expect(at(least)).toBeUndefined();
      expect(takes(method, least, currency)).toBe(true);
      expect(at(least - 1)).toMatchObject({ field: 'amount' });
      if (most === undefined) continue;
      expect(at(most)).toBeUndefined();
      expect(at(most + 1)).toMatchObject({ field: 'amount', message: expect.stringContaining(' to ') });
    }
  },
);

test.each([
  ['payment_method_customer_decline', 'PAYMENT_REJECTED'],
  ['payment_intent_payment_attempt_expired', 'PAYMENT_REJECTED'],
  ['payment_method_provider_timeout', 'PAYMENT_REJECTED'],
  ['payment_method_provider_decline', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['payment_intent_payment_attempt_failed', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['payment_intent_authentication_failure', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['payment_method_not_available', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['payment_method_invalid_parameter', 'PAYMENT_METHOD_ERROR'],
  ['a_new_code', 'PAYMENT_REJECTED'],
])('the error code %s of a method means %s, and never 3-D Secure', (code, decline) => {
  expect(declineOfMethod({ type: 'invalid_request_error', code })).toBe(decline);
});

/** https://docs.stripe.com/declines/codes, the codes of local payment methods */
test.each([
  ['customer_declined', 'PAYMENT_REJECTED'],
  ['partner_generic_decline', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['partner_high_risk_customer', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['compliance_violation', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['invalid_customer_account', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['invalid_authorization', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['insufficient_funds', 'PAYMENT_INSUFFICIENT_FUNDS'],
  ['payment_limit_exceeded', 'PAYMENT_AMOUNT_LIMIT'],
  ['invalid_amount', 'PAYMENT_AMOUNT_LIMIT'],
  ['code_invalid', 'PAYMENT_METHOD_ERROR'],
  ['code_expired', 'PAYMENT_METHOD_ERROR'],
  ['processing_error', 'PAYMENT_METHOD_ERROR'],
])('the decline code %s of a method means %s, whatever the error', (decline_code, decline) => {
  for (const code of ['payment_method_provider_decline', 'payment_method_invalid_parameter', undefined])
    expect(declineOfMethod({ type: 'invalid_request_error', code, decline_code })).toBe(decline);
});

test('a method that is switched off at Stripe is a decline, and a refusal of Florin’s key is not', () => {
  const refusal = (status: number, error: object) =>
    classifyRefusal({ state: 'refused', status, error, request: null }, true).state;
  expect(refusal(400, { type: 'invalid_request_error' })).toBe('declined');
  expect(refusal(400, { code: 'payment_method_unactivated', param: 'payment_method' })).toBe('declined');
  expect(refusal(400, { code: 'account_invalid' })).toBe('forbidden');
  expect(refusal(400, { code: 'parameter_missing', param: 'return_url' })).toBe('forbidden');
  expect(refusal(401, {})).toBe('forbidden');
  expect(refusal(403, { code: 'more_permissions_required' })).toBe('forbidden');
});

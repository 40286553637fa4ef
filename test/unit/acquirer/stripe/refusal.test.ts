import type { AuthorizationOrder, MovementOrder } from '../../../../functions/core/acquirer/acquirer.ts';
import { applicationFeeOf } from '../../../../functions/core/acquirer/stripe/money/currency-units.ts';
import { refusalOf } from '../../../../functions/core/acquirer/stripe/payments/refusal.ts';
import { newId } from '../../../../functions/core/domain/id.ts';

const order = (amount: number, currency: string): AuthorizationOrder => ({
  acquirer: 'stripe',
  id: newId(),
  amount,
  currency,
  descriptor: 'x',
});
const voided = (manyCaptures: boolean, untouched: boolean): MovementOrder => ({
  ...order(5, 'EUR'),
  kind: 'void',
  payment: { reference: 'pi_1', manyCaptures },
  final: untouched,
  untouched,
  attempts: 0,
});

test('the refusal of an amount that Stripe cannot take names the allowed multiples', () => {
  expect(refusalOf(order(1234, 'EUR'))).toBeUndefined();
  expect(refusalOf(order(1230, 'BHD'))).toBeUndefined();
  expect(refusalOf(order(0, 'BHD'))).toBeUndefined();
  expect(refusalOf(order(1234, 'BHD'))).toEqual({
    field: 'amount',
    message: 'Amounts in BHD are multiples of 10 here',
  });
  expect(refusalOf(order(1050, 'ISK'))).toMatchObject({ message: expect.stringContaining('100') });
  expect(refusalOf(order(1, 'XYZ'))).toMatchObject({ field: 'currency' });
});

test.each([
  ['EUR', 49, 50],
  ['GBP', 29, 30],
  ['HUF', 17499, 17500],
  ['JPY', 49, 50],
  ['MXN', 999, 1000],
])('a payment in %s of %d is below the minimum, and %d is accepted', (currency, below, least) => {
  expect(refusalOf(order(below, currency))).toMatchObject({
    field: 'amount',
    message: expect.stringMatching(/^Must be at least .*; got /),
  });
  expect(refusalOf(order(least, currency))).toBeUndefined();
  expect(refusalOf(order(0, currency))).toBeUndefined();
  expect(refusalOf({ ...voided(true, true), kind: 'refund', amount: 1, currency })).toBeUndefined();
});

test('a single capture has the minimum of a payment; a payment with many captures has no minimum per capture', () => {
  const captured = (manyCaptures: boolean, amount: number): MovementOrder => ({
    ...voided(manyCaptures, false),
    kind: 'capture',
    amount,
  });
  expect(refusalOf(captured(false, 49))).toMatchObject({
    field: 'amount',
    message: expect.stringMatching(/^Must be at least .*0\.50, the smallest payment/),
  });
  expect(refusalOf(captured(false, 50))).toBeUndefined();
  expect(refusalOf(captured(true, 1))).toBeUndefined();
});

test('a partial void needs a payment that allows many captures', () => {
  expect(refusalOf(voided(true, false))).toBeUndefined();
  expect(refusalOf(voided(false, true))).toBeUndefined();
  expect(refusalOf(voided(false, false))).toMatchObject({ field: 'amount' });
});

test('an increment to a total that Stripe cannot express is refused', () => {
  const raised = (total: number): MovementOrder => ({ ...voided(true, false), kind: 'increment', total });
  const bhd = (total: number) => refusalOf({ ...raised(total), amount: 10, currency: 'BHD' });
  expect([bhd(1230), bhd(1234)]).toEqual([undefined, { field: 'amount', message: expect.any(String) }]);
});

test('the 49th capture of a payment is refused', () => {
  const captured = (count: number) =>
    refusalOf({ ...voided(true, false), kind: 'capture', entries: Array(count).fill('txn') });
  expect([captured(47), captured(48)]).toEqual([undefined, { field: 'amount', message: expect.any(String) }]);
});

test.each([
  [{ basisPoints: 150 }, 1000, 'EUR', 15],
  [{ basisPoints: 150 }, 1000, 'UGX', 1500],
  // The last of the dinar's three decimals is 0 at Stripe.
  [{ basisPoints: 150 }, 12_340, 'BHD', 190],
  [{ basisPoints: 0 }, 1000, 'EUR', undefined],
  [undefined, 1000, 'EUR', undefined],
] as const)(
  'a platform with the fee %j gets of %d %s in Stripe’s units: %p',
  (fee, amount, currency, theirs) => {
    const terms = fee && { flat: {}, returned: false, ...fee };
    expect(applicationFeeOf(terms, amount, currency)).toBe(theirs);
  },
);

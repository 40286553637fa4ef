import { closeDay } from '#domain/console/till-day.ts';

const paid = (scheme: string, currency: string, capturedAmount: number, pendingAmount = 0) =>
  ({ card: { scheme }, currency, capturedAmount, pendingAmount }) as Parameters<typeof closeDay>[0][number];

const refunded = (scheme: string, currency: string, amount: number) =>
  ({ line: { amount: { currency, amount } }, payment: { card: { scheme } } }) as Parameters<
    typeof closeDay
  >[1][number];

test('each scheme and currency has sums of its own, in order', () => {
  const none = { payments: 0, amount: 0, holds: 0, held: 0, refunds: 0, refunded: 0 };
  const visa = { scheme: 'visa', name: 'Visa' };
  const payments = [paid('visa', 'EUR', 500), paid('visa', 'DKK', 300), paid('mastercard', 'EUR', 200)];
  expect(closeDay([...payments, paid('visa', 'EUR', 50)], [refunded('visa', 'NOK', 7)])).toEqual([
    { ...none, ...visa, currency: 'DKK', payments: 1, amount: 300 },
    { ...none, scheme: 'mastercard', name: 'Mastercard', currency: 'EUR', payments: 1, amount: 200 },
    { ...none, ...visa, currency: 'EUR', payments: 2, amount: 550 },
    { ...none, ...visa, currency: 'NOK', refunds: 1, refunded: 7 },
  ]);
});

test('captured and held amounts have sums of their own, and a payment without either does not count', () => {
  const payments = [paid('visa', 'EUR', 500, 20), paid('visa', 'EUR', 0, 100), paid('visa', 'EUR', 0)];
  expect(closeDay(payments, [])).toMatchObject([{ payments: 1, amount: 500, holds: 2, held: 120 }]);
});

test('a refund that has come back reduces the sum of refunds, and not their number', () => {
  const refunds = [refunded('visa', 'EUR', 300), refunded('visa', 'EUR', 200), refunded('visa', 'EUR', -200)];
  expect(closeDay([], refunds)).toMatchObject([{ refunds: 2, refunded: 300 }]);
});

test('a method other than a card has sums of its own, under the name that its payments keep', () => {
  const rules = { partialCapture: false, refundDays: 30, partialRefund: true };
  const method = { type: 'acme', name: '<b>Acme</b>', ...rules };
  const payment = { method, currency: 'EUR', capturedAmount: 700, pendingAmount: 0 };
  const refund = { line: { amount: { currency: 'EUR', amount: 200 } }, payment: { method } };
  type Given = Parameters<typeof closeDay>;
  const sums = closeDay([payment, paid('visa', 'EUR', 500)] as Given[0], [refund] as Given[1]);
  expect(sums).toMatchObject([
    { scheme: 'acme', name: '<b>Acme</b>', payments: 1, amount: 700, refunds: 1, refunded: 200 },
    { scheme: 'visa', name: 'Visa', payments: 1, amount: 500, refunds: 0 },
  ]);
});

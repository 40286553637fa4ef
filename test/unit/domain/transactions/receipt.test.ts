import { newId } from '#domain/id.ts';
import {
  forgottenAt,
  hasReceipt,
  maskedAddress,
  maskedCard,
  statementsOf,
} from '#domain/transactions/receipt.ts';

const hour = 3_600_000;
const now = Date.parse('2026-03-13T12:00:00.123Z');
const paid = { id: newId(now), amount: 100, voidedAmount: 0 };

test.each([
  ['a new payment', {}, 0, true],
  ['a payment almost a day old', {}, 24 * hour - 1, true],
  ['a payment a day old', {}, 24 * hour, false],
  ['a partly voided payment', { voidedAmount: 99 }, 0, true],
  ['a voided payment', { voidedAmount: 100 }, 0, false],
  ['a declined payment', { error: 12 as const }, 0, false],
  ['a saved card', { amount: 0 }, 0, false],
])('hasReceipt returns whether %s has a receipt', (_name, over, age, has) => {
  expect(hasReceipt({ ...paid, ...over }, now + age)).toBe(has);
});

test('the address of a receipt is deleted 180 days after the payment', () => {
  expect(forgottenAt(paid.id)).toBe(Math.ceil((now + 180 * 24 * hour) / 1000));
});

test('a masked card shows scheme and last four digits, and a masked address its first letter and host', () => {
  expect(maskedCard({ scheme: 'amex', last4: '0005' })).toBe('American Express •••• 0005');
  expect(maskedAddress('ann.smith@shop.example')).toBe('a•••@shop.example');
  expect(maskedAddress('a@shop.example')).toBe('a•••@shop.example');
});

test.each([
  ['without captures: that of the payment', [], ['Shop']],
  ['after a void: that of the payment', [{ kind: 'void' as const }], ['Shop']],
  [
    'with captures: each different one of the captures',
    [
      { kind: 'capture' as const, descriptor: 'First' },
      { kind: 'capture' as const, descriptor: 'First' },
      { kind: 'refund' as const, descriptor: 'Refund' },
      { kind: 'capture' as const },
    ],
    ['First', 'Shop'],
  ],
])('the texts of a payment on bank statements, %s', (_, trail, texts) => {
  expect(statementsOf({ descriptor: 'Shop', trail })).toEqual(texts);
});

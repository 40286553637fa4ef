import { newId } from '#domain/id.ts';
import { forgottenAt, hasReceipt, maskedAddress, maskedCard } from '#domain/transactions/receipt.ts';

const hour = 3_600_000;
const now = Date.parse('2026-03-13T12:00:00.123Z');
const paid = { id: newId(now), amount: 100, voidedAmount: 0 };

test.each([
  ['just paid', {}, 0, true],
  ['a day ago, nearly', {}, 24 * hour - 1, true],
  ['a day ago', {}, 24 * hour, false],
  ['voided in part', { voidedAmount: 99 }, 0, true],
  ['voided', { voidedAmount: 100 }, 0, false],
  ['declined', { error: 12 as const }, 0, false],
  ['a card that was saved', { amount: 0 }, 0, false],
])('%s', (_name, over, age, has) => {
  expect(hasReceipt({ ...paid, ...over }, now + age)).toBe(has);
});

test('addresses are forgotten 180 days after the payment', () => {
  expect(forgottenAt(paid.id)).toBe(Math.ceil((now + 180 * 24 * hour) / 1000));
});

test('of a card and an address there is shown what tells their owner', () => {
  expect(maskedCard({ scheme: 'amex', last4: '0005' })).toBe('American Express •••• 0005');
  expect(maskedAddress('ann.smith@shop.example')).toBe('a•••@shop.example');
  expect(maskedAddress('a@shop.example')).toBe('a•••@shop.example');
});

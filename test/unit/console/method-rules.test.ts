import { isImpossible, isWhole, ruleOf } from '../../../functions/console/client/movements/method-rules.ts';
import { consoleCatalogue } from '../../../functions/core/messages/console/catalogue.ts';

const later = new Date(Date.now() + 60_000).toISOString();
const before = new Date(Date.now() - 60_000).toISOString();

const rules = { partialCapture: true, partialRefund: true, refundDays: 30, refundUntil: later };
const anyDay = { refundDays: null, refundUntil: null };
const paid = (over: object = {}) => ({
  method: { type: 'acme', name: 'Acme', rules: { ...rules, ...over } },
});

test.each([
  ['capture', {}, 'captureOnce', false, false],
  ['capture', { partialCapture: false }, 'captureWhole', true, false],
  ['refund', {}, 'refundParts', false, false],
  ['refund', { partialRefund: false }, 'refundWhole', true, false],
  ['refund', { refundUntil: before }, 'refundLate', false, true],
  ['refund', { refundDays: 0, refundUntil: null }, 'refundNever', false, true],
  ['refund', anyDay, 'refundPartsAnyDay', false, false],
  ['refund', { ...anyDay, partialRefund: false }, 'refundWholeAnyDay', true, false],
  ['void', {}, 'void', true, false],
] as const)('the rule of a %s with %j is %s, and has a text', (kind, over, name, whole, impossible) => {
  const rule = ruleOf(kind, paid(over));
  expect([rule, isWhole(rule), isImpossible(rule)]).toEqual([name, whole, impossible]);
  expect(consoleCatalogue.en.move.byMethod[name]).toContain(kind === 'void' ? '{most}' : '{means}');
});

test('a card has no rules of a method', () => {
  for (const kind of ['capture', 'refund', 'void'] as const)
    expect(ruleOf(kind, { method: { type: 'card', name: 'Card' } })).toBeUndefined();
});

import fc from 'fast-check';
import {
  bestTerm,
  matchesCriteria,
  normalizeText,
  termsOf,
} from '../../../../functions/core/domain/console/search.ts';

const payment = (over: object = {}) =>
  ({
    amount: 1200,
    currency: 'EUR',
    card: { last4: '4242', scheme: 'visa' },
    pendingAmount: 1200,
    capturedAmount: 0,
    refundedAmount: 0,
    voidedAmount: 0,
    disputedAmount: 0,
    ...over,
  }) as Parameters<typeof termsOf>[0];

test('texts are equal without regard to case, spaces and the composition of letters', () => {
  expect(normalizeText('  Gro\u0308ße\u00a0 Ⅻ ')).toBe('größe xii');
  const text = fc.string({ unit: 'grapheme', maxLength: 50 });
  fc.assert(fc.property(text, (some) => normalizeText(normalizeText(some)) === normalizeText(some)));
  fc.assert(fc.property(text, (some) => normalizeText(some.normalize('NFD')) === normalizeText(some)));
});

test('a payment has a term for its card and amount, and one for each text and rare state that it has', () => {
  const term = (kind: string, value: string) => ({ kind, value });
  const usual = [term('last4', '4242'), term('amount', '1200')];
  expect(termsOf(payment())).toEqual(usual);
  const custom = { reference: 'Order 12' };
  expect(termsOf(payment({ custom, payer: { email: 'Ann@Example.com' }, refundedAmount: 1 }))).toEqual([
    ...usual,
    term('reference', 'order 12'),
    term('email', 'ann@example.com'),
    term('state', 'refunded'),
  ]);
  for (const reference of [undefined, null, '', ' ', true, {}, 'x'.repeat(1025), '\ufdfa'.repeat(100)])
    expect([reference, termsOf(payment({ custom: { reference } }))]).toEqual([reference, usual]);
  for (const other of [null, 'reference', ['reference'], 0])
    expect([other, termsOf(payment({ custom: other }))]).toEqual([other, usual]);
});

test('a payment is found by each of its terms', () => {
  const reference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const amounts = fc.record({ amount: fc.nat(), refundedAmount: fc.nat(1), disputedAmount: fc.nat(1) });
  fc.assert(
    fc.property(reference, amounts, (text, over) => {
      const one = payment({ ...over, custom: { reference: text }, payer: { email: 'a@b.example' } });
      return termsOf(one).every(({ kind, value }) => {
        const criteria = { [kind]: kind === 'amount' ? Number(value) : value };
        return matchesCriteria(one, criteria) && bestTerm(criteria)?.value === value;
      });
    }),
  );
});

test('the search reads the index of the term that the fewest payments have', () => {
  const all = {
    reference: 'A  1',
    email: 'A@b.example',
    last4: '4242',
    amount: 5,
    state: 'refunded',
  } as const;
  const { reference: _, ...withoutReference } = all;
  const { email: __, ...withoutEmail } = withoutReference;
  const { last4: ___, ...withoutCard } = withoutEmail;
  expect(bestTerm(all)).toEqual({ kind: 'reference', value: 'a 1' });
  expect(bestTerm(withoutReference)).toEqual({ kind: 'email', value: 'a@b.example' });
  expect(bestTerm(withoutEmail)).toEqual({ kind: 'last4', value: '4242' });
  expect(bestTerm(withoutCard)).toEqual({ kind: 'amount', value: '5' });
  expect(bestTerm({ state: 'refunded' })).toEqual({ kind: 'state', value: 'refunded' });
  for (const criteria of [{}, { state: 'pending' }, { scheme: 'visa' }, { currency: 'EUR' }] as const)
    expect([criteria, bestTerm(criteria)]).toEqual([criteria, undefined]);
});

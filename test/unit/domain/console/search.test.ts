import fc from 'fast-check';
import {
  bestTerms,
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
    term('reference', '12'),
    term('email', 'ann@example.com'),
    term('state', 'refunded'),
  ]);
  for (const reference of [undefined, null, '', ' ', true, {}, 'x'.repeat(1025), '\ufdfa'.repeat(100)])
    expect([reference, termsOf(payment({ custom: { reference } }))]).toEqual([reference, usual]);
  for (const other of [null, 'reference', ['reference'], 0])
    expect([other, termsOf(payment({ custom: other }))]).toEqual([other, usual]);
});

test('a payment by a method is indexed by the method in place of the digits of a card', () => {
  const one = payment({ card: undefined, method: { type: 'mobilepay' } });
  expect(termsOf(one)).toEqual([
    { kind: 'method', value: 'mobilepay' },
    { kind: 'amount', value: '1200' },
  ]);
  expect(bestTerms({ method: 'mobilepay', state: 'refunded' })).toEqual([
    { kind: 'method', value: 'mobilepay' },
  ]);
  expect(bestTerms({ method: 'card' })).toEqual([]);
  for (const [criteria, isFound] of [
    [{ method: 'mobilepay' }, true],
    [{ method: 'card' }, false],
    [{ method: 'blik' }, false],
    [{ scheme: 'visa' }, false],
    [{ last4: '4242' }, false],
  ] as const)
    expect([criteria, matchesCriteria(one, criteria)]).toEqual([criteria, isFound]);
  expect(matchesCriteria(payment(), { method: 'card' })).toBe(true);
  expect(matchesCriteria(payment(), { method: 'mobilepay' })).toBe(false);
});

test('a payment is found by each of its terms', () => {
  const reference = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const amounts = fc.record({ amount: fc.nat(), refundedAmount: fc.nat(1), disputedAmount: fc.nat(1) });
  fc.assert(
    fc.property(reference, amounts, (text, over) => {
      const one = payment({ ...over, custom: { reference: text }, payer: { email: 'a@b.example' } });
      return termsOf(one).every(({ kind, value }) => {
        const given = kind === 'reference' ? text : value;
        const criteria = { [kind]: kind === 'amount' ? Number(given) : given };
        return (
          matchesCriteria(one, criteria) &&
          bestTerms(criteria).some((term) => term.kind === kind && term.value === value)
        );
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
  expect(bestTerms(all)).toEqual([{ kind: 'reference', value: 'a 1' }]);
  expect(bestTerms(withoutReference)).toEqual([{ kind: 'email', value: 'a@b.example' }]);
  expect(bestTerms(withoutEmail)).toEqual([{ kind: 'last4', value: '4242' }]);
  expect(bestTerms(withoutCard)).toEqual([{ kind: 'amount', value: '5' }]);
  expect(bestTerms({ state: 'refunded' })).toEqual([{ kind: 'state', value: 'refunded' }]);
  for (const criteria of [{}, { state: 'pending' }, { scheme: 'visa' }, { currency: 'EUR' }] as const)
    expect([criteria, bestTerms(criteria)]).toEqual([criteria, []]);
});

const found = (custom: object, text: string): boolean => {
  const one = payment({ custom });
  const own = termsOf(one);
  const isListed = bestTerms({ text }).some((term) =>
    own.some(({ kind, value }) => kind === term.kind && value === term.value),
  );
  return isListed && matchesCriteria(one, { text });
};

test.each([
  ['INV 1024', ['INV 1024', 'inv-1024', '1024', 'INV1024']],
  ['WC-2026-00123', ['00123', '2026-00123', 'wc 00123', 'WC-2026-00123']],
  ['20261126-077', ['077', '20261126-077']],
  ['Order 2024', ['2024', 'order 2024']],
  ['2026-7', ['2026-7']],
  ['Größe Ⅻ', ['GRÖSSE XII'.replace('SS', 'ß')]],
  ['100%_*', ['100', '100%_*']],
  ['🥐', ['🥐']],
])('the index finds the reference %s by %j', (reference, texts) => {
  for (const text of texts) expect([text, found({ reference }, text)]).toEqual([text, true]);
  for (const text of ['INV 10', '102', '12', 'x 1024', '*', '%'])
    expect([text, found({ reference }, text)]).toEqual([text, false]);
});

test('the index finds a customer by the last name, unless it has an address of the customer without that name', () => {
  const customer = { name: 'Anna Maria Smith' };
  for (const text of ['smith', 'Anna Smith', 'anna maria SMITH'])
    expect([text, found({ customer }, text)]).toEqual([text, true]);
  expect(found({ customer }, 'Bob Smith')).toBe(false);
  expect(found({ customer: { ...customer, email: 'anna@example.com' } }, 'smith')).toBe(false);
});

test.each([
  'anna.smith@example.com',
  'Smith84@example.com',
  'a-smith@example.com',
  'ASmith@example.com',
  'amsmith@example.com',
  'smitha@example.com',
])(
  'the index finds a customer with the address %s by the name and by the address, with one term',
  (email) => {
    const customer = { name: 'Anna Maria Smith', email };
    expect(found({ customer }, 'smith')).toBe(true);
    const one = payment({ custom: { customer } });
    expect(termsOf(one)).toHaveLength(3);
    const terms = bestTerms({ email: email.toUpperCase() });
    expect(terms).toContainEqual({ kind: 'name', value: 'smith' });
    expect(matchesCriteria(one, { email: email.toUpperCase() })).toBe(true);
  },
);

test('an address has a bounded number of words for the search', () => {
  const email = `${Array.from({ length: 30 }, (_, n) => `word${String.fromCharCode(97 + n)}`).join('.')}@example.com`;
  expect(bestTerms({ email })).toHaveLength(17);
});

test('the last word that a user types may be the beginning of a word of the order', () => {
  const one = payment({ custom: { reference: 'INV-1024' }, payer: { name: 'Ann Miller' } });
  for (const text of ['inv', 'INV 102', '102', 'ann mil', 'Mil'])
    expect([text, matchesCriteria(one, { text })]).toEqual([text, true]);
  for (const text of ['24', 'in 1024', 'mil ann', 'INV 103'])
    expect([text, matchesCriteria(one, { text })]).toEqual([text, false]);
});

test('a payment has one term of its reference and one of its customer, and is found by its whole reference', () => {
  const texts = fc.record({
    reference: fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[a-z]{0,3}[ -]?\d{0,8}[-/]?\d{0,4}$/),
    ),
    name: fc.string({ unit: 'grapheme' }),
    email: fc.option(fc.constant('ann@example.com'), { nil: undefined }),
  });
  fc.assert(
    fc.property(texts, (custom) => {
      const one = payment({ custom });
      const own = termsOf(one).filter(({ kind }) => kind !== 'last4' && kind !== 'amount');
      expect(own.length).toBeLessThanOrEqual(2);
      if (custom.reference.trim() === '') return;
      expect(found(custom, custom.reference)).toBe(true);
      expect(matchesCriteria(one, { reference: custom.reference })).toBe(true);
    }),
  );
});

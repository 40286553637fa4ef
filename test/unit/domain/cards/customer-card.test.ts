import { type CustomerCard, isOffered, replacedBy } from '#domain/cards/customer-card.ts';
import { newId } from '#domain/id.ts';
import { someCard } from '../some-payment.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
afterEach(() => jest.restoreAllMocks());

const account = { acquirer: 'stripe', account: 'acct_1' };
const tries = (count: number) => new Set(Array.from({ length: count }, () => newId()));

const saved = (over: Partial<CustomerCard> = {}): CustomerCard => ({
  ...{ id: newId(), merchantId: 'm', customer: 'ann', agreed: '', credential: { at: account } },
  card: { ...someCard, expiry: '2026-11-27T00:00:00.000Z' },
  ...over,
});

test.each<[string, Partial<CustomerCard>, number, boolean]>([
  ['until its last month ends in every time zone', { credential: {} }, now, true],
  ['no longer after that, if nobody can renew it', { credential: {} }, now + 1, false],
  ['for another year if its acquirer may have renewed it', {}, now + 365 * 24 * 60 * 60_000, true],
  ['no longer after that year', {}, now + 365 * 24 * 60 * 60_000 + 1, false],
  ['after four wrong codes', { tries: tries(4) }, now, true],
  ['not after five', { tries: tries(5) }, now, false],
  [
    'not with a reference of another account',
    { credential: { at: { ...account, account: 'acct_2' } } },
    now,
    false,
  ],
  [
    'not with a reference of another acquirer',
    { credential: { at: { ...account, acquirer: 'other' } } },
    now,
    false,
  ],
  ['with a reference that does not say its account', { credential: {} }, now, true],
])('a saved card is offered %s', (_, over, time, offered) => {
  jest.spyOn(Date, 'now').mockReturnValue(time);
  expect(isOffered(saved(over), account)).toBe(offered);
});

test('a new card replaces older copies of it, and the longest unused cards beyond ten', () => {
  const at = (minute: number) => newId(now + minute * 60_000);
  const other = (n: number, over: Partial<CustomerCard> = {}) =>
    saved({ id: at(n), card: { ...someCard, last4: `000${n}` }, ...over });
  const copy = saved({ id: at(99) });
  const sameEnd = other(0, { card: { ...someCard, bin: '510000' } });
  const nine = [sameEnd, ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => other(n))];
  expect(replacedBy(someCard, nine)).toEqual([]);
  expect(replacedBy(someCard, [...nine, copy])).toEqual([copy.id]);
  expect(replacedBy(someCard, [...nine, other(9)])).toEqual([sameEnd.id]);
  // The card that was not used for the longest time is replaced, even if another card was saved earlier.
  const used = [{ ...sameEnd, used: at(50) }, ...nine.slice(1), other(9)];
  expect(replacedBy(someCard, used)).toEqual([nine[1]?.id]);
  // A database transaction takes 20 deletions.
  const many = Array.from({ length: 30 }, (_, n) => saved({ id: at(n) }));
  expect(replacedBy(someCard, many)).toEqual(
    many
      .slice(-20)
      .reverse()
      .map(({ id }) => id),
  );
});

import fc from 'fast-check';
import {
  type DeclineCounts,
  type DeclineScope,
  declineLimits,
  isPassing,
  passEnd,
  reactionTo,
} from '../../../../functions/core/domain/transactions/decline-limits.ts';

const scopes = Object.keys(declineLimits) as DeclineScope[];
const ofOne: DeclineScope[] = ['card', 'ownLink'];
const count = fc.record({ declines: fc.nat(500), approved: fc.nat(2000) });
const counts: fc.Arbitrary<DeclineCounts> = fc.dictionary(fc.constantFrom(...scopes), count);
const severity = (given: DeclineCounts) => ['none', 'secure', 'refuse'].indexOf(reactionTo(given));

test('a further decline is never answered more mildly, and an approved payment never more severely', () => {
  fc.assert(
    fc.property(counts, fc.constantFrom(...scopes), (given, scope) => {
      const { declines = 0, approved = 0 } = given[scope] ?? {};
      const declined = { ...given, [scope]: { declines: declines + 1, approved } };
      const paid = { ...given, [scope]: { declines, approved: approved + 1 } };
      expect(severity(declined)).toBeGreaterThanOrEqual(severity(given));
      expect(severity(paid)).toBeLessThanOrEqual(severity(given));
    }),
  );
});

test('a thief cannot have a payment refused by anything that many customers share', () => {
  fc.assert(
    fc.property(counts, (given) => {
      const shared = Object.fromEntries(
        Object.entries(given).filter(([scope]) => !ofOne.includes(scope as DeclineScope)),
      );
      expect(reactionTo(shared)).not.toBe('refuse');
    }),
  );
});

test('approved payments give a card no further attempts', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(2000), fc.constantFrom(...ofOne), (declines, approved, scope) => {
      const { secure, refuse = 0 } = declineLimits[scope];
      const due = declines >= refuse ? 'refuse' : declines >= secure ? 'secure' : 'none';
      expect(reactionTo({ [scope]: { declines, approved } })).toBe(due);
    }),
  );
});

test('a server whose customers share its network needs no 3-D Secure while one payment of five is declined', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (approved) => {
      const declines = Math.floor(approved / 4);
      for (const scope of ['sharedLink', 'network', 'merchant', 'stage'] as const)
        expect(reactionTo({ [scope]: { declines, approved } })).toBe('none');
    }),
  );
});

test.each([
  ['card', 3, 8],
  ['ownLink', 5, 15],
  ['sharedLink', 20, undefined],
  ['network', 10, undefined],
  ['merchant', 30, undefined],
  ['stage', 200, undefined],
] as const)('the limit of a %s is %i declines, and %s until it is refused', (scope, secure, refuse) => {
  const after = (declines: number) => reactionTo({ [scope]: { declines, approved: 0 } });
  expect([after(secure - 1), after(secure)]).toEqual(['none', 'secure']);
  expect(after((refuse ?? 1e9) - 1)).toBe('secure');
  expect(after(refuse ?? 1e9)).toBe(refuse ? 'refuse' : 'secure');
});

test('a pass ends after an hour or at midnight (UTC), whichever is earlier', () => {
  const hour = 60 * 60 * 1000;
  const day = (time: number) => Math.floor(time / (24 * hour));
  // Of times of a day, fast-check prefers those next to midnight.
  fc.assert(
    fc.property(fc.nat(40_000), fc.nat(24 * hour - 1), (days, time) => {
      const now = days * 24 * hour + time;
      const passUntil = passEnd(now);
      const count = { declines: 30, approved: 0, passUntil };
      expect([passUntil > now, passUntil - now <= hour, day(passUntil - 1)]).toEqual([true, true, day(now)]);
      expect(passUntil - now === hour || passUntil % (24 * hour) === 0).toBe(true);
      expect([isPassing(count, passUntil - 1), isPassing(count, passUntil)]).toEqual([true, false]);
    }),
  );
  expect(isPassing({ declines: 30, approved: 0 }, 0)).toBe(false);
});

import { type ChallengeProof, nextChallenge } from '#domain/cards/challenges.ts';

test('a payment has three challenges in order, fewer if one is unavailable, and one if 3-D Secure is frictionless', () => {
  const order = [];
  const proofs: ChallengeProof[] = [];
  for (let next = nextChallenge({}, proofs); next; next = nextChallenge({}, proofs)) {
    order.push(next);
    proofs.push(
      next === 'tds-challenge'
        ? { challenge: 'tds', result: 'authenticated' }
        : { challenge: next as 'fingerprint', result: 'begun' },
    );
  }
  expect(order).toEqual(['fingerprint', 'tds-fingerprint', 'tds-challenge']);
  expect(nextChallenge({ tds: { challenge: false } }, [])).toBe('tds-frictionless');
  expect(nextChallenge({ tds: { fingerprint: 'unavailable' } }, proofs.slice(0, 1))).toBe('tds-challenge');
});

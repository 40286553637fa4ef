import {
  type ChallengeName,
  type ChallengeProof,
  hasLeft,
  isChallenge,
  nextChallenges,
  nextLiveChallenges,
  tdsStatus,
} from '#domain/cards/challenges.ts';

const proof = (challenge: ChallengeName): ChallengeProof =>
  challenge === 'tds-challenge'
    ? { challenge: 'tds', result: 'authenticated' }
    : { challenge: challenge as 'fingerprint', result: 'begun' };

test.each<[string, Parameters<typeof nextChallenges>[0], ChallengeName[], ChallengeName[]]>([
  ['offers both fingerprints first', {}, [], ['fingerprint', 'tds-fingerprint']],
  ['asks for the fingerprint of 3-D Secure second', {}, ['fingerprint'], ['tds-fingerprint']],
  ['asks the bank after both fingerprints', {}, ['fingerprint', 'tds-fingerprint'], ['tds-challenge']],
  ['asks the bank after the fingerprint of 3-D Secure alone', {}, ['tds-fingerprint'], ['tds-challenge']],
  ['is complete after the bank', {}, ['tds-fingerprint', 'tds-challenge'], []],
  [
    'has one challenge if 3-D Secure is frictionless',
    { tds: { challenge: false } },
    [],
    ['tds-frictionless'],
  ],
  [
    'asks for one fingerprint if the other is unavailable',
    { tds: { fingerprint: 'unavailable' } },
    [],
    ['fingerprint'],
  ],
  [
    'asks the bank after the only fingerprint',
    { tds: { fingerprint: 'unavailable' } },
    ['fingerprint'],
    ['tds-challenge'],
  ],
])('a payment %s', (_, options, met, next) => {
  expect(nextChallenges(options, met.map(proof))).toEqual(next);
});

test('a live payment has one challenge, which only its own proof meets', () => {
  const bank: ChallengeProof = { challenge: 'bank', result: 'returned' };
  expect([nextLiveChallenges([]), nextLiveChallenges([bank])]).toEqual([['begin'], ['begin']]);
  expect(nextLiveChallenges([bank, { challenge: 'begin', result: 'begun' }])).toEqual([]);
});

test('the newest proof of 3-D Secure counts, and only a customer who abandoned the bank’s page has left', () => {
  const tds = (result: 'rejected' | 'authenticated'): ChallengeProof => ({ challenge: 'tds', result });
  const [returned, left] = (['returned', 'left'] as const).map(
    (result): ChallengeProof => ({ challenge: 'bank', result }),
  ) as [ChallengeProof, ChallengeProof];
  expect(tdsStatus([tds('authenticated'), tds('rejected'), returned])).toBe('rejected');
  expect(tdsStatus([returned])).toBeUndefined();
  expect([[], [returned], [left, returned]].map(hasLeft)).toEqual([false, false, true]);
});

test('isChallenge accepts the names of challenges, and no other text', () => {
  for (const name of ['begin', 'tds-challenge']) expect([name, isChallenge(name)]).toEqual([name, true]);
  for (const name of ['bank', 'tds', 'constructor', '', undefined])
    expect([name, isChallenge(name)]).toEqual([name, false]);
});

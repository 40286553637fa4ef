import { type ChallengeName, type ChallengeProof, nextChallenges } from '#domain/cards/challenges.ts';

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

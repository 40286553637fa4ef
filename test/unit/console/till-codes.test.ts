import {
  type Code,
  codesToKeep,
  isOpen,
  putAsideCode,
  readCodes,
} from '../../../functions/console/client/till/codes.ts';

const end = Date.parse('2026-11-26T10:15:00Z');
const minutes = (count: number) => end + count * 60_000;

const code = (watch: string, state: Code['state'], isShown = false): Code => ({
  ...{ watch, state, isShown, svg: '<svg/>', amount: 500, since: minutes(-15) },
  expires: new Date(end).toISOString(),
});

test.each([
  ['waiting', -15, true],
  ['waiting', 19.9, true],
  // The customer of an expired code may have been at the bank when the code expired.
  ['expired', 0.1, true],
  ['expired', 19.9, true],
  ['expired', 20, false],
  ['paid', -5, false],
] as const)(
  'a code that is %s, %d minutes after its end, may still become paid: %s',
  (state, after, open) => {
    expect(isOpen(code('a', state), minutes(after))).toBe(open);
  },
);

test('a code that the till has stopped showing is kept while it can be paid, and a paid code while it is shown', () => {
  const all = [code('a', 'expired', true), code('b', 'waiting')];
  const aside = putAsideCode(all, { watch: 'a' });
  expect(aside).toEqual([code('a', 'expired'), code('b', 'waiting')]);
  expect(codesToKeep(aside, minutes(1))).toEqual(aside);
  const paid = [code('a', 'paid'), code('b', 'expired')];
  expect(codesToKeep(paid, minutes(60))).toEqual([code('a', 'paid')]);
  expect(putAsideCode(paid, { watch: 'a' })).toEqual([code('b', 'expired')]);
});

test('a code is shown and asked about on a device whose clock is wrong', () => {
  for (const hours of [-3, 3]) {
    const since = minutes(-15 + hours * 60);
    expect(codesToKeep([{ ...code('a', 'waiting', true), since }], since + 60_000)).toHaveLength(1);
  }
});

test('codes that a browser has stored are read without those that are over, and damaged data has no codes', () => {
  const made = (minutesAgo: number) => Date.now() - minutesAgo * 60_000;
  const kept = [
    { ...code('a', 'waiting'), since: made(36) },
    { ...code('b', 'waiting'), since: made(34) },
  ];
  expect(readCodes(JSON.stringify(kept)).map(({ watch }) => watch)).toEqual(['b']);
  expect([null, '', '{', '{}'].map(readCodes)).toEqual([[], [], [], []]);
});

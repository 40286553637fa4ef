import {
  changeAfterAttempt,
  changeAfterQuickAnswer,
  changeAfterSlowAnswer,
  givenUpAfter,
  isSlow,
  slowFor,
} from '../../../../functions/core/domain/webhooks/endpoint-health.ts';

const now = Date.parse('2026-11-24T12:00:00.000Z');

test('an endpoint is slow while it fails, and from a slow response until its slow time is removed', () => {
  expect(isSlow({})).toBe(false);
  expect(isSlow({ failingSince: now - 1 })).toBe(true);
  expect(isSlow({ slowUntil: 1 })).toBe(true);
});

test('a quick response removes a slow time only after this time is over', () => {
  expect(changeAfterQuickAnswer({}, now)).toBeUndefined();
  expect(changeAfterQuickAnswer({ slowUntil: now + 1 }, now)).toBeUndefined();
  expect(changeAfterQuickAnswer({ slowUntil: now }, now)).toBe('quick');
  expect(changeAfterQuickAnswer({ slowUntil: now - slowFor }, now)).toBe('quick');
});

test('repeated slow responses are stored at most once in half of the slow time', () => {
  const change = { slow: now + slowFor };
  expect(changeAfterSlowAnswer({}, now)).toEqual(change);
  expect(changeAfterSlowAnswer({ slowUntil: now + slowFor / 2 - 1 }, now)).toEqual(change);
  expect(changeAfterSlowAnswer({ slowUntil: now + slowFor / 2 }, now)).toBeUndefined();
});

test('an endpoint recovers with a success, and is switched off by a failure after five days without one', () => {
  const after = (failingSince: number | undefined, succeeded: boolean) =>
    changeAfterAttempt({ failingSince }, succeeded, now - 300, now);
  expect(after(undefined, true)).toBeUndefined();
  expect(after(now - 1, true)).toBe('well');
  expect(after(now - givenUpAfter - 1, true)).toBe('well');
  expect(after(undefined, false)).toEqual({ failing: now - 300 });
  expect(after(now - givenUpAfter, false)).toBeUndefined();
  expect(after(now - givenUpAfter - 1, false)).toEqual({ off: '2026-11-24T12:00:00.000Z' });
});

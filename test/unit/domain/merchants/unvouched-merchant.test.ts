import {
  expiryOf,
  untilTomorrow,
  unvouchedOf,
} from '../../../../functions/core/domain/merchants/unvouched-merchant.ts';

const day = 24 * 60 * 60;

// A live merchant with these limits would lose the records of real payments.
test.each([
  ['a test merchant of a stranger', true, undefined, 90, { app: 'a1', days: 90 }],
  ['a test merchant of an app that was approved', true, true, 90, undefined],
  ['a test merchant of an app that is no longer approved', true, false, 90, { app: 'a1', days: 90 }],
  ['a test merchant on a stage without limits', true, undefined, 0, undefined],
  ['a live merchant of a stranger', false, undefined, 90, undefined],
  ['a live merchant of an app that was approved', false, true, 90, undefined],
])('the limits of %s', (_, test, vouched, days, limits) => {
  expect(unvouchedOf({ test }, { id: 'a1', vouched }, days)).toEqual(limits);
});

test('data of a limited test merchant expires the set number of days after its write, and other data never', () => {
  expect(expiryOf({ app: 'a1', days: 90 }, 1_000_999)).toBe(1000 + 90 * day);
  expect(expiryOf(undefined)).toBeUndefined();
});

test('the budgets of writes begin again at midnight (UTC)', () => {
  expect([0, 1000, day * 1000 - 1000, day * 1000].map(untilTomorrow)).toEqual([day, day - 1, 1, day]);
});

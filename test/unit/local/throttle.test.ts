import { makeThrottle } from '../../../lib/local/gateway/throttle.ts';

const settings = [
  { path: '*', method: '*', rate: 10, burst: 4 },
  { path: '*', method: 'PUT', rate: 10, burst: 3 },
  { path: '/apps', method: '*', rate: 2, burst: 2 },
  { path: '/apps', method: 'POST', rate: 2, burst: 1 },
];

function setUp() {
  let now = 0;
  const throttle = makeThrottle(settings, () => now);
  const take = (times: number, method = 'GET', path = '/x') =>
    Array.from({ length: times }, () => throttle(method, path)).filter(Boolean).length;
  return {
    take,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test('the throttle lets a burst through, then refills at the rate', () => {
  const { take, wait } = setUp();
  expect(take(10)).toBe(4);
  wait(99);
  expect(take(10)).toBe(0);
  wait(1);
  expect(take(10)).toBe(1);
  wait(200);
  expect(take(10)).toBe(2);
});

test('the throttle refills at most to the burst', () => {
  const { take, wait } = setUp();
  expect(take(10)).toBe(4);
  wait(60_000);
  expect(take(10)).toBe(4);
});

test('the throttle uses the most specific setting', () => {
  const { take } = setUp();
  expect([take(10, 'POST', '/apps'), take(10, 'GET', '/apps'), take(10, 'POST', '/me')]).toEqual([1, 2, 4]);
  expect([take(10, 'PUT', '/apps'), take(10, 'PUT', '/me')]).toEqual([2, 3]);
});

test('the throttle counts each method separately', () => {
  const { take } = setUp();
  expect([take(10, 'GET', '/x'), take(10, 'GET', '/y'), take(10, 'POST', '/x')]).toEqual([4, 4, 4]);
});

test('the throttle lets everything through without a setting', () => {
  const throttle = makeThrottle([], () => 0);
  expect(Array.from({ length: 100 }, () => throttle('GET', '/x'))).not.toContain(false);
});

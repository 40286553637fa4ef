import { isTooOld, recall, remember } from '../../../functions/payment-page/client/attempt/memory.ts';
import {
  after,
  isAttended,
  untilSettled,
  whenUnattended,
} from '../../../functions/payment-page/client/basics/attention.ts';
import { isOpen, tillMemory } from '../../../functions/payment-page/client/till/code-memory.ts';

const minute = 60_000;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000_000_000 });
});

afterEach(() => {
  jest.useRealTimers();
});

const ago = (milliseconds: number) => Date.now() - milliseconds;

test('a press counts as presence for two minutes, and never if its time is in the future', () => {
  expect([0, 2 * minute - 1, 2 * minute, -1].map((age) => isAttended(ago(age)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isAttended(Number.NaN)).toBe(false);
});

test('the card token of an attempt counts as too old after fifty minutes', () => {
  const attempt = (since: number) => ({ since }) as Parameters<typeof isTooOld>[0];
  expect([50 * minute, 50 * minute + 1].map((age) => isTooOld(attempt(ago(age))))).toEqual([false, true]);
});

/** Gives the page a URL and an empty memory of its tab. Returns a function that removes both. */
function openTab(search: string, pathname = '/') {
  const items = new Map<string, string>();
  const sessionStorage = {
    setItem: (name: string, text: string) => items.set(name, text),
    getItem: (name: string) => items.get(name) ?? null,
  };
  Object.assign(globalThis, { sessionStorage, location: { pathname, search } });
  return () => {
    for (const name of ['sessionStorage', 'location']) Reflect.deleteProperty(globalThis, name);
  };
}

test('an attempt belongs to its link in every language, and to no other link', () => {
  const close = openTab('?key=1&value=5&locale=de');
  remember({ paid: { transactionId: 't1' } });
  const recalled = (search: string, pathname = '/') => {
    Object.assign(globalThis, { location: { pathname, search } });
    return recall().paid !== undefined;
  };
  const same = ['?value=5&key=1', '?key=1&value=5&locale=fr', '?key=1&value=5&appearance=%7B%7D'];
  expect(same.map((search) => recalled(search))).toEqual([true, true, true]);
  const others = ['?key=2&value=5', '?key=1&value=6', '?key=1&value=5&reference=a', ''];
  expect(others.map((search) => recalled(search))).toEqual([false, false, false, false]);
  expect(recalled('?key=1&value=5', '/l/abc')).toBe(false);
  close();
});

test('a till remembers payments that nobody has seen, codes that it shows, and codes that can still be paid', () => {
  const close = openTab('');
  const code = (watch: string, more: object) => ({ watch, amount: 5, expires: '', since: 0, ...more });
  const { watched, keep } = tillMemory('k EUR');
  watched.push(
    code('paid', { payment: { transactionId: 't1' } as never }),
    code('shown', { svg: '<svg/>' }),
    code('open', { since: Date.now() }),
    code('over', {}),
  );
  keep();
  expect(tillMemory('k EUR').watched.map(({ watch }) => watch)).toEqual(['paid', 'shown', 'open']);
  expect(tillMemory('k USD').watched).toEqual([]);
  close();
});

test('an attempt is remembered for 23.5 hours if it may have paid, and for fifty minutes if it has sent no request', () => {
  const close = openTab('?key=1');
  const remembers = (since: number, sent?: number) => {
    remember({ attempt: { since: ago(since), sent: sent && ago(sent) } } as Parameters<typeof remember>[0]);
    return recall().attempt !== undefined;
  };
  expect([50 * minute, 50 * minute + 1].map((age) => remembers(age))).toEqual([true, false]);
  const day = 23.5 * 60 * minute;
  expect([day, day + 1].map((age) => remembers(age, age))).toEqual([true, false]);
  close();
});

// A payment may begin in the last of a code's 15 minutes, and then the bank may wait another 15 minutes for the
// customer.
test('a QR code is watched for 35 minutes, or until its payment', () => {
  const watched = (since: number, payment?: object) => ({ since, payment }) as Parameters<typeof isOpen>[0];
  expect([35 * minute - 1, 35 * minute].map((age) => isOpen(watched(ago(age))))).toEqual([true, false]);
  expect(isOpen(watched(ago(0), {}))).toBe(false);
});

test('a wait ends once, on time, unless it is cancelled', () => {
  let ended = 0;
  after(1000, () => ended++);
  whenUnattended(Date.now(), () => ended++);
  const stop = after(1000, () => ended++);
  stop();
  jest.advanceTimersByTime(999);
  expect(ended).toBe(0);
  jest.advanceTimersByTime(1);
  expect(ended).toBe(1);
  jest.advanceTimersByTime(3 * minute);
  expect(ended).toBe(2);
  expect(jest.getTimerCount()).toBe(0);
});

test('untilSettled waits 45 seconds after the request', async () => {
  let settled = false;
  void untilSettled(Date.now()).then(() => {
    settled = true;
  });
  await jest.advanceTimersByTimeAsync(45_000);
  expect(settled).toBe(false);
  await jest.advanceTimersByTimeAsync(500);
  expect(settled).toBe(true);
});

test('untilSettled does not wait for a clock that was set back', async () => {
  const settled = jest.fn();
  void untilSettled(Date.now() + 60 * minute).then(settled);
  await jest.advanceTimersByTimeAsync(500);
  expect(settled).toHaveBeenCalled();
});

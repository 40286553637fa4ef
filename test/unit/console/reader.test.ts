import { getEventListeners } from 'node:events';
import { configure } from '../../../functions/console/client/api.ts';
import { readList } from '../../../functions/console/client/reader.ts';

let lost = 0;

beforeEach(() => {
  configure({ base: '/prod', signedOut: () => undefined });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    if (lost-- > 0) throw new TypeError('fetch failed');
    return new Response('[]', { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a page whose answer was lost is read again, and leaves no listeners on the signal', async () => {
  const { signal } = new AbortController();
  lost = 2;
  const page = readList('transactions', {}).next(signal);
  await jest.advanceTimersByTimeAsync(2000);
  expect(await page).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a reader that waits after a lost answer ends at once when its caller cancels', async () => {
  const controller = new AbortController();
  lost = 9;
  const page = readList('transactions', {})
    .next(controller.signal)
    .catch((error) => error);
  await jest.advanceTimersByTimeAsync(100);
  controller.abort();
  expect((await page).name).toBe('AbortError');
});

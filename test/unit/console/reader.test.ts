import { getEventListeners } from 'node:events';
import { completeReader, readList } from '../../../functions/console/client/lists/reader.ts';
import { configure } from '../../../functions/console/client/requests/api.ts';

let lost = 0;
/** The answers to the next requests, in order; an empty list after them. */
let answers: [status: number, body: object][] = [];
let asked: string[] = [];

beforeEach(() => {
  [answers, asked, lost] = [[], [], 0];
  configure({ base: '/prod', signedOut: () => undefined });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    init?.signal?.throwIfAborted();
    if (lost-- > 0) throw new TypeError('fetch failed');
    asked.push(String(url));
    const [status, body] = answers.shift() ?? [200, []];
    return Response.json(body, { status });
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

test('a reader that waits after a lost response ends immediately when its caller cancels', async () => {
  const controller = new AbortController();
  lost = 9;
  const page = readList('transactions', {})
    .next(controller.signal)
    .catch((error) => error);
  await jest.advanceTimersByTimeAsync(100);
  controller.abort();
  expect((await page).name).toBe('AbortError');
});

const { signal } = new AbortController();

test('each page is asked for with the largest limit of the API, and continues after the last entry', async () => {
  answers = [[200, [{ id: 'b' }, { id: 'a' }]]];
  const list = readList('transactions', { 'filter[from]': 'x' });
  expect([await list.next(signal), await list.next(signal)]).toEqual([[{ id: 'b' }, { id: 'a' }], []]);
  expect(await list.next(signal)).toBeUndefined();
  const address = '/prod/transactions?filter%5Bfrom%5D=x&limit=1000';
  expect(asked).toEqual([address, `${address}&before=a`]);
});

test('a page is read again after too many requests, and not after another refusal', async () => {
  answers = [
    [429, { error: 'THROTTLED' }],
    [200, [{ id: 'a' }]],
  ];
  const page = readList('transactions', {}).next(signal);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await page).toEqual([{ id: 'a' }]);
  answers = [[403, { error: 'FORBIDDEN' }]];
  asked = [];
  await expect(readList('transactions', {}).next(signal)).rejects.toMatchObject({ status: 403 });
  expect(asked).toHaveLength(1);
});

test('the failure of a page that was read ahead does not end the list', async () => {
  answers = [
    [200, [{ id: 'b' }]],
    [403, { error: 'FORBIDDEN' }],
    [200, [{ id: 'a' }]],
  ];
  const list = readList('transactions', {});
  expect(await list.next(signal)).toEqual([{ id: 'b' }]);
  await jest.advanceTimersByTimeAsync(1);
  expect(await list.next(signal)).toEqual([{ id: 'a' }]);
});

test('a part whose completion fails is completed again, and none is lost', async () => {
  answers = [[200, [{ id: 'a' }]]];
  let failures = 1;
  const list = completeReader(readList('transactions', {}), async (items) => {
    if (failures-- > 0) throw new Error('Failed');
    return items;
  });
  await expect(list.next(signal)).rejects.toThrow('Failed');
  expect(await list.next(signal)).toEqual([{ id: 'a' }]);
});

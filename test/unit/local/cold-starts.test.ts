import { playColdStarts } from '../../../lib/local/cold-starts.ts';

const notes: string[] = [];
const environments = playColdStarts((text) => notes.push(text));

beforeEach(() => {
  notes.length = 0;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => jest.useRealTimers());

/** Takes an environment. @returns a function that releases it */
async function take(id: string, waited = 0): Promise<() => void> {
  const taken = environments.take(id, 50, waited);
  await jest.advanceTimersByTimeAsync(250);
  return taken;
}

test('the first call, and a second call at the same time, wait for an environment, as none is free', async () => {
  const giveBack = await take('PostVault');
  (await take('PostVault'))();
  giveBack();
  expect(notes).toEqual(['Cold start of PostVault: 250 ms', 'Cold start of PostVault: 250 ms']);
});

test('a free environment serves the next call, until it has been idle for five minutes', async () => {
  (await take('PostPayments'))();
  await jest.advanceTimersByTimeAsync(5 * 60_000 - 300);
  (await take('PostPayments'))();
  expect(notes).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(5 * 60_000 + 1);
  (await take('PostPayments'))();
  expect(notes).toHaveLength(2);
});

test('functions do not share environments', async () => {
  (await take('GetMe'))();
  (await take('PostApps'))();
  expect(notes).toEqual(['Cold start of GetMe: 250 ms', 'Cold start of PostApps: 250 ms']);
});

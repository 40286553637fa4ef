import type { Context } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';
import { failure } from '../../api/support/answer.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
  ...(await import('../../../functions/core/store/cards/detachments.ts')),
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  job: (await import('../../../functions/jobs/watch-authorizations.ts')).handler,
}));

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;

test('an authorization that cannot be rescheduled does not keep the others from being checked once each', async () => {
  // One list has more authorizations than a round reads. The first of them cannot be postponed.
  const [first = '', ...others] = Array.from({ length: 12 }, (_, n) => newId(Date.now() - 12 + n));
  for (const [n, id] of [first, ...others].entries()) {
    const end = new Date(Date.now() - day + n).toISOString();
    await own.transact([own.listEnding(id, end)]);
  }
  let attempts = 0;
  own.proxy.instead = (operation, body) => {
    if (operation !== 'TransactWriteItems' || !body.includes(own.endingKey(first).pk)) return undefined;
    attempts += 1;
    return failure('ValidationException');
  };
  const context = { getRemainingTimeInMillis: () => (attempts < 5 ? 200_000 : 0) } as Context;
  expect(await own.job({}, context)).toEqual({ looked: 12 });
  expect(attempts).toBe(1);
  const left = await Promise.all([first, ...others].map((id) => own.get(own.endingKey(id))));
  expect(left.map((item) => item !== undefined)).toEqual([true, ...others.map(() => false)]);
});

test('a run checks the authorizations that are due at its scheduled time, even if it runs later', async () => {
  const ends = [-2, -1].map((days) => new Date(Date.now() + days * day).toISOString());
  const ids = ends.map(() => newId(Date.now() - 7 * day));
  for (const [n, id] of ids.entries()) await own.transact([own.listEnding(id, ends[n] ?? '')]);
  const context = { getRemainingTimeInMillis: () => 200_000 } as Context;
  // The warning comes two days before the end.
  expect(await own.job({ time: new Date(Date.now() - 3.5 * day).toISOString() }, context)).toEqual({
    looked: 1,
  });
  const left = await Promise.all(ids.map((id) => own.get(own.endingKey(id))));
  expect(left.map((item) => item !== undefined)).toEqual([false, true]);
});

test('an authorization whose check fails is checked again an hour later, and not before', async () => {
  const id = newId(Date.now() - 7 * day);
  await own.transact([own.listEnding(id, new Date(Date.now() - day).toISOString())]);
  const now = Date.now();
  own.proxy.instead = (operation, body) =>
    operation !== 'TransactWriteItems' && body.includes(`"tx#${id}"`)
      ? failure('ValidationException')
      : undefined;
  const context = { getRemainingTimeInMillis: () => 200_000 } as Context;
  await own.job({ time: new Date(now).toISOString() }, context);
  own.proxy.instead = undefined;
  const isDueAfter = async (time: number) => (await own.dueEndings(now + time, 50)).includes(id);
  expect([await isDueAfter(hour - 1000), await isDueAfter(hour + 1000)]).toEqual([false, true]);
});

describe('cards to delete at an acquirer', () => {
  const at = { acquirer: 'stripe', account: 'acct_1' };
  const merchantId = newId();
  const context = { getRemainingTimeInMillis: () => 200_000 } as Context;
  const acquirer = () => own.acquirerOf(at);

  async function request(reference: string): Promise<void> {
    await own.transact([own.requestDetachment(merchantId, at, { reference })]);
  }
  const stored = (reference: string) => own.get(own.detachmentKey(at, reference));

  test('an acquirer that hangs gets few requests in a run, and no authorization waits for it', async () => {
    const references = Array.from({ length: 48 }, (_, n) => `pm_hang${n}`);
    for (const reference of references) await request(reference);
    const id = newId(Date.now() - 7 * day);
    const now = Date.now() + hour;
    // The authorization is the last item that is due.
    await own.transact([own.listEnding(id, new Date(now + 2 * day).toISOString())]);
    let passed = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now + passed);
    const asked = jest.spyOn(acquirer(), 'forget').mockImplementation(async () => {
      passed += 12_000;
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await own.job({ time: new Date(now + day).toISOString() }, context);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(20);
    expect(await own.get(own.endingKey(id))).toBeUndefined();
    // Each of the others is tried again later.
    expect((await Promise.all(references.map(stored))).filter(Boolean)).toHaveLength(48);
    asked.mockClear().mockResolvedValue({ state: 'forgotten' });
    await own.job({ time: new Date(now + 3 * day).toISOString() }, context);
    expect(asked).toHaveBeenCalledTimes(48);
    expect((await Promise.all(references.map(stored))).filter(Boolean)).toEqual([]);
  });

  test('a request that comes while the job works on the card is not lost', async () => {
    await request('pm_again');
    const later = Date.now() + hour;
    const asked = jest.spyOn(acquirer(), 'forget').mockImplementationOnce(async () => {
      await request('pm_again');
      return { state: 'needed' };
    });
    await own.job({ time: new Date(later).toISOString() }, context);
    expect(await stored('pm_again')).toBeDefined();
    asked.mockResolvedValue({ state: 'forgotten' });
    await own.job({ time: new Date(later).toISOString() }, context);
    expect(await stored('pm_again')).toBeUndefined();
  });

  test('after a failure the pauses grow to a day, and never end', async () => {
    await request('pm_slow');
    const begun = Date.now();
    const asked = jest.spyOn(acquirer(), 'forget').mockResolvedValue({ state: 'unknown', cause: '500' });
    const hours: number[] = [];
    for (let hour = 0; hour < 24 * 20; hour++) {
      const before = asked.mock.calls.length;
      await own.job({ time: new Date(begun + hour * 3_600_000 + 600_000).toISOString() }, context);
      if (asked.mock.calls.length > before) hours.push(hour);
    }
    expect(hours.slice(0, 7)).toEqual([0, 2, 5, 11, 23, 47, 72]);
    expect(hours.at(-1)).toBeGreaterThan(24 * 18);
  });

  test('an acquirer without the function is not asked, and a card of test money needs no request', async () => {
    await request('pm_none');
    const whole = acquirer();
    const forget = whole.forget;
    Object.assign(whole, { forget: undefined });
    await own.job({ time: new Date(Date.now() + hour).toISOString() }, context);
    Object.assign(whole, { forget });
    expect(await stored('pm_none')).toBeUndefined();
    const { proxy } = own;
    const writes: string[] = [];
    proxy.instead = (operation) => void writes.push(operation);
    await own.detachRemoved({ merchantId, credential: JSON.stringify({ reference: newId() }) });
    expect(writes).toEqual([]);
  });
});

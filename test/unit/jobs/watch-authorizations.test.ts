import type { Context } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';
import { failure } from '../../api/support/answer.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
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

import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/idempotency/record.ts')),
  ...(await import('../../../functions/core/idempotency/reservation.ts')),
  ...(await import('../../../functions/core/domain/id.ts')),
}));

afterEach(() => jest.restoreAllMocks());

test('a key is reserved for a day, and both reads and writes treat it as free after that', async () => {
  const request = { scope: 'app', key: 'key', fingerprint: 'this' };
  const [first, second] = [own.newId(), own.newId()];
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
  /** The owner of the key after these seconds, by the record as it is read, and the id that a repeat of the request gets. */
  const holder = async (seconds: number) => {
    clock.mockReturnValue(start + seconds * 1000);
    const record = await own.recordOf(request);
    const [id] = await own.reserve(request, second, Promise.resolve());
    return [record?.transactionId, id];
  };
  expect(await own.reserve(request, first, Promise.resolve())).toEqual([first, undefined]);
  expect(await holder(86_399)).toEqual([first, first]);
  expect(await holder(86_400)).toEqual([undefined, second]);
});

import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/domain/outcome.ts')),
  ...(await import('../../../functions/core/idempotency/answer.ts')),
  ...(await import('../../../functions/core/idempotency/record.ts')),
  ...(await import('../../../functions/core/idempotency/record-operation.ts')),
  ...(await import('../../../functions/core/idempotency/reservation.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

/** A request with a key of its own. */
const someRequest = () => ({ scope: 'app', key: own.newId(), fingerprint: 'this' });

type Request = ReturnType<typeof someRequest>;

const other = (request: Request): Request => ({ ...request, fingerprint: 'other' });
const record = (request: Request, answer: unknown) => own.transact(own.recordAnswer(request, answer));
const reserve = async (request: Request, id = own.newId()) =>
  (await own.reserve(request, id, Promise.resolve()))[0];

const isAnswered = { name: 'EarlierAnswer' };
const isReused = { name: 'KeyReused' };

test('a response is recorded once, on a free key or on one that the same request has reserved', async () => {
  const [free, reserved] = [someRequest(), someRequest()];
  await reserve(reserved);
  for (const request of [free, reserved]) {
    await record(request, { n: 1 });
    await expect(record(request, { n: 2 })).rejects.toMatchObject(isAnswered);
    await expect(record(other(request), { n: 3 })).rejects.toMatchObject(isReused);
    expect(await own.recordOf(request)).toMatchObject({ answer: '{"n":1}', fingerprint: 'this' });
  }
});

test('a response is not recorded on a key that another request has reserved, until the reservation expires', async () => {
  const request = someRequest();
  await reserve(other(request));
  await expect(record(request, {})).rejects.toMatchObject({ ...isReused, unanswered: true });
  const { expires = 0 } = (await own.recordOf(request)) ?? {};
  const now = jest.spyOn(Date, 'now').mockReturnValue(expires * 1000 - 1);
  await expect(record(request, {})).rejects.toMatchObject(isReused);
  now.mockReturnValue(expires * 1000);
  await record(request, {});
  expect(await own.recordOf(request)).toMatchObject({ fingerprint: 'this', answer: '{}' });
});

test('a refused request releases its own reservation, and neither that of a duplicate nor a response', async () => {
  const request = someRequest();
  const refusal = new own.Conflict('Too late');
  const refused = (each: Request) => own.firstAnswer(each, refusal);
  const copy = { ...request };
  await reserve(request);
  // The copy may run in another process. The copy's refusal must not free the key, which this request still uses.
  await expect(refused(copy)).rejects.toBe(refusal);
  expect(await own.recordOf(request)).toBeDefined();
  await expect(refused(request)).rejects.toBe(refusal);
  expect(await own.recordOf(request)).toBeUndefined();
  await reserve(request);
  await record(request, { n: 1 });
  expect(await refused(request)).toEqual({ n: 1 });
  expect(await refused(copy)).toEqual({ n: 1 });
});

test('a repeat of a duplicate that was cut off does not release the reservation of that duplicate', async () => {
  const request = someRequest();
  const id = await reserve({ ...request });
  expect(await reserve(request)).toBe(id);
  await own.release(request);
  expect(await own.recordOf(request)).toMatchObject({ transactionId: id });
});

test('a refused request does not release the reservation that another one has made since', async () => {
  const [request, id] = [someRequest(), own.newId()];
  await reserve(request);
  await own.releaseStep(request);
  await reserve(other(request), id);
  await own.release(request);
  expect(await own.recordOf(request)).toMatchObject({ transactionId: id });
});

test('a step releases the reservation of an earlier duplicate, and neither another request’s nor a response', async () => {
  const request = someRequest();
  await reserve(request);
  await own.releaseStep(other(request));
  expect(await own.recordOf(request)).toBeDefined();
  await own.releaseStep({ ...request });
  expect(await own.recordOf(request)).toBeUndefined();
  await record(request, {});
  await own.releaseStep(request);
  expect(await own.recordOf(request)).toMatchObject({ answer: '{}' });
});

test('a caller without access and a request that fails by an error do not get the first response', async () => {
  const request = someRequest();
  await record(request, { n: 1 });
  for (const error of [new own.NoAccess(), new own.KeyReused('app'), new Error('Broken')])
    await expect(own.firstAnswer(request, error)).rejects.toBe(error);
  const late = new own.Conflict('Too late');
  await expect(own.firstAnswer(other(request), late)).rejects.toMatchObject(isReused);
  await expect(own.firstAnswer(someRequest(), late)).rejects.toBe(late);
  await expect(own.firstAnswer(undefined, late)).rejects.toBe(late);
});

test('a reservation whose answer was lost is this request’s own, and is released with it', async () => {
  const request = someRequest();
  let lost = 0;
  own.proxy.afterAnswer = (operation) => {
    if (operation === 'PutItem' && lost++ === 0) throw new Error('The connection is cut');
  };
  const id = own.newId();
  expect(await reserve(request, id)).toBe(id);
  own.proxy.afterAnswer = undefined;
  await own.release(request);
  expect([lost > 1, await own.recordOf(request)]).toEqual([true, undefined]);
});

test('a request waits for another one with its key only as often as it may, and not if its reading has failed', async () => {
  const request = someRequest();
  await reserve(other(request));
  own.proxy.reset();
  const attempts = () => own.proxy.calls.filter(({ operation }) => operation === 'PutItem').length;
  const wait = (reading: Promise<unknown>) => own.reserve(request, own.newId(), reading, [1, 1]);
  await expect(wait(Promise.resolve())).rejects.toMatchObject(isReused);
  expect(attempts()).toBe(3);
  const failure = new own.NoAccess();
  const failed = Promise.reject(failure);
  await expect(wait(failed)).rejects.toBe(failure);
  expect(attempts()).toBe(4);
  // A recorded answer keeps its key for a day, so the request ends at once instead of waiting for the key.
  await record(other(request), {});
  await expect(wait(Promise.resolve())).rejects.toMatchObject(isReused);
  expect(attempts()).toBe(5);
});

test('an operation is recorded once, and a repeat finds it until it is answered or forgotten', async () => {
  const request = someRequest();
  const [first, second] = [own.newId(), own.newId()];
  const open = (each: Request, id: string) => own.transact(own.recordOperation(each, id));
  await own.requireNoEarlierRequest(request);
  await open(request, first);
  const isOpen = { name: 'EarlierOperation', operationId: first };
  await expect(open(request, second)).rejects.toMatchObject(isOpen);
  await expect(own.requireNoEarlierRequest(request)).rejects.toMatchObject(isOpen);
  await expect(open(other(request), second)).rejects.toMatchObject(isReused);
  await expect(own.requireNoEarlierRequest(other(request))).rejects.toMatchObject(isReused);
  expect([await own.operationUnderWay(request), await own.operationUnderWay(other(request))]).toEqual([
    first,
    undefined,
  ]);
  await own.transact(own.forgetOperation(request));
  await own.requireNoEarlierRequest(request);
  await open(request, second);
  await record(request, {});
  await expect(open(request, first)).rejects.toMatchObject(isAnswered);
  await expect(own.requireNoEarlierRequest(request)).rejects.toMatchObject(isAnswered);
  expect(await own.operationUnderWay(request)).toBeUndefined();
});

test('without a key nothing is recorded', () => {
  expect([
    own.recordAnswer(undefined, {}),
    own.recordOperation(undefined, own.newId()),
    own.forgetOperation(undefined),
  ]).toEqual([[], [], []]);
});

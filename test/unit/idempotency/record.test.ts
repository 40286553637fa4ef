import type { Caller } from '../../../functions/core/domain/caller.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/idempotency/middleware.ts')),
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
  /** Reads the owner of the key after `seconds`, and the id that a repeat of the request gets. */
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

test('a key belongs to one caller and one request: method, path and body', () => {
  const app = { kind: 'app', id: own.newId() } as const;
  const first = {
    method: 'POST',
    path: '/a/1',
    body: { amount: 1 } as object,
    caller: app as Caller | undefined,
  };
  const known = (over: Partial<typeof first> & { address?: string } = {}) => {
    const { method, path, body, caller, address = '192.0.2.1' } = { ...first, ...over };
    const event = {
      ...{ httpMethod: method, resource: '/a/{id}', path, headers: { 'idempotency-key': 'key' } },
      requestContext: { identity: { sourceIp: address } },
    };
    const context: { caller?: Caller; body: object; idempotency?: object } = { caller, body };
    own.idempotent().before?.({ event, context } as never);
    return context.idempotency as { scope: string; key: string; fingerprint: string };
  };
  const { scope, fingerprint } = known();
  expect([scope, known({ path: '/a/1/' }).fingerprint]).toEqual([app.id, fingerprint]);
  for (const other of [{ method: 'PUT' }, { path: '/a/2' }, { body: { amount: 2 } }]) {
    expect(known(other).scope).toBe(scope);
    expect(known(other).fingerprint).not.toBe(fingerprint);
  }
  const scopes = [
    ...(['user', 'till'] as const).map((kind) => known({ caller: { ...app, kind, route: '' } }).scope),
    ...['192.0.2.1', '192.0.2.2'].map((address) => known({ caller: undefined, address }).scope),
  ];
  expect(new Set([scope, ...scopes]).size).toBe(5);
});

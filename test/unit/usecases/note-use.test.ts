import { randomUUID } from 'node:crypto';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';
import { failure } from '../../api/support/answer.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/merchants/apps.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  authorize: (await import('../../../functions/authorizers/key.ts')).handler,
}));

const [minute, day] = [60_000, 86_400_000];
const noon = Date.UTC(2030, 0, 1, 12);

/** Keeps the writes of uses from being answered. */
let release: (() => void)[] = [];
const hang = () =>
  new Promise<undefined>((go) => {
    release.push(() => go(undefined));
  });

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  own.proxy.instead = undefined;
  for (const go of release) go();
  release = [];
  jest.restoreAllMocks();
});

/** An app, whose requests come at a time from an address. Returns the units of a request, once nothing is under way. */
async function caller() {
  const [id, key] = [newId(), randomUUID()];
  await own.createApp({ id, name: null }, key);
  const authorize = async (address: string, at: number) => {
    jest.spyOn(Date, 'now').mockReturnValue(at);
    const event = {
      methodArn: 'arn:aws:execute-api:eu-west-1:0:abc/sandbox/GET/me',
      multiValueHeaders: { Authorization: [`Basic ${Buffer.from(`:${key}`).toString('base64')}`] },
      requestContext: { identity: { sourceIp: address } },
    };
    const { principalId } = await own.authorize(event as unknown as APIGatewayRequestAuthorizerEvent);
    jest.spyOn(Date, 'now').mockRestore();
    return principalId;
  };
  const stored = async () => [await own.get(own.apiKeyKey(key)), await own.get(own.appKey(id))];
  const uses = async () => (await stored()).map((item) => item?.used);
  return { id, key, authorize, stored, uses };
}

const noted = (uses: () => Promise<unknown[]>, at: number, network: string) =>
  waitUntil(uses, (all) => all.every((used) => JSON.stringify(used) === JSON.stringify({ at, network })));

const units = async (work: () => Promise<unknown>) => {
  own.proxy.reset();
  await work();
  return own.proxy.units();
};

test('the first use of a day and a use from another network cost two write units, and all others cost none', async () => {
  const { id, authorize, uses } = await caller();
  const call = (address: string, at: number, network = address) =>
    units(async () => {
      expect(await authorize(address, at)).toBe(id);
      await noted(uses, at, network);
    });
  expect((await call('192.0.2.7', noon)).write).toBe(2);
  for (const later of [1, minute, 10 * 60 * minute])
    expect(await units(() => authorize('192.0.2.7', noon + later))).toEqual({ read: 1, write: 0 });
  expect((await call('192.0.2.8', noon + 6 * minute)).write).toBe(2);
  expect((await call('2001:db8:1:2ff::1', noon + 12 * minute, '2001:db8:1:200::/56')).write).toBe(2);
  expect(await units(() => authorize('2001:db8:1:201::9', noon + 20 * minute))).toEqual({
    read: 1,
    write: 0,
  });
  expect((await call('::ffff:192.0.2.9', noon + day, '192.0.2.9')).write).toBe(2);
});

test('a key that is used from a thousand networks at the same time is noted once in five minutes', async () => {
  const { authorize, uses } = await caller();
  await authorize('192.0.2.1', noon);
  await noted(uses, noon, '192.0.2.1');
  const { write } = await units(async () => {
    for (let n = 0; n < 100; n++) await authorize(`198.51.100.${n}`, noon + n);
  });
  expect(write).toBe(0);
  expect(await uses()).toEqual(Array(2).fill({ at: noon, network: '192.0.2.1' }));
});

test('an unknown key writes nothing, however often it is tried', async () => {
  const { authorize, key, id } = await caller();
  await own.transact([own.apiKeyKey(key), own.appKey(id)].map((at) => ({ item: own.discard(at) })));
  const { write } = await units(async () => {
    for (let n = 0; n < 10; n++) expect(await authorize('192.0.2.1', noon + n * day)).toBe('nobody');
  });
  expect(write).toBe(0);
});

test('a request is answered while the write hangs, and when it fails; the next try is five minutes later', async () => {
  const { id, authorize, uses } = await caller();
  let asked = 0;
  own.proxy.instead = (operation) => {
    if (operation !== 'UpdateItem') return undefined;
    asked++;
    return hang();
  };
  expect(await authorize('192.0.2.1', noon)).toBe(id);
  await waitUntil(
    async () => asked,
    (count) => count === 2,
  );
  own.proxy.instead = (operation) => {
    if (operation !== 'UpdateItem') return undefined;
    asked++;
    return failure('ThrottlingException');
  };
  for (const later of [1, 2, 3]) expect(await authorize('192.0.2.1', noon + later)).toBe(id);
  expect(asked).toBe(2);
  expect(await authorize('192.0.2.1', noon + 5 * minute)).toBe(id);
  await waitUntil(
    async () => asked,
    (count) => count === 4,
  );
  expect(await uses()).not.toContainEqual({ at: noon + 5 * minute, network: '192.0.2.1' });
  own.proxy.instead = undefined;
  await authorize('192.0.2.1', noon + 10 * minute);
  await noted(uses, noon + 10 * minute, '192.0.2.1');
});

test('at most twenty uses are written at the same time', async () => {
  const callers = await Promise.all(Array.from({ length: 25 }, caller));
  let asked = 0;
  own.proxy.instead = (operation) => {
    if (operation !== 'UpdateItem') return undefined;
    asked++;
    return hang();
  };
  for (const { authorize, id } of callers) expect(await authorize('192.0.2.1', noon)).toBe(id);
  await waitUntil(
    async () => asked,
    (count) => count === 40,
  );
  expect(asked).toBe(40);
});

test('the use of an app that is removed in the meantime does not bring the app back', async () => {
  const { id, key, authorize, stored } = await caller();
  let asked = 0;
  own.proxy.instead = async (operation) => {
    if (operation !== 'UpdateItem') return undefined;
    if (asked++ === 0)
      await own.transact([own.apiKeyKey(key), own.appKey(id)].map((at) => ({ item: own.discard(at) })));
    return undefined;
  };
  await authorize('192.0.2.1', noon);
  await waitUntil(
    async () => asked,
    (count) => count === 2,
  );
  expect(await waitUntil(stored, ([one]) => one === undefined)).toEqual([undefined, undefined]);
});

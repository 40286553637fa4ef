import { newId } from '../../../../functions/core/domain/id.ts';
import { onOwnTable } from '../../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../../functions/core/store/table/read.ts')),
  ...(await import('../../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../../functions/core/store/transactions/transactions.ts')),
}));

test('getAll reads more items than one request to DynamoDB allows, and each item once', async () => {
  const keys = Array.from({ length: 205 }, () => store.lineKey(newId()));
  const stored = [0, 99, 100, 150, 204].map((n) => keys[n]).filter((key) => key !== undefined);
  await store.transact(stored.map((key) => ({ item: store.put({ ...key }) })));
  const read = await store.getAll([...keys, ...stored]);
  expect(read.map(({ pk }) => pk).sort()).toEqual(stored.map(({ pk }) => pk).sort());
});

/** Has DynamoDB leave all keys of the first requests unprocessed. @returns the keys that each request asks for */
function leaveUnprocessed(requests: number): string[][] {
  const asked: string[][] = [];
  store.proxy.instead = (_, body) => {
    const { Keys } = JSON.parse(body).RequestItems[store.table];
    asked.push(Keys.map(({ pk }: { pk: { S: string } }) => pk.S));
    if (asked.length > requests) return undefined;
    const answer = { Responses: {}, UnprocessedKeys: { [store.table]: { Keys } } };
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  };
  return asked;
}

test('getAll reads unprocessed keys with the next batch', async () => {
  const keys = Array.from({ length: 3 }, () => store.lineKey(newId()));
  await store.transact(keys.map((key) => ({ item: store.put({ ...key }) })));
  const asked = leaveUnprocessed(1);
  const read = await store.getAll(keys);
  store.proxy.instead = undefined;
  const all = keys.map(({ pk }) => pk);
  expect([asked, read.map(({ pk }) => pk).sort()]).toEqual([[all, all], [...all].sort()]);
});

test('getAll waits between requests that leave keys unprocessed, and gives up in time', async () => {
  const asked = leaveUnprocessed(Number.POSITIVE_INFINITY);
  const start = Date.now();
  // Each request takes a second.
  jest.spyOn(Date, 'now').mockImplementation(() => start + asked.length * 1000);
  await expect(store.getAll([store.lineKey(newId())])).rejects.toMatchObject({ name: 'Unavailable' });
  jest.restoreAllMocks();
  store.proxy.instead = undefined;
  expect(asked.length).toBeLessThan(12);
});

test('a query with an empty prefix fails, as DynamoDB refuses it and the local engine does not', () =>
  expect(store.queryPartition('line#none', '')).rejects.toThrow('Empty key'));

test('reads that decide about money or access are strongly consistent', async () => {
  const asked: { ConsistentRead?: boolean; RequestItems?: Record<string, object> }[] = [];
  store.proxy.instead = (_, body) => void asked.push(JSON.parse(body));
  await store.queryPartition('line#none');
  await store.getAll([store.lineKey(newId())]);
  await store.get(store.lineKey(newId()));
  await store.getTransactionState(newId());
  await store.readTrailParts(newId());
  const image = { ...store.transactionKey(newId()), entries: 0 };
  await store.transactionOfImage(image);
  await store.paymentsOf(newId(), 1);
  store.proxy.instead = undefined;
  expect(asked.map(({ RequestItems, ...request }) => RequestItems?.[store.table] ?? request)).toEqual(
    Array(7).fill(expect.objectContaining({ ConsistentRead: true })),
  );
});

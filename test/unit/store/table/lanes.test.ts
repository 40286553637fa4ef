import type { Key } from '../../../../functions/core/store/table/keys.ts';
import type { Item } from '../../../../functions/core/store/table/read.ts';
import { failure } from '../../../api/support/answer.ts';
import { someMerchant } from '../../domain/some-merchant.ts';
import { onOwnTable } from '../../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../../functions/core/domain/id.ts')),
  ...(await import('../../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../../functions/core/store/table/lanes.ts')),
  ...(await import('../../../../functions/core/store/table/read.ts')),
  ...(await import('../../../../functions/core/store/table/transact.ts')),
}));

afterEach(() => {
  own.proxy.instead = undefined;
});

async function merchant() {
  const made = { ...someMerchant(), key: own.newId() };
  await own.createMerchant(made, { id: own.newId(), name: null });
  const { id, key } = made;
  const keys: Key[] = [own.merchantKey(id), own.publicKeyKey(key)];
  const lanes = async () =>
    Promise.all(keys.map(async (each) => (await own.get<Item & { lanes?: number }>(each))?.lanes));
  const setLanes = (count: number) =>
    own.transact(keys.map((each) => ({ item: own.update(each, 'SET lanes = :lanes', { ':lanes': count }) })));
  /** The lane of a write whose id selects the last lane. */
  const lane = () => own.laneFor(id, 'f'.repeat(24));
  const throttle = async (...times: number[]) => {
    for (const time of times) await own.moreLanes(id, time);
  };
  return { id, lanes, setLanes, lane, throttle };
}

test('a write is in the lane that its id selects among all lanes', () => {
  const id = `${'0'.repeat(20)}001b`;
  expect([1, 2, 4, 8, 32].map((lanes) => own.laneFor('a merchant', id, lanes))).toEqual([0, 1, 3, 3, 27]);
  expect(own.laneFor('a merchant', id)).toBe(0);
});

test('three throttled writes within ten seconds double the lanes of a merchant, up to 32', async () => {
  const { lanes, lane, throttle } = await merchant();
  await throttle(0, 1);
  expect([await lanes(), lane()]).toStrictEqual([[undefined, undefined], 0]);
  await throttle(9_999);
  expect([await lanes(), lane()]).toEqual([[2, 2], 1]);
  for (const most of [4, 8, 16, 32, 32]) {
    await throttle(20_000 * most, 20_000 * most, 20_000 * most);
    expect([await lanes(), lane()]).toEqual([[most, most], most - 1]);
  }
});

test('three throttled writes in a time of more than ten seconds add no lanes', async () => {
  const { lanes, throttle } = await merchant();
  await throttle(0, 1, 10_000, 10_001);
  expect(await lanes()).toStrictEqual([undefined, undefined]);
  await throttle(10_002);
  expect(await lanes()).toEqual([2, 2]);
});

test('a function first uses the lanes that another one has added', async () => {
  const { lanes, setLanes, lane, throttle } = await merchant();
  await setLanes(8);
  await throttle(0, 0, 0);
  expect([await lanes(), lane()]).toEqual([[8, 8], 7]);
  await throttle(0, 0, 0);
  expect([await lanes(), lane()]).toEqual([[16, 16], 15]);
});

test('lanes whose number was not stored are not used, as readers do not know them', async () => {
  const { lane, throttle } = await merchant();
  own.proxy.instead = (operation) =>
    operation === 'TransactWriteItems' ? failure('ValidationException') : undefined;
  await expect(throttle(0, 0, 0)).rejects.toMatchObject({ name: 'ValidationException' });
  expect(lane()).toBe(0);
});

test.each([1, 2])('lanes that another function adds at the same time stay: from %d', async (from) => {
  const { lanes, setLanes, throttle } = await merchant();
  if (from > 1) await throttle(0, 0, 0);
  let asked = 0;
  own.proxy.instead = async (operation) => {
    if (operation === 'TransactWriteItems' && asked++ === 0) await setLanes(16);
    return undefined;
  };
  await throttle(0, 0, 0);
  expect(await lanes()).toEqual([16, 16]);
});

test('no lanes are added to an endpoint that is removed at the same time', async () => {
  const [merchantId, id] = [own.newId(), own.newId()];
  const key = own.webhookKey(merchantId, id);
  await own.transact([{ item: own.put({ ...key }) }]);
  own.proxy.instead = async (operation) => {
    if (operation !== 'TransactWriteItems') return undefined;
    own.proxy.instead = undefined;
    await own.transact([{ item: own.discard(key) }]);
    return undefined;
  };
  for (let times = 0; times < 3; times++) await own.moreDeliveryLanes(merchantId, id, 0);
  expect(await own.get(key)).toBeUndefined();
});

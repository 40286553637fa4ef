import { withExpiry } from '../../../../functions/core/store/table/expiry.ts';
import type { Write } from '../../../../functions/core/store/table/transact.ts';

const TableName = 'table';
const put = (pk: string, sk = 'item'): Write['item'] => ({ Put: { TableName, Item: { pk, sk } } });
const update = (pk: string, sk: string): Write['item'] => ({
  Update: {
    ...{ TableName, Key: { pk, sk }, UpdateExpression: 'SET a = :a' },
    ExpressionAttributeValues: { ':a': 1 },
  },
});

const expiring = (item: Write['item']) => withExpiry([{ item }], 9)[0]?.item;

test.each(['tx#1', 'line#1', 'link#1', 'card#1', 'dispute#1', 'fraud#1'])('a new %s expires', (pk) => {
  expect(expiring(put(pk))).toEqual({ Put: { TableName, Item: { pk, sk: 'item', expires: 9 } } });
});

test('a part of a trail expires, too, although an update creates it', () => {
  expect(expiring(update('tx#1', 'trail#0000'))).toEqual({
    Update: {
      ...{ TableName, Key: { pk: 'tx#1', sk: 'trail#0000' } },
      UpdateExpression: 'SET expires = :expires, a = :a',
      ExpressionAttributeValues: { ':a': 1, ':expires': 9 },
    },
  });
});

test.each<[what: string, item: Write['item']]>([
  ['an idempotency record', put('once#1')],
  ['a saved card', put('saved#1')],
  ['a transaction that has its expiry', update('tx#1', '#transaction')],
  ['a balance', update('merchant#1', '#balance#0')],
  ['a check', { ConditionCheck: { TableName, Key: { pk: 'tx#1' }, ConditionExpression: 'a' } }],
  ['a deletion', { Delete: { TableName, Key: { pk: 'tx#1' } } }],
])('%s stays as it is', (_, item) => {
  expect(expiring(item)).toEqual(item);
});

test('data without an end stays as it is', () => {
  expect(withExpiry([{ item: put('tx#1') }], undefined)).toEqual([{ item: put('tx#1') }]);
});

test('an alternative write expires as well, and keeps its error', async () => {
  const onFailed = () => new Error();
  const alternative = async () => put('line#2');
  const none = async () => undefined;
  const [first, second] = withExpiry(
    [
      { item: put('line#1'), onFailed, onTaken: alternative, onThrottled: none },
      { item: put('line#1'), onThrottled: alternative },
    ],
    9,
  );
  const expected = { Put: { Item: { pk: 'line#2', expires: 9 } } };
  expect(await first?.onTaken?.()).toMatchObject(expected);
  expect(await second?.onThrottled?.()).toMatchObject(expected);
  expect([await first?.onThrottled?.(), first?.onFailed, second?.onTaken]).toEqual([
    undefined,
    onFailed,
    undefined,
  ]);
});

import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import type { Input } from '../../../lib/local/model/protocol.ts';
import { validationError } from '../../../lib/local/model/validation.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({}));

const text = (S: string) => ({ S });
const one = { N: '1' };
const TableName = 'table';
const Key = { pk: text('a'), sk: text('b') };
const long = 'x'.repeat(2049);

const put = (ConditionExpression: string, values?: object, more: object = {}) =>
  ({
    TableName,
    Item: Key,
    ConditionExpression,
    ...(values && { ExpressionAttributeValues: values }),
    ...more,
  }) as Input;
const item = (more: object): Input => ({ TableName, Item: { ...Key, ...more } });
const update = (UpdateExpression: string, values?: object, names?: Record<string, string>) =>
  ({
    TableName,
    Key,
    UpdateExpression,
    ...(values && { ExpressionAttributeValues: values }),
    ...(names && { ExpressionAttributeNames: names }),
  }) as Input;
const query = (KeyConditionExpression: string, values: object, more: object = {}) =>
  ({ TableName, KeyConditionExpression, ExpressionAttributeValues: values, ...more }) as Input;
const inList = (values: object, more: object = {}) =>
  query('listPk = :l', values, { IndexName: 'list', ...more });
const transaction = (...TransactItems: Record<string, Input>[]): Input => ({ TransactItems });

test.each<[fault: string, input: Input]>([
  ['undefined :now', put('attribute_not_exists(pk) OR expires <= :now')],
  ['undefined :now', transaction({ Put: put('attribute_not_exists(pk) OR expires <= :now') })],
  ['undefined #state', put('attribute_not_exists(pk) OR attribute_exists(#state)')],
  ['undefined :kind', query('pk = :p', { ':p': text('none') }, { FilterExpression: 'kind = :kind' })],
  ['No expression uses :more', update('SET n = :one', { ':one': one, ':more': one })],
  ['No expression uses #more', update('SET n = :one', { ':one': one }, { '#more': 'n' })],
  [
    'part of the key',
    transaction({ Update: update('SET #key = :new', { ':new': text('c') }, { '#key': 'sk' }) }),
  ],
  ['overlap', transaction({ Update: update('SET n = :one REMOVE n', { ':one': one }) })],
  ['overlap', update('SET #n.x = if_not_exists(q, :one), n = :one', { ':one': one }, { '#n': 'n' })],
  ['overlap', update('SET l[0] = :one, l = list_append(l, :one)', { ':one': one })],
  ['listPk has more than', item({ listPk: text(long), listSk: text('1') })],
  ['listSk has more than', update('SET q = :one, listSk = :long', { ':one': one, ':long': text(long) })],
  [
    'listSk is compared',
    query('listPk = :l AND begins_with(listSk, :e)', { ':l': text('l'), ':e': text('') }),
  ],
  ['pk is compared', query('pk = :p', { ':p': one })],
  ['pk has more than', query('pk = :p', { ':p': text(long) })],
  ['outside', query('pk = :p', { ':p': text('a') }, { ExclusiveStartKey: { ...Key, pk: text('b') } })],
  ['outside', query('pk = :p AND sk > :b', { ':p': text('a'), ':b': text('b') }, { ExclusiveStartKey: Key })],
  [
    'outside',
    inList({ ':l': text('l') }, { ExclusiveStartKey: { ...Key, listPk: text('m'), listSk: text('1') } }),
  ],
  ['ALL_NEW', put('attribute_not_exists(pk)', undefined, { ReturnValuesOnConditionCheckFailure: 'ALL_NEW' })],
  ['one of', transaction({ Put: item({}), Delete: { TableName, Key: { pk: text('c'), sk: text('d') } } })],
  ['clientRequestToken', { ...transaction({ Put: item({}) }), ClientRequestToken: '' }],
  ['operand type', put('attribute_not_exists(pk) OR n < :yes', { ':yes': { BOOL: true } })],
  ['name of an attribute', item({ m: { M: { l: { L: [{ M: { '': one } }] } } } })],
  ['name of an attribute', update('SET m = :m', { ':m': { M: { '': one } } })],
])('AWS refuses: %s', (fault, input) => {
  expect(validationError(input)).toContain(fault);
});

test.each<[what: string, input: Input]>([
  [
    'a condition with an order and an inequality',
    put('attribute_not_exists(pk) OR (n <> :yes AND n <= :one)', { ':yes': { BOOL: true }, ':one': one }),
  ],
  [
    'an update with all clauses',
    update(
      'SET a = :one, #b.x = list_append(if_not_exists(l, :l), :l), ab = a + :one REMOVE l[0], c ADD d :one',
      { ':one': one, ':l': { L: [] } },
      { '#b': 'b' },
    ),
  ],
  [
    'an update of a set',
    update('DELETE tries :tries SET expires = if_not_exists(expires, :one)', {
      ':tries': { SS: ['a'] },
      ':one': one,
    }),
  ],
  [
    'a page that starts within the range',
    query(
      'pk = :p AND sk BETWEEN :a AND :c',
      { ':p': text('a'), ':a': text('a'), ':c': text('c') },
      { ExclusiveStartKey: Key },
    ),
  ],
  [
    'checks and deletes in a transaction',
    transaction(
      { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
      { Delete: { TableName, Key: { ...Key, sk: text('c') } } },
    ),
  ],
])('AWS accepts %s', (_, input) => {
  expect(validationError(input)).toBeUndefined();
});

test.each<[fault: string, operation: string, input: object]>([
  ['a reserved word', 'PutItem', put('attribute_not_exists(pk) OR state = :one', { ':one': one })],
  ['an empty key of an index', 'PutItem', item({ listPk: text(''), listSk: text('1') })],
  ['a key of an index that is a number', 'PutItem', item({ listPk: one, listSk: text('1') })],
  ['an empty set', 'PutItem', item({ none: { SS: [] } })],
  ['an item of more than 400 KB', 'PutItem', item({ big: text('x'.repeat(410_000)) })],
  ['an empty key', 'PutItem', { TableName, Item: { pk: text(''), sk: text('b') } }],
  ['a change of the key', 'UpdateItem', update('SET sk = :c', { ':c': text('c') })],
  ['an empty map of values', 'UpdateItem', update('REMOVE n', {})],
  ['an empty update', 'UpdateItem', update('')],
  ['a path whose map is missing', 'UpdateItem', update('SET none.x = :one', { ':one': one })],
  ['an undefined value of a query', 'Query', query('pk = :p AND sk < :now', { ':p': text('none') })],
  ['Limit 0', 'Query', query('pk = :p', { ':p': text('a') }, { Limit: 0 })],
  ['a consistent read of an index', 'Query', inList({ ':l': text('l') }, { ConsistentRead: true })],
  ['a query without a partition', 'Query', query('sk = :p', { ':p': text('a') })],
  [
    'a query by an attribute that is no key',
    'Query',
    query('pk = :p AND n = :one', { ':p': text('a'), ':one': one }),
  ],
  [
    'a range that ends before it begins',
    'Query',
    query('pk = :p AND sk BETWEEN :c AND :a', { ':p': text('a'), ':a': text('a'), ':c': text('c') }),
  ],
  ['overlapping paths to read', 'GetItem', { TableName, Key, ProjectionExpression: 'm, m.x' }],
  ['ReturnValues of another operation', 'PutItem', { ...item({}), ReturnValues: 'ALL_NEW' }],
  [
    'two writes of one item',
    'TransactWriteItems',
    transaction({ Put: item({}) }, { Delete: { TableName, Key } }),
  ],
  [
    '101 writes of a transaction',
    'TransactWriteItems',
    transaction(
      ...Array.from({ length: 101 }, (_, n) => ({
        Delete: { TableName, Key: { ...Key, sk: text(`${n}`) } },
      })),
    ),
  ],
  [
    'a token of 37 characters',
    'TransactWriteItems',
    { ...transaction({ Put: item({}) }), ClientRequestToken: 'x'.repeat(37) },
  ],
  ['a key twice', 'BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key, Key] } } }],
  [
    '101 keys',
    'BatchGetItem',
    {
      RequestItems: {
        [TableName]: { Keys: Array.from({ length: 101 }, (_, n) => ({ ...Key, sk: text(`${n}`) })) },
      },
    },
  ],
])('the engine itself refuses %s', async (_, operation, input) => {
  const inOwnTable = JSON.stringify(input).replaceAll(`"${TableName}"`, JSON.stringify(own.table));
  const answer = callEngine(own.engine)(operation, JSON.parse(inOwnTable));
  await expect(answer).rejects.toThrow('ValidationException');
});

test('a test fails if Florin has sent a request that only the engine accepts', async () => {
  const { startProxy } = await import('../../api/support/proxy.ts');
  const proxy = await startProxy(own.engine);
  const answer = callEngine(proxy.endpoint)('PutItem', put('attribute_not_exists(pk) OR n < :lost'));
  await expect(answer).rejects.toThrow('ValidationException');
  await expect(proxy.stop()).rejects.toThrow(
    'AWS would refuse this request: An expression uses the undefined :lost',
  );
});

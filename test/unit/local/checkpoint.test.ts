import { callEngine, localTable, makeLocalTable } from '../../../lib/local/dynamodb/engine.ts';
import { makeCheckpoint } from '../../../lib/local/triggers/checkpoint.ts';
import { makeTrim, type Trim } from '../../../lib/local/triggers/stream-trim.ts';
import { type Engine, startEngine } from '../../api/support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  await makeLocalTable(callEngine(engine.endpoint));
});
afterAll(() => engine.stop());

const checkpointOf = (id: string, stream = 'stream', trim: Trim = async () => {}) =>
  makeCheckpoint(callEngine(engine.endpoint), { id, table: 'table' }, stream, trim);

test.each([
  ['of Dynoxide', '935'],
  ['of DynamoDB Local, with zeros in front', '000000000000000000935'],
  ['of AWS, longer than a number of DynamoDB', '1234567890'.repeat(4)],
])('the position of a stream %s is the same after a restart', async (_, position) => {
  expect(await checkpointOf(position).read()).toBeUndefined();
  await checkpointOf(position).advance(position);
  expect(await checkpointOf(position).read()).toBe(position);
});

test('a position that an earlier release has stored is read', async () => {
  const Item = { pk: { S: 'mapping#old' }, sk: { S: 'stream' }, position: { N: '935' } };
  await callEngine(engine.endpoint)('PutItem', { TableName: localTable, Item });
  expect(await checkpointOf('old').read()).toBe('935');
});

test('the stream is trimmed up to a position that is stored, and another stream has no position', async () => {
  const stored: unknown[] = [];
  const trim: Trim = async ({ table }, position) => {
    stored.push([table, position, await checkpointOf('trimmed').read()]);
  };
  await checkpointOf('trimmed', 'stream', trim).advance('7');
  await checkpointOf('trimmed', 'stream', trim).read();
  expect(stored).toEqual([
    ['table', '7', '7'],
    ['table', '7', '7'],
  ]);
  expect(await checkpointOf('trimmed', 'another', trim).read()).toBeUndefined();
});

test('the tag of a table follows the readers of this table alone, in steps of a hundred records', async () => {
  const tags: string[] = [];
  const call = async (action: string, body: object) => {
    if (action === 'TagResource') tags.push((body as { Tags: { Value: string }[] }).Tags[0]?.Value ?? '');
    return { Table: { TableArn: 'arn' } } as never;
  };
  const readers = [
    { id: 'fast', table: 'table' },
    { id: 'slow', table: 'table' },
    { id: 'other', table: 'other' },
  ] as const;
  const [fast, slow] = readers;
  const trim = makeTrim(call, readers);
  await trim(fast, '900');
  for (const position of ['5', '104', '105']) await trim(slow, position);
  expect(tags).toEqual(['5', '105']);
});

import { callEngine, localTable, makeLocalTable } from '../../../lib/local/dynamodb/engine.ts';
import { makeCheckpoint } from '../../../lib/local/triggers/checkpoint.ts';
import { type Engine, startEngine } from '../../api/support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  await makeLocalTable(callEngine(engine.endpoint));
});
afterAll(() => engine.stop());

const checkpointOf = (id: string) =>
  makeCheckpoint(callEngine(engine.endpoint), { id, table: 'table' }, 'stream', async () => {});

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

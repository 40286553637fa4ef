import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateTableCommandInput, TableDescription } from '@aws-sdk/client-dynamodb';
import { shapeKey } from '../../../functions/core/store/table/keys.ts';
import { shapeVersion } from '../../../functions/core/store/table/shape-version.ts';
import {
  type Properties,
  physicalId,
  type Resource,
  resolve,
  resourcesOf,
  type Template,
} from '../template.ts';
import { type CallEngine, callEngine, isError } from './engine.ts';

/**
 * Makes missing tables of the template, and missing indexes of tables that an earlier version of Florin has made. An
 * index that only another version has stays.
 *
 * @param remedy the advice for a table that another version has made, and that this one must not use
 * @returns whether an index was made, in which items of the earlier version may be missing
 */
export async function makeTables(template: Template, endpoint: string, remedy: string): Promise<boolean> {
  const call = callEngine(endpoint);
  let migrated = false;
  for (const [id, resource] of resourcesOf(template, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')) {
    migrated = (await makeTable(call, tableOf(template, id, resource), remedy)) || migrated;
    await makeTimeToLive(call, physicalId(template, id), resource.Properties?.TimeToLiveSpecification);
  }
  return migrated;
}

/** Makes the request that creates a table of the template. */
export function tableOf(template: Template, id: string, resource: Resource): CreateTableCommandInput {
  const properties = resolve(template, resource.Properties) as Properties;
  const stream = properties.StreamSpecification?.StreamViewType;
  return {
    TableName: physicalId(template, id),
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(indexOf),
    LocalSecondaryIndexes: properties.LocalSecondaryIndexes?.map(indexOf),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  };
}

function indexOf({ IndexName, KeySchema, Projection }: Properties) {
  return { IndexName, KeySchema, Projection };
}

async function makeTable(call: CallEngine, table: CreateTableCommandInput, remedy: string): Promise<boolean> {
  const existing = await describe(call, table.TableName);
  if (!existing) {
    await call('CreateTable', table);
    await active(call, table.TableName);
    return false;
  }
  const refused = new Error(
    `The table ${table.TableName} was made for another version of Florin: its keys or indexes differ. ${remedy}`,
  );
  if (keysOf(existing, existing.KeySchema) !== keysOf(table, table.KeySchema)) throw refused;
  const had = new Map(indexesOf(existing).map((index) => [index.IndexName, shapeOf(existing, index)]));
  const missing = indexesOf(table).filter(({ IndexName }) => !had.has(IndexName));
  const changed = indexesOf(table).some(
    (index) => (had.get(index.IndexName) ?? shapeOf(table, index)) !== shapeOf(table, index),
  );
  if (changed) throw refused;
  await checkShape(call, table.TableName, remedy);
  for (const index of missing) {
    await call('UpdateTable', {
      TableName: table.TableName,
      AttributeDefinitions: table.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
    await active(call, table.TableName);
  }
  return missing.length > 0;
}

/**
 * Refuses a table with items of a newer shape. This version would write items without it, and no later backfill would
 * repair them, as the table says that all its items have the newer shape.
 */
async function checkShape(call: CallEngine, TableName: string | undefined, remedy: string): Promise<void> {
  const Key = { pk: { S: shapeKey.pk }, sk: { S: shapeKey.sk } };
  const { Item } = await call('GetItem', { TableName, Key, ConsistentRead: true });
  const version = Number(Item?.version?.N ?? 1);
  if (version > shapeVersion)
    throw new Error(
      `The table ${TableName} was written by a newer version of Florin: its items have shape ${version}, and this version knows shape ${shapeVersion}. ${remedy}`,
    );
}

async function active(call: CallEngine, TableName: string | undefined): Promise<void> {
  for (;;) {
    const found = await describe(call, TableName);
    const states = [
      found?.TableStatus,
      ...(found?.GlobalSecondaryIndexes ?? []).map(({ IndexStatus }) => IndexStatus),
    ];
    if (states.every((state) => state === 'ACTIVE')) return;
    await sleep(20);
  }
}

async function describe(call: CallEngine, TableName: string | undefined) {
  try {
    return (await call('DescribeTable', { TableName })).Table as TableDescription;
  } catch (error) {
    if (isError(error, 'ResourceNotFoundException')) return undefined;
    throw new Error(`DynamoDB does not answer: ${(error as Error).message}`, { cause: error });
  }
}

type Described = CreateTableCommandInput | TableDescription;
type Index = NonNullable<Described['GlobalSecondaryIndexes']>[number];

const indexesOf = (table: Described): Index[] => [
  ...(table.GlobalSecondaryIndexes ?? []),
  ...(table.LocalSecondaryIndexes ?? []),
];

/** The parts of an index that cannot be changed later. */
const shapeOf = (table: Described, { KeySchema, Projection }: Index): string =>
  `${keysOf(table, KeySchema)} ${Projection?.ProjectionType}`;

const keysOf = (table: Described, schema: CreateTableCommandInput['KeySchema']): string =>
  (schema ?? [])
    .map(({ AttributeName, KeyType }) => {
      const type = table.AttributeDefinitions?.find(
        (definition) => definition.AttributeName === AttributeName,
      );
      return `${KeyType} ${AttributeName} ${type?.AttributeType}`;
    })
    .join();

async function makeTimeToLive(
  call: CallEngine,
  TableName: string,
  specification: { AttributeName: string; Enabled: boolean } | undefined,
) {
  if (!specification?.Enabled) return;
  const { TimeToLiveDescription } = await call('DescribeTimeToLive', { TableName });
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
  await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification: specification });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateTableCommandInput, TableDescription } from '@aws-sdk/client-dynamodb';
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
 * Makes missing tables of the template.
 *
 * @param remedy what to do about a table that is there but is another one
 */
export async function makeTables(template: Template, endpoint: string, remedy: string): Promise<void> {
  const call = callEngine(endpoint);
  for (const [id, resource] of resourcesOf(template, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')) {
    await makeTable(call, tableOf(template, id, resource), remedy);
    await makeTimeToLive(call, physicalId(template, id), resource.Properties?.TimeToLiveSpecification);
  }
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

async function makeTable(call: CallEngine, table: CreateTableCommandInput, remedy: string) {
  const existing = await describe(call, table.TableName);
  if (!existing) {
    await call('CreateTable', table);
    while ((await describe(call, table.TableName))?.TableStatus !== 'ACTIVE') await sleep(20);
    return;
  }
  if (shapeOf(existing) !== shapeOf(table)) {
    throw new Error(
      `The table ${table.TableName} was made for another version of Florin: its keys or indexes differ. ${remedy}`,
    );
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

/** The parts of a table that cannot change while it has data: its keys and its indexes. */
function shapeOf(table: CreateTableCommandInput | TableDescription): string {
  const keys = (schema: CreateTableCommandInput['KeySchema']) =>
    (schema ?? []).map(({ AttributeName, KeyType }) => {
      const type = table.AttributeDefinitions?.find(
        (definition) => definition.AttributeName === AttributeName,
      );
      return `${KeyType} ${AttributeName} ${type?.AttributeType}`;
    });
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])]
    .map(({ IndexName, KeySchema, Projection }) => [IndexName, keys(KeySchema), Projection?.ProjectionType])
    .sort();
  return JSON.stringify([keys(table.KeySchema), indexes]);
}

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

import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  type Properties,
  physicalId,
  type Resource,
  region,
  resolve,
  resourcesOf,
  type Template,
} from './template.ts';

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Makes the tables of the template where they are missing.
 *
 * @param remedy what to do about a table that is there but is another one
 */
export async function makeTables(template: Template, endpoint: string, remedy: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  try {
    for (const [id, resource] of resourcesOf(
      template,
      'AWS::DynamoDB::Table',
      'AWS::DynamoDB::GlobalTable',
    )) {
      await makeTable(client, tableOf(template, id, resource), remedy);
      await makeTimeToLive(client, physicalId(template, id), resource.Properties?.TimeToLiveSpecification);
    }
  } finally {
    client.destroy();
  }
}

/** What the template says of a table, as DynamoDB wants to hear it. */
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

async function makeTable(client: DynamoDBClient, table: CreateTableCommandInput, remedy: string) {
  const existing = await describe(client, table.TableName);
  if (!existing) {
    await client.send(new CreateTableCommand(table));
    while ((await describe(client, table.TableName))?.TableStatus !== 'ACTIVE') await sleep(20);
    return;
  }
  if (shapeOf(existing) !== shapeOf(table)) {
    throw new Error(
      `The table ${table.TableName} was made for another version of Florin: its keys or indexes differ. ${remedy}`,
    );
  }
}

async function describe(client: DynamoDBClient, TableName: string | undefined) {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw new Error(`DynamoDB does not answer: ${(error as Error).message}`, { cause: error });
  }
}

/** What cannot be changed under data that is there: the keys, and the indexes with theirs. */
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
  client: DynamoDBClient,
  TableName: string,
  specification: { AttributeName: string; Enabled: boolean } | undefined,
) {
  if (!specification?.Enabled) return;
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) return;
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: specification }));
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

export interface Restored {
  table: string;
  /** The ARN of the stream of its changes. */
  stream: string;
}

/** In seconds. A restore of a large table takes hours. */
const longest = 24 * 60 * 60;

/** The most attempts to turn on backups. */
const attempts = 60;

/**
 * Restores a table into a new one, with the settings that DynamoDB leaves out: the stream, expiry, backups, and the
 * protection from deletion. A repeat with the same time continues with the table that is there.
 *
 * @param table the table to restore from, which stays as it is
 * @param time of the data; undefined for the latest that DynamoDB has, which is some minutes ago
 * @param say gets a line for each step
 * @param wait is called between attempts to turn on backups
 * @throws Error if there is no data of that time
 */
export async function restoreTable(
  client: DynamoDBClient,
  { stack, table, time, isProtected }: { stack: string; table: string; time?: Date; isProtected: boolean },
  say: (line: string) => void,
  wait: () => Promise<unknown> = () => sleep(20_000),
): Promise<Restored> {
  const at = time ?? (await latestOf(client, table));
  // The name begins like that of each table of the stack, by which the checks of a deployment find it.
  const TableName = `${stack}-Table-restored-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;
  if (!(await exists(client, TableName))) {
    say(`restores the data of ${at.toISOString()} into ${TableName}`);
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: TableName,
        RestoreDateTime: at,
      }),
    );
  }
  const ready = () => waitUntilTableExists({ client, maxWaitTime: longest, maxDelay: 20 }, { TableName });
  await ready();
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  if (!Table?.StreamSpecification?.StreamEnabled) {
    say('turns on its stream, expiry, backups and protection');
    await client.send(
      new UpdateTableCommand({
        TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
    await ready();
  }
  await expire(client, TableName);
  await backUp(client, TableName, wait);
  if (isProtected) {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    await ready();
  }
  const described = await client.send(new DescribeTableCommand({ TableName }));
  return { table: TableName, stream: described.Table?.LatestStreamArn ?? '' };
}

async function latestOf(client: DynamoDBClient, TableName: string): Promise<Date> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const latest = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.LatestRestorableDateTime;
  if (!latest) throw new Error(`${TableName} has no point-in-time recovery`);
  return latest;
}

async function exists(client: DynamoDBClient, TableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/**
 * DynamoDB refuses backups for some minutes after it has made a table. Giving up there would cost hours, as a repeat
 * with `--latest` restores the table once more.
 */
async function backUp(
  client: DynamoDBClient,
  TableName: string,
  wait: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.send(
        new UpdateContinuousBackupsCommand({
          TableName,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        }),
      );
      return;
    } catch (error) {
      if (!(error instanceof ContinuousBackupsUnavailableException) || attempt === attempts) throw error;
      await wait();
    }
  }
}

async function expire(client: DynamoDBClient, TableName: string): Promise<void> {
  try {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      }),
    );
  } catch (error) {
    // A repeat finds the backups turned on already.
    if (!/already enabled/i.test((error as Error).message)) throw error;
  }
}

import {
  ContinuousBackupsUnavailableException,
  type DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { restoreTable } from '../../../lib/operator/restore/restore-table.ts';

const refusal = new ContinuousBackupsUnavailableException({ message: 'Not yet', $metadata: {} });

/** A client for which DynamoDB refuses backups `refusals` times, as it does for a new table. */
function clientOf(refusals: number) {
  const sent: string[] = [];
  const table = {
    TableStatus: 'ACTIVE',
    StreamSpecification: { StreamEnabled: true },
    LatestStreamArn: 'arn',
  };
  const send = async ({ constructor: { name } }: object) => {
    sent.push(name);
    if (name === 'UpdateContinuousBackupsCommand' && sent.filter((one) => one === name).length <= refusals)
      throw refusal;
    return { Table: table };
  };
  return { sent, client: { send, config: {} } as unknown as DynamoDBClient };
}

const from = { stack: 'florin-production', table: 'old', time: new Date(0), isProtected: true };

test('a restore waits until DynamoDB takes backups of the new table, and then protects it', async () => {
  const { sent, client } = clientOf(3);
  const wait = jest.fn(async () => {});
  await expect(restoreTable(client, from, () => {}, wait)).resolves.toMatchObject({ stream: 'arn' });
  expect(wait).toHaveBeenCalledTimes(3);
  // The table exists, so that the command is a repeat, which continues with it.
  expect(sent).not.toContain('RestoreTableToPointInTimeCommand');
  expect(sent.lastIndexOf('UpdateContinuousBackupsCommand')).toBeLessThan(sent.indexOf('UpdateTableCommand'));
});

test('a restore ends with the refusal if DynamoDB never takes backups', async () => {
  const { client } = clientOf(Number.POSITIVE_INFINITY);
  await expect(
    restoreTable(
      client,
      from,
      () => {},
      async () => {},
    ),
  ).rejects.toBe(refusal);
});

/** Restores into a table that does not exist, and returns what was sent. @param latest the latest time of the backups */
async function restored(order: Parameters<typeof restoreTable>[1], latest?: Date) {
  const sent: [name: string, input: Record<string, unknown>][] = [];
  let isThere = false;
  const send = async ({ constructor: { name }, input }: { constructor: { name: string }; input: object }) => {
    if (name === 'DescribeContinuousBackupsCommand') {
      const PointInTimeRecoveryDescription = { LatestRestorableDateTime: latest };
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription } };
    }
    if (name === 'DescribeTableCommand') {
      if (!isThere) throw new ResourceNotFoundException({ message: 'No table', $metadata: {} });
      return { Table: { TableStatus: 'ACTIVE', LatestStreamArn: 'arn' } };
    }
    if (name === 'RestoreTableToPointInTimeCommand') isThere = true;
    sent.push([name.replace('Command', ''), input as Record<string, unknown>]);
    return {};
  };
  const client = { send, config: {} } as unknown as DynamoDBClient;
  const { table } = await restoreTable(client, order, () => {});
  return { sent, table };
}

test('a restored table has the data of the requested time, and the settings that DynamoDB does not restore', async () => {
  const { sent, table } = await restored({ ...from, time: new Date('2026-01-01T12:00:00Z') });
  const TableName = 'florin-production-Table-restored-20260101T120000Z';
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
  const RestoreDateTime = new Date('2026-01-01T12:00:00Z');
  expect(table).toBe(TableName);
  expect(sent).toEqual([
    ['RestoreTableToPointInTime', { SourceTableName: 'old', TargetTableName: TableName, RestoreDateTime }],
    ['UpdateTable', { TableName, StreamSpecification }],
    ['UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true } }],
    [
      'UpdateContinuousBackups',
      { TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    ],
    ['UpdateTable', { TableName, DeletionProtectionEnabled: true }],
  ]);
});

test('--latest restores to the end of the backups, and a restored table of a sandbox can be deleted', async () => {
  const latest = new Date('2026-01-02T00:00:00Z');
  const { sent } = await restored({ stack: 's', table: 'old', isProtected: false }, latest);
  expect(sent[0]?.[1]).toMatchObject({ RestoreDateTime: latest });
  expect(JSON.stringify(sent)).not.toContain('DeletionProtectionEnabled');
  await expect(restored({ stack: 's', table: 'old', isProtected: false })).rejects.toThrow(
    'old has no point-in-time recovery',
  );
});

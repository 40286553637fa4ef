import { ContinuousBackupsUnavailableException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
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

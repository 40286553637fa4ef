import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { exportTable, periodsOf } from '../../../lib/operator/export/export-table.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T00:00:00Z');
const period = (milliseconds: number) => ({ from: new Date(start), to: new Date(start + milliseconds) });

test('the periods of an export follow each other without a gap, within the limits of DynamoDB', () => {
  fc.assert(
    fc.property(fc.integer({ min: hour / 4, max: 35 * 24 * hour }), (milliseconds) => {
      const periods = periodsOf(period(milliseconds));
      const lengths = periods.map(({ from, to }) => to.getTime() - from.getTime());
      return (
        periods[0]?.from.getTime() === start &&
        periods.at(-1)?.to.getTime() === start + milliseconds &&
        periods.every(
          ({ to }, n) => n === periods.length - 1 || periods[n + 1]?.from.getTime() === to.getTime(),
        ) &&
        lengths.every((length) => length <= 24 * hour && length >= hour / 4)
      );
    }),
  );
});

test.each([
  [24 * hour, 1],
  [24 * hour + 1, 2],
  [48 * hour, 2],
])('%i milliseconds are exported in %i periods', (milliseconds, count) =>
  expect(periodsOf(period(milliseconds))).toHaveLength(count),
);

test.each([hour / 4 - 1, 0, -hour])('%i milliseconds are too short for an export', (milliseconds) =>
  expect(() => periodsOf(period(milliseconds))).toThrow('at least 15 minutes'),
);

test('an export to a bucket of another account names its owner, without which DynamoDB refuses', async () => {
  const sent: { input: object }[] = [];
  const send = async (command: { input: object }) => {
    sent.push(command);
    return { Table: { TableArn: 'arn' }, ExportDescription: { ExportStatus: 'COMPLETED' } };
  };
  const order = {
    table: 'table',
    bucket: 'bucket',
    prefix: undefined,
    period: undefined,
    wait: async () => {},
  };
  const client = { send } as unknown as DynamoDBClient;
  for (const owner of ['123456789012', undefined]) {
    await exportTable(client, { ...order, owner });
    expect(sent.at(-1)?.input).toMatchObject({ S3Bucket: 'bucket', S3BucketOwner: owner });
  }
});

test('a sum that is too large for a number has all of its digits in the rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-export-'));
  try {
    const amount = '12345678901234567890';
    const payout = {
      pk: { S: `payout#${'a'.repeat(24)}` },
      sk: { S: 'payout' },
      amount: { N: amount },
      carried: { M: { in: { N: '0' }, out: { N: '0' } } },
    };
    writeFileSync(join(folder, 'data.json.gz'), gzipSync(JSON.stringify({ Item: payout })));
    const command = [
      '--import',
      'tsx',
      'lib/operator/export/decode.ts',
      folder,
      '--into',
      join(folder, 'rows'),
    ];
    execFileSync(process.execPath, command, { stdio: 'pipe' });
    expect(readFileSync(join(folder, 'rows', 'payouts.ndjson'), 'utf8')).toContain(`"amount":${amount}}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { allEvidence } from '#domain/disputes/evidence-limits.ts';
import { exportTable, periodsOf } from '../../../lib/operator/export/export-table.ts';
import { rowOf } from '../../../lib/operator/export/rows.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';

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

test('an incremental export asks for its period, waits for its end, and says why DynamoDB could not', async () => {
  const states = ['IN_PROGRESS', 'IN_PROGRESS', 'COMPLETED'];
  const sent: { constructor: { name: string }; input: Record<string, unknown> }[] = [];
  const send = async (command: (typeof sent)[number]) => {
    sent.push(command);
    if (command.constructor.name === 'DescribeTableCommand') return { Table: { TableArn: 'arn' } };
    const ExportStatus = states.shift() ?? 'FAILED';
    const failure = { FailureCode: 'S3AccessDenied', FailureMessage: 'No access' };
    return {
      ExportDescription: { ExportStatus, ExportManifest: 'manifest', ExportArn: 'export', ...failure },
    };
  };
  const wait = jest.fn(async () => {});
  const times = period(hour);
  const order = { table: 'table', bucket: 'b', owner: undefined, prefix: 'p', period: times, wait };
  const client = { send } as unknown as DynamoDBClient;
  expect(await exportTable(client, order)).toBe('manifest');
  expect(wait).toHaveBeenCalledTimes(2);
  expect(sent[1]?.input).toEqual({
    ...{ TableArn: 'arn', S3Bucket: 'b', S3BucketOwner: undefined, S3Prefix: 'p' },
    ...{ ExportFormat: 'DYNAMODB_JSON', ExportType: 'INCREMENTAL_EXPORT' },
    IncrementalExportSpecification: {
      ...{ ExportFromTime: times.from, ExportToTime: times.to, ExportViewType: 'NEW_IMAGE' },
    },
    ClientToken: expect.stringMatching(/^[0-9a-f]{36}$/),
  });
  expect(sent.at(-1)?.input).toEqual({ ExportArn: 'export' });
  await expect(exportTable(client, order)).rejects.toThrow('S3AccessDenied: No access');
  // A repeat names the same export by its token, and an export of another period has another token.
  await exportTable(client, { ...order, period: period(2 * hour) }).catch(() => {});
  const tokens = sent.flatMap(({ input }) => (input.ClientToken ? [input.ClientToken] : []));
  expect([tokens[0] === tokens[1], tokens[1] === tokens[2]]).toEqual([true, false]);
});

describe('a row of an export', () => {
  const [id, merchantId] = ['a'.repeat(24), 'b'.repeat(24)];
  const item = (pk: string, sk: string, fields: object) =>
    marshall({ pk: `${pk}#${id}`, sk, merchantId, test: true, ...fields }, { removeUndefinedValues: true });
  const rowsOf = (...lines: object[]) => lines.map((line) => rowOf(JSON.stringify(line)));
  const line = { kind: 'refund', amount: { currency: 'JPY', amount: 1500 }, balance: -912, fee: 34 };

  test('a row of an export is in the dataset of its kind, with the fields of the API', () => {
    const merchant = {
      ...{ id, currency: 'EUR', email: 'e', website: 'w', descriptor: 'd', company: { country: 'DK' } },
      ...{ key: 'public', bank: { iban: 'DK5000400440116243' } },
    };
    const link = { id, amount: 100, currency: 'EUR', uses: 2, paid: 1, text: 'Tea', reference: 'R' };
    const alert = { id, transactionId: 't', amount: 5, reason: { code: 83, title: 'x' }, due: 'due' };
    const created = expect.any(String);
    expect(
      rowsOf(
        { Item: item('merchant', '#merchant', merchant) },
        { Item: item('line', 'line', { ...line, id, listPk: `merchant#${merchantId}#lines`, listSk: id }) },
        { Item: item('dispute', 'alert', alert) },
        { Item: item('fraud', 'alert', { id, transactionId: 't', reason: 1 }) },
        { Item: item('link', '#link', link) },
      ),
    ).toEqual([
      {
        dataset: 'merchants',
        row: {
          ...{ id, test: true, created, name: null, currency: 'EUR', email: 'e', website: 'w' },
          ...{ descriptor: 'd', country: 'DK' },
        },
      },
      {
        dataset: 'lines',
        row: {
          ...{
            id,
            merchantId,
            test: true,
            created,
            bookedAt: expect.any(String),
            refund: true,
            amount: line.amount,
          },
          ...{ balance: -912, fee: 34 },
        },
      },
      {
        dataset: 'disputes',
        row: {
          ...{ ...alert, merchantId, created, status: null, stage: null, accepts: allEvidence },
          ...{ eligibility: null, contestFee: null, evidence: null },
        },
      },
      { dataset: 'frauds', row: { id, merchantId, transactionId: 't', created, reason: 1 } },
      {
        dataset: 'links',
        row: {
          ...{ id, merchantId, test: true, created, amount: 100, currency: 'EUR', reference: 'R' },
          ...{ uses: 2, paid: 1 },
        },
      },
    ]);
  });

  test('a row of an export tells when its item has changed, or that it is gone, and internal items have none', () => {
    const Keys = { pk: { S: `line#${id}` }, sk: { S: 'line' } };
    const Metadata = { WriteTimestampMicros: { N: '1764000000123000' } };
    const written = '2025-11-24T16:00:00.123Z';
    const NewImage = item('line', 'line', { ...line, id });
    expect(rowsOf({ Keys, Metadata, NewImage }, { Keys, Metadata })).toMatchObject([
      { dataset: 'lines', row: { id, balance: -912, written } },
      { dataset: 'lines', row: { id, deleted: true, written } },
    ]);
    const internal = [
      item('apiKey', 'app', {}),
      item('app', '#app', {}),
      item('merchant', 'app#1', {}),
      item('merchant', 'webhook#1', {}),
      item('tx', 'operation', {}),
      item('session', '#session', {}),
      item('line', 'other', {}),
    ];
    expect(rowsOf(...internal.map((Item) => ({ Item })))).toEqual(internal.map(() => undefined));
  });

  test('a row of an export of a payment has neither its trail nor the custom data of its customer', () => {
    const payment = { ...somePayment(someMerchant()), custom: { name: 'Ann' } };
    const [found] = rowsOf({ Item: item('tx', '#transaction', payment) });
    expect(found).toMatchObject({ dataset: 'transactions', row: { amount: 1000, currency: 'EUR' } });
    for (const field of ['custom', 'trail']) expect(found?.row).not.toHaveProperty(field);
  });
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
      'lib/operator/export/main.ts',
      'decode',
      folder,
      '--into',
      join(folder, 'rows'),
    ];
    execFileSync(process.execPath, command, { stdio: 'pipe' });
    // A second run would mix the rows of both.
    expect(() => execFileSync(process.execPath, command, { stdio: 'pipe' })).toThrow('EEXIST');
    expect(readFileSync(join(folder, 'rows', 'payouts.ndjson'), 'utf8')).toContain(`"amount":${amount}}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

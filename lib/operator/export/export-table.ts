import { createHash } from 'node:crypto';
import {
  DescribeExportCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';

const hour = 60 * 60 * 1000;

/** The longest and the shortest time of an incremental export, in milliseconds: limits of DynamoDB. */
const limits = { most: 24 * hour, least: hour / 4 };

export interface Period {
  from: Date;
  to: Date;
}

/**
 * Divides a period into shorter ones that DynamoDB can export, each beginning where the previous one ends.
 *
 * @throws Error if the time is shorter than 15 minutes
 */
export function periodsOf({ from, to }: Period): Period[] {
  const [start, end] = [from.getTime(), to.getTime()];
  if (end - start < limits.least)
    throw new Error('An export covers at least 15 minutes, so --to must be later');
  const count = Math.ceil((end - start) / limits.most);
  // Equal periods, as the last one could otherwise be too short.
  const at = (n: number) => new Date(start + Math.floor(((end - start) * n) / count));
  return Array.from({ length: count }, (_, n) => ({ from: at(n), to: at(n + 1) }));
}

/**
 * Exports a table to a bucket: all of it, or what has changed in a period. A repeat within eight hours finds the export
 * that was started before.
 *
 * @returns the name of the file in the bucket that lists the files of the export
 * @throws Error if DynamoDB could not export
 */
export async function exportTable(
  client: DynamoDBClient,
  { table, bucket, owner, prefix, period, wait }: ExportOrder,
): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const request = {
    TableArn: Table?.TableArn,
    S3Bucket: bucket,
    S3BucketOwner: owner,
    S3Prefix: prefix,
    ExportFormat: 'DYNAMODB_JSON' as const,
    ...(period && {
      ExportType: 'INCREMENTAL_EXPORT' as const,
      IncrementalExportSpecification: {
        ExportFromTime: period.from,
        ExportToTime: period.to,
        ExportViewType: 'NEW_IMAGE' as const,
      },
    }),
  };
  // All full exports that are requested within an hour count as one export, as the time of a full export is the
  // time of its request.
  const asked = JSON.stringify([request, period ? '' : new Date().toISOString().slice(0, 13)]);
  const ClientToken = createHash('sha256').update(asked).digest('hex').slice(0, 36);
  const { ExportDescription } = await client.send(
    new ExportTableToPointInTimeCommand({ ...request, ClientToken }),
  );
  for (let state = ExportDescription; ; ) {
    if (state?.ExportStatus === 'COMPLETED') return state.ExportManifest ?? '';
    if (state?.ExportStatus === 'FAILED')
      throw new Error(`DynamoDB could not export: ${state.FailureCode}: ${state.FailureMessage}`);
    await wait();
    ({ ExportDescription: state } = await client.send(
      new DescribeExportCommand({ ExportArn: state?.ExportArn }),
    ));
  }
}

interface ExportOrder {
  table: string;
  bucket: string;
  /** The account that owns the bucket; undefined if it is the account of the table. */
  owner: string | undefined;
  prefix: string | undefined;
  /** Undefined for a full export. */
  period: Period | undefined;
  /** Waits before the state of the export is read again. */
  wait: () => Promise<unknown>;
}

/**
 * `npm run export -- production --bucket my-warehouse`: lets DynamoDB export the table of a stage to a bucket, from
 * its backups: the whole table, or the changes of a period. It uses no capacity of the table. `npm run export -- decode`
 * converts the files of an export.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseOptions, readOrUsage } from '../../command-line.ts';
import { fail } from '../fail.ts';
import { openTable, stageIn } from '../stage-table.ts';
import { timeOf } from '../time-of.ts';
import { decode } from './decode.ts';
import { exportTable, type Period, periodsOf } from './export-table.ts';

const usage = `npm run export -- [sandbox | production] --bucket <name> [--bucket-owner <account>] [--prefix <text>] [--from <time> --to <time>] [--profile <name>]
       npm run export -- decode <folder> --into <folder>

  --bucket        the bucket for the files; the credentials must be allowed to write to it
  --bucket-owner  the number of the account that owns the bucket, if it is another account than that of the stage
  --prefix        the beginning of the names of the files in the bucket
  --from          exports only what has changed since this time, for example 2026-01-01T00:00:00Z, at most 35 days ago
  --to            … and before this time`;

const [command, ...args] = process.argv.slice(2);
await (command === 'decode' ? decode(args) : exportStage());

async function exportStage(): Promise<void> {
  const { stage, bucket, owner, prefix, period, profile } = readOrUsage(usage, read);

  try {
    const { stack, client, table } = await openTable(stage, profile);
    for (const part of period ? periodsOf(period) : [undefined]) {
      const what = part ? `${part.from.toISOString()} to ${part.to.toISOString()}` : 'all';
      console.log(`${stack}: exports ${what}`);
      const manifest = await exportTable(client, {
        ...{ table, bucket, owner, prefix, period: part },
        wait: () => sleep(5_000),
      });
      console.log(`${stack}: s3://${bucket}/${manifest}`);
    }
    if (period) console.log(`\nThe next export begins with --from ${period.to.toISOString()}`);
  } catch (error) {
    fail((error as Error).message);
  }
}

function read() {
  const { values, positionals } = parseOptions({
    options: {
      bucket: { type: 'string' },
      'bucket-owner': { type: 'string' },
      prefix: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      profile: { type: 'string' },
    },
    allowPositionals: true,
  });
  const stage = stageIn(positionals);
  const { bucket, 'bucket-owner': owner, prefix, from, to, profile } = values;
  if (!bucket) throw new Error('Give the bucket with --bucket');
  if (owner !== undefined && !/^\d{12}$/.test(owner))
    throw new Error(`--bucket-owner must be an account's number, of 12 digits; got "${owner}"`);
  if ((from === undefined) !== (to === undefined)) throw new Error('Give both --from and --to, or neither');
  const period: Period | undefined =
    from === undefined || to === undefined
      ? undefined
      : { from: timeOf('--from', from), to: timeOf('--to', to) };
  return { stage, bucket, owner, prefix, period, profile };
}

/**
 * `npm run restore -- production --to 2026-01-01T12:00:00Z`: restores the table of a stage into a new one, and prints the
 * setting with which the stage uses it. Nothing of the stage changes before that setting is deployed.
 */
import { parseOptions, readOrUsage } from '../../command-line.ts';
import { fail } from '../fail.ts';
import { openTable, stageIn } from '../stage-table.ts';
import { timeOf } from '../time-of.ts';
import { restoreTable } from './restore-table.ts';

const usage = `npm run restore -- [sandbox | production] (--to <time> | --latest) [--profile <name>]

  --to      restores the data of this time, for example 2026-01-01T12:00:00Z, at most 35 days ago
  --latest  restores the latest data that DynamoDB can restore, some minutes old`;

const { stage, time, profile } = readOrUsage(usage, read);

try {
  const { stack, client, table: source } = await openTable(stage, profile);
  const from = { stack, table: source, time, isProtected: stage === 'production' };
  const { table, stream } = await restoreTable(client, from, (line) => console.log(`${stack}: ${line}`));
  console.log(`
${table} is ready, and nothing uses it yet. Add this to stages/${stage}.json:

  "restoredTable": "${stream}"

Then deploy, and check the books (docs/recovery.md):

  npm run deploy -- ${stage} --allow Table --allow restoredTable`);
} catch (error) {
  fail((error as Error).message);
}

function read() {
  const { values, positionals } = parseOptions({
    options: {
      to: { type: 'string' },
      latest: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
    allowPositionals: true,
  });
  const stage = stageIn(positionals);
  if (values.latest === (values.to !== undefined)) throw new Error('Give either --to or --latest');
  const time = values.to === undefined ? undefined : timeOf('--to', values.to);
  return { stage, time, profile: values.profile };
}

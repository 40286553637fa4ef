/**
 * `npm run backfill -- --stage production`: gives the items of earlier releases the shape of the deployed one. A run that
 * was interrupted continues where it was; a repeat changes nothing.
 */
import { parseArgs } from 'node:util';
import { invokeJob } from './invoke-job.ts';

const usage = `Usage: npm run backfill -- [--stage sandbox | --local]

  --stage  the deployed stage, sandbox or production (needs the AWS CLI)
  --local  the Florin that \`npm start\` runs here (AWS_PORT, 3003)`;

interface Backfilled {
  version: number;
  done: boolean;
  changed: number;
}

const target = read();
let changed = 0;
for (;;) {
  const run = await invokeJob<Backfilled>('Backfill', {}, target);
  changed += run.changed;
  console.log(`${changed} items changed${run.done ? `; all items have shape ${run.version}` : ''}`);
  if (run.done) break;
}

function read() {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string', default: 'sandbox' },
        local: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch {}
  console.error(usage);
  process.exit(2);
}

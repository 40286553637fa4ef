/**
 * `npm run reread -- PublishEvents --from 2026-01-01T12:00:00Z`: has a job work again on records of the table's stream,
 * after an error in the job has lost or spoiled webhooks or mails. The stream goes back 24 hours.
 */
import { parseArgs } from 'node:util';
import { invokeJob } from './invoke-job.ts';

const usage = `Usage: npm run reread -- PublishEvents|SendMail [--from 2026-01-01T12:00:00Z] [--to 2026-01-01T13:00:00Z] [--stage sandbox | --local]

  PublishEvents  makes the webhooks' events that are missing; those that exist are not made or sent again
  SendMail       sends the mails that were not sent
  --from, --to   only changes of this time; without them all of the last 24 hours
  --stage        the deployed stage, sandbox or production (needs the AWS CLI)
  --local        the Florin that \`npm start\` runs here (AWS_PORT, 3003)`;

interface Reread {
  to: string;
  read: number;
  sent: number;
  after?: object;
}

const { job, from, to, stage, local } = read();
let event: object = { job, from, to };
const total = { read: 0, sent: 0 };
for (;;) {
  const done = await invokeJob<Reread>('RereadStream', event, { stage, local });
  total.read += done.read;
  total.sent += done.sent;
  console.log(`${total.read} records read, ${total.sent} sent to ${job}`);
  if (!done.after) break;
  event = { job, from, to: done.to, after: done.after };
}

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        stage: { type: 'string', default: 'sandbox' },
        local: { type: 'boolean', default: false },
      },
    });
    const [job, ...others] = positionals;
    if (job && others.length === 0) return { job, ...values };
  } catch {}
  console.error(usage);
  process.exit(2);
}

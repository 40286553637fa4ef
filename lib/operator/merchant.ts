/**
 * `npm run merchant -- connect <id> --acquirer <name> --account <its id there>`: connects a live merchant with its
 * account at an acquirer, and has the acquirer report events to this stage; `enable` only connects it, `disable` takes
 * that back. `books <id>` shows what the acquirer's books and the merchant's ledger differ in, settles a case of it, or
 * has a past period compared. Invokes a function that only operators may: of a deployed stage with the AWS
 * CLI and its credentials, of `npm start` with `--local`.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { acquirerNames } from '../../functions/core/acquirer/names.ts';
import { aws, invokeJob } from './invoke-job.ts';

const usage = `Usage: npm run merchant -- connect|enable|disable <merchant id> --acquirer ${acquirerNames.join('|')} [--account <its id there>] [--hold usual|extended] [--increments yes|no] [--fee 1.5%+20EUR|none] [--fee-refund keep|return] [--stage sandbox | --local]
       npm run merchant -- books <merchant id> [--settle <case> --as explained|adjusted --note <why> [--by <who>]]
       npm run merchant -- books <merchant id> --from 2026-01-01 --to 2026-02-01

  connect    checks the key's rights and the account, connects the merchant, and makes the webhook endpoint at the
             acquirer (for connected accounts, with --account), of the API version that Florin reads
  enable     the same without the endpoint; disable takes no new payments
  --hold     extended has banks hold authorized money for longer, if the account has such authorizations; usual takes
             that back; without it nothing changes
  --increments  yes lets the merchant raise the amounts of authorizations, if the account has that (docs/live-payments.md)
  --fee      what your platform takes of each capture: a percentage, and minor units of each currency that has a flat part
  --fee-refund  return gives the merchant the fee's part back with each refund; keep, the default, does not
  --settle   a case that \`books\` shows; --as explained keeps the note, adjusted writes a line as well
  --by       who settles it; without it the name of whoever runs this
  --from     has the days from this one until the one before --to compared with the acquirer's books
  --account  the merchant's account at the acquirer; without it the account whose key the stage has
  --stage    the deployed stage, sandbox or production (needs the AWS CLI)
  --local    the Florin that \`npm start\` runs here (AWS_PORT, 3003)`;

const given = read();
const { command, id, acquirer, account, stage, local, settle, as, by, note, from, to } = given;
const { hold, increments, fee, 'fee-refund': feeRefund } = given;
const isBooks = command === 'books';
const job = isBooks ? 'ReviewBooks' : 'EnableMerchant';
const eventsUrl =
  command === 'connect' && !local ? `${baseUrlOf(stage)}/acquirers/${acquirer}/events` : undefined;
const event = isBooks
  ? { merchantId: id, settle, as, by: settle && (by ?? userInfo().username), note, from, to }
  : {
      merchantId: id,
      acquirer,
      account,
      hold,
      increments,
      fee,
      feeRefund,
      enabled: command !== 'disable',
      eventsUrl,
    };
const payload = await invokeJob(job, event, { stage, local });
console.log(JSON.stringify(payload, undefined, isBooks ? 2 : undefined));
if (command === 'connect' && local)
  console.error('No webhook endpoint was made: an acquirer cannot reach this machine; forward events to it');

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        acquirer: { type: 'string' },
        account: { type: 'string' },
        hold: { type: 'string' },
        increments: { type: 'string' },
        fee: { type: 'string' },
        'fee-refund': { type: 'string' },
        stage: { type: 'string', default: 'sandbox' },
        local: { type: 'boolean', default: false },
        settle: { type: 'string' },
        as: { type: 'string' },
        by: { type: 'string' },
        note: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
      },
    });
    const [command, id, ...rest] = positionals;
    if (command === 'books' && id && !values.acquirer && rest.length === 0) return { command, id, ...values };
    if (
      command &&
      ['connect', 'enable', 'disable'].includes(command) &&
      id &&
      values.acquirer &&
      rest.length === 0
    )
      return { command, id, ...values };
  } catch {}
  console.error(usage);
  process.exit(2);
}

function baseUrlOf(stage: string): string {
  const query = "Stacks[0].Outputs[?OutputKey=='BaseUrl'].OutputValue";
  const url = aws('cloudformation', 'describe-stacks', '--stack-name', `florin-${stage}`, [
    '--query',
    query,
    '--output',
    'text',
  ]);
  return url.trim().replace(/\/$/, '');
}

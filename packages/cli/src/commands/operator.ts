import { userInfo } from 'node:os';
import { printCsv } from '../../../../functions/core/basics/csv.ts';
import { allMonthsColumns, allMonthsRows } from '../../../../functions/core/presenters/all-months-csv.ts';
import type { ClosedMonth } from '../../../florin/src/index.ts';
import { baseUrlOf } from '../aws.ts';
import { type Command, type Flag, type Input, text } from '../command.ts';
import { exitCodes } from '../failures.ts';
import { checkAcquirer, runJob, targetFlags, targetOf } from '../job.ts';
import { fields } from '../output.ts';

const accountFlags: Record<string, Flag> = {
  acquirer: { type: 'string', value: 'NAME', says: 'the acquirer: stripe', required: true },
  account: { type: 'string', value: 'ID', says: 'its account there; `own`: that of the stage’s key' },
};

const settingFlags: Record<string, Flag> = {
  hold: { type: 'string', value: 'usual|extended', says: 'how long banks hold authorized money' },
  increments: { type: 'string', value: 'yes|no', says: 'whether authorized amounts can be raised' },
  fee: { type: 'string', value: '1.5%+20EUR|none', says: 'what your platform takes of each capture' },
  'fee-refund': { type: 'string', value: 'keep|return', says: 'what a refund does with its part' },
};

const connect: Command = {
  summary: 'Connects a live merchant with its account at an acquirer',
  arguments: ['<merchant>'],
  flags: { ...accountFlags, ...settingFlags, ...targetFlags },
  hasNoProfile: true,
  notes: `Checks the rights of the acquirer’s key and the account, and makes the webhook
endpoint at the acquirer (not with --local: an acquirer cannot reach this
machine). Without --account a merchant stays with its account; a new merchant
gets that of the stage’s key. A setting that is left out stays as it is.
Settings need an account that has them, and a fee needs a connected account.
docs/live-payments.md says more.`,
  async run(input) {
    const target = targetOf(input);
    const acquirer = text(input, 'acquirer') ?? '';
    const events = 'stage' in target && `${await baseUrlOf(target.stage)}/acquirers/${acquirer}/events`;
    await changeConnection(input, { enabled: true, ...(events && { eventsUrl: events }) });
    if (!events)
      input.out.note(
        'No webhook endpoint was made: an acquirer cannot reach this machine; forward events to it',
      );
  },
};

const enable: Command = {
  summary: 'Connects a merchant as `connect` does, without an endpoint',
  arguments: ['<merchant>'],
  flags: { ...accountFlags, ...settingFlags, ...targetFlags },
  hasNoProfile: true,
  run: (input) => changeConnection(input, { enabled: true }),
};

const check: Command = {
  summary: 'Checks the rights of the acquirer’s key and the account',
  arguments: ['<merchant>'],
  flags: targetFlags,
  hasNoProfile: true,
  notes: `Sends every request of the adapter once, without an effect, as \`connect\` does,
and changes nothing. Exits with 1 if a right is missing, or if the account
cannot take payments.`,
  async run(input) {
    const checked = await checkAcquirer(input.positionals[0] ?? '', targetOf(input));
    input.out.result(checked, fields(checked));
    if (checked.missing.length + checked.faults.length > 0) process.exitCode = exitCodes.refused;
  },
};

const disable: Command = {
  summary: 'Takes no new payments of a live merchant',
  arguments: ['<merchant>'],
  flags: { ...accountFlags, ...targetFlags },
  hasNoProfile: true,
  notes: 'Payments that are authorized can still be captured, refunded and voided.',
  run: (input) => changeConnection(input, { enabled: false }),
};

const retire: Command = {
  summary: 'Stops comparing an account that its owner disconnected',
  arguments: ['<merchant>'],
  flags: {
    ...accountFlags,
    note: { type: 'string', value: 'TEXT', says: 'why; it is kept with the account', required: true },
    by: { type: 'string', value: 'NAME', says: 'who retires it; else your name here' },
    ...targetFlags,
  },
  hasNoProfile: true,
  notes: `Only for an account that the acquirer does not show any more. The ledger’s part
of its money is a case the next night: settle it with \`operator books\`. Open
operations at the account end as unknown within two hours. A later
\`operator connect\` has the account compared again.`,
  run: (input) => changeConnection(input, { retire: true, note: text(input, 'note'), by: operatorOf(input) }),
};

/** The operator's name, which is stored with the decision. */
const operatorOf = (input: Input): string => text(input, 'by') ?? userInfo().username;

async function changeConnection(input: Input, more: object): Promise<void> {
  const names = [...Object.keys(accountFlags), ...Object.keys(settingFlags)];
  const given = names.map((name) => [name === 'fee-refund' ? 'feeRefund' : name, text(input, name)]);
  const event = { merchantId: input.positionals[0], ...Object.fromEntries(given), ...more };
  const connected = await runJob('EnableMerchant', event, targetOf(input));
  input.out.result(connected, fields(connected));
}

interface Reviewed {
  cases?: object[];
  settled?: object;
  started?: object;
}

const books: Command = {
  summary: 'Compares an acquirer’s balance transactions with a ledger',
  arguments: ['<merchant>'],
  flags: {
    settle: { type: 'string', value: 'CASE', says: 'settles a case that `books` shows' },
    as: { type: 'string', value: 'explained|adjusted', says: 'adjusted writes a line as well' },
    note: { type: 'string', value: 'TEXT', says: 'why; it is kept with the case' },
    by: { type: 'string', value: 'NAME', says: 'who settles it; else your name here' },
    from: { type: 'string', value: 'DAY', says: 'compares a past period: since this day, 2026-01-01' },
    to: { type: 'string', value: 'DAY', says: 'until the day before this one, 2026-02-01' },
    ...targetFlags,
  },
  hasNoProfile: true,
  async run(input) {
    const settle = text(input, 'settle');
    const by = settle && operatorOf(input);
    const given = ['as', 'note', 'from', 'to'].map((name) => [name, text(input, name)]);
    const event = { merchantId: input.positionals[0], settle, by, ...Object.fromEntries(given) };
    const reviewed = await runJob<Reviewed>('ReviewBooks', event, targetOf(input));
    input.out.result(reviewed, reviewText(reviewed));
  },
};

function reviewText({ cases = [], settled, started }: Reviewed): string {
  if (settled) return fields(settled);
  if (started) return `The comparison has begun:\n${fields(started)}`;
  return cases.map(fields).join('\n\n') || 'No cases.';
}

interface ListedMonths {
  merchants: { merchantId: string; name: string; currency: string; month?: ClosedMonth }[];
  before?: string;
}

const months: Command = {
  summary: 'Prints the CSV of a month of all merchants',
  arguments: ['<month>'],
  flags: {
    test: { type: 'boolean', says: 'test merchants in place of live ones' },
    ...targetFlags,
  },
  hasNoProfile: true,
  async run(input) {
    const [month] = input.positionals;
    const all: ListedMonths['merchants'] = [];
    let before: string | undefined;
    do {
      const event = { month, before, test: input.values.test === true };
      const page = await runJob<ListedMonths>('ListMonths', event, targetOf(input));
      all.push(...page.merchants);
      before = page.before;
    } while (before !== undefined);
    if (input.out.isJson) input.out.result(all, '');
    else process.stdout.write(printCsv([allMonthsColumns, ...all.flatMap(allMonthsRows)]));
  },
};

interface PageRun {
  id: string;
  time: string;
  manifest: string;
  equal: string[];
  unreachable: { page: string; reason: string }[];
  reported: PageDifference[];
  open: PageDifference[];
  explained: string[];
}

interface PageDifference {
  page: string;
  findings: { kind: string; detail: string }[];
}

const page: Command = {
  summary: 'Prints the checks of the payment page for an assessor, as CSV',
  flags: {
    from: { type: 'string', value: 'DAY', says: 'since this day, 2026-01-01; at most 400 days ago' },
    to: { type: 'string', value: 'DAY', says: 'until the day before this one, 2027-01-01' },
    manifest: { type: 'boolean', says: 'instead the scripts, styles and headers of this release' },
    run: { type: 'boolean', says: 'instead checks the page now' },
    ...targetFlags,
  },
  hasNoProfile: true,
  notes: `Each line of the CSV is a check of an hour: its result, the number of pages that
were equal, and what differed. --json has the whole record of each check, with
the manifest of each release. docs/pci-dss.md says how to use it.`,
  async run(input) {
    const target = targetOf(input);
    if (input.values.manifest) {
      const manifest = await runJob<{ parts: object[] }>('WatchPage', { manifest: true }, target);
      return input.out.result(manifest, manifest.parts.map(fields).join('\n\n'));
    }
    if (input.values.run) {
      const run = await runJob<PageRun>('WatchPage', {}, target);
      input.out.result(run, checkRow(run).join('\n'));
      if (run.reported.length > 0) process.exitCode = exitCodes.refused;
      return;
    }
    const all: PageRun[] = [];
    let before: string | undefined;
    do {
      const evidence = { from: text(input, 'from'), to: text(input, 'to'), before };
      const part = await runJob<{ runs: PageRun[]; before?: string }>('WatchPage', { evidence }, target);
      all.push(...part.runs);
      before = part.before;
    } while (before !== undefined);
    if (input.out.isJson) input.out.result(all, '');
    else process.stdout.write(printCsv([checkColumns, ...all.map(checkRow)]));
  },
};

const checkColumns = [
  'time',
  'run',
  'manifest',
  'result',
  'equal',
  'reported',
  'open',
  'explained',
  'unreachable',
];

function checkRow({
  id,
  time = '',
  manifest,
  equal,
  reported,
  open,
  explained,
  unreachable,
}: PageRun): string[] {
  const of = (differences: PageDifference[]) =>
    differences
      .map(
        ({ page, findings }) =>
          `${page}: ${findings.map(({ kind, detail }) => `${kind} ${detail}`).join(', ')}`,
      )
      .join('; ');
  const found = [
    ...(reported.length > 0 ? ['changed'] : []),
    ...(open.length > 0 ? ['to be checked again'] : []),
    ...(unreachable.length > 0 ? ['not reachable'] : []),
  ];
  return [
    ...[time, id, manifest, found.join(', ') || 'equal', String(equal.length), of(reported), of(open)],
    ...[explained.join('; '), unreachable.map(({ page, reason }) => `${page}: ${reason}`).join('; ')],
  ];
}

const reread: Command = {
  summary: 'Has a job work again on changes of the last 24 hours',
  arguments: ['<PublishEvents|SendMail>'],
  choices: ['PublishEvents', 'SendMail'],
  flags: {
    from: { type: 'string', value: 'TIME', says: 'only changes since 2026-01-01T12:00:00Z' },
    to: { type: 'string', value: 'TIME', says: 'only changes before this time' },
    ...targetFlags,
  },
  hasNoProfile: true,
  notes: `After an error in the job that has lost or spoiled webhooks or mails.
PublishEvents makes the events that are missing; those that exist are not made
or sent again. SendMail sends the mails that were not sent.`,
  async run(input) {
    const [job] = input.positionals;
    const target = targetOf(input);
    const total = { read: 0, sent: 0 };
    let event: object = { job, from: text(input, 'from'), to: text(input, 'to') };
    for (;;) {
      const done = await runJob<{ to: string; read: number; sent: number; after?: object }>(
        'RereadStream',
        event,
        target,
      );
      total.read += done.read;
      total.sent += done.sent;
      input.out.item(total, `${total.read} records read, ${total.sent} sent to ${job}`);
      if (!done.after) return;
      event = { job, from: text(input, 'from'), to: done.to, after: done.after };
    }
  },
};

const backfill: Command = {
  summary: 'Gives items of earlier releases the shape of this one',
  flags: targetFlags,
  hasNoProfile: true,
  notes: 'A run that was interrupted goes on where it was. A repeat changes nothing.',
  async run(input) {
    const target = targetOf(input);
    for (let changed = 0, isDone = false; !isDone; ) {
      const run = await runJob<{ version: number; done: boolean; changed: number }>('Backfill', {}, target);
      changed += run.changed;
      isDone = run.done;
      const shape = isDone ? `; all items have shape ${run.version}` : '';
      input.out.item({ ...run, changed }, `${changed} items changed${shape}`);
    }
  },
};

export const operator: Record<string, Command> = {
  'operator connect': connect,
  'operator enable': enable,
  'operator check': check,
  'operator disable': disable,
  'operator retire': retire,
  'operator books': books,
  'operator months': months,
  'operator page': page,
  'operator reread': reread,
  'operator backfill': backfill,
};

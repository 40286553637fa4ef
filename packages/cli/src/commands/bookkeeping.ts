import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printCsv } from '../../../../functions/core/basics/csv.ts';
import {
  bookkeepingOf,
  type Program,
  programs,
} from '../../../../functions/core/domain/ledger/bookkeeping.ts';
import { entryOf } from '../../../../functions/core/domain/ledger/journal.ts';
import { isMonth, kindOfLine } from '../../../../functions/core/domain/ledger/month.ts';
import { dayAt } from '../../../../functions/core/domain/merchants/days.ts';
import type { JournalFile } from '../../../../functions/core/presenters/journals/journal-file.ts';
import {
  bytesOf,
  type Grouping,
  groupingOf,
  journalFiles,
} from '../../../../functions/core/presenters/journals/journals.ts';
import { payoutLineColumns, payoutLineRow } from '../../../../functions/core/presenters/payout-csv.ts';
import { postingColumns, postingRows } from '../../../../functions/core/presenters/posting-csv.ts';
import { accountOf } from '../account.ts';
import { type Command, type Input, text } from '../command.ts';
import { UsageError } from '../failures.ts';
import { readMonth } from '../month-lines.ts';
import { fields, table } from '../output.ts';

function monthIn({ positionals }: Input): [merchantId: string, month: string] {
  const [merchantId = '', name = ''] = positionals;
  if (!isMonth(name)) throw new UsageError(`The month must be like \`2026-10\`; got \`${name}\`.`);
  return [merchantId, name];
}

const close: Command = {
  summary: 'Closes a month of a merchant’s ledger, for ever',
  arguments: ['<merchant>', '<month>'],
  notes: `Fixes the opening balance, the movements and the closing balance of a month that
has ended. Lines that are found later belong to the next month. Months are
closed in their order. A repeat prints the closed month.`,
  async run(input) {
    const [merchantId, month] = monthIn(input);
    const { florin } = accountOf(input);
    for (;;) {
      const answer = await florin.months.close(merchantId, { month });
      if (answer.state === 'closed') {
        const { accounts, pockets = [], late, funds, ...facts } = answer;
        const all = [...accounts.map((account) => ({ ...account, pocket: '' })), ...pockets];
        const rows = all.map(({ currency, pocket, opening, fees, closing, count, kinds }) => [
          ...[currency, pocket, opening],
          ...[kinds.capture, kinds.refund, kinds.dispute, kinds.payout, kinds.adjustment],
          ...[fees, closing, count],
        ]);
        const head = ['currency', 'pocket', 'opening', 'captures', 'refunds', 'disputes', 'payouts'];
        const sums = table([...head, 'adjustments', 'fees', 'closing', 'lines'], rows, '');
        input.out.result(answer, `${fields(facts)}\n\n${sums}\n\n${fields({ late, funds })}`);
        return;
      }
      input.out.note(`${answer.count} lines are counted so far`);
    }
  },
};

const list: Command = {
  summary: 'Lists the closed months of a merchant',
  arguments: ['<merchant>'],
  async run(input) {
    const { florin } = accountOf(input);
    const { months } = await florin.months.list(input.positionals[0] ?? '');
    const rows = months.flatMap(({ name, closedAt, accounts, pockets = [] }) =>
      [...accounts.map((account) => ({ ...account, pocket: '' })), ...pockets].map((account) => [
        ...[name, closedAt, account.currency, account.pocket, account.opening, account.closing],
      ]),
    );
    input.out.result(
      months,
      table(['month', 'closed', 'currency', 'pocket', 'opening', 'closing'], rows, 'No month is closed.'),
    );
  },
};

const postings: Command = {
  summary: 'Prints the CSV of a month in double entry',
  arguments: ['<merchant>', '<month>'],
  notes: 'A row for each posting. The amounts of a line sum to zero in each currency.',
  async run(input) {
    const [merchantId, name] = monthIn(input);
    const { month, lines } = await readMonth(accountOf(input).florin, merchantId, name);
    const rows = lines.flatMap((line) => postingRows({ ...line, kind: kindOfLine(line) }));
    if (input.out.isJson) input.out.result({ month, lines }, '');
    else process.stdout.write(printCsv([postingColumns, ...rows]));
  },
};

const exportFlags = {
  for: { type: 'string', value: programs.join('|'), says: 'the bookkeeping program', required: true },
  by: { type: 'string', value: 'line|day', says: 'an entry for each line (datev), or day (others)' },
  out: { type: 'string', value: 'FOLDER', says: 'writes the files here; else prints the only one' },
} as const;

const exportCommand: Command = {
  summary: 'Writes a closed month for Xero, QuickBooks or DATEV',
  arguments: ['<merchant>', '<month>'],
  flags: exportFlags,
  notes: `Each currency has a file of its own, and several if the program imports fewer
rows in one import. \`florin accounts\` shows and changes the accounts.`,
  async run(input) {
    const [merchantId, name] = monthIn(input);
    const program = text(input, 'for') as Program;
    if (!programs.includes(program))
      throw new UsageError(`--for must be one of ${programs.join(', ')}; got \`${program}\`.`);
    const grouping = (text(input, 'by') ?? groupingOf[program]) as Grouping;
    if (grouping !== 'line' && grouping !== 'day') throw new UsageError('--by must be `line` or `day`.');
    const { florin } = accountOf(input);
    const [{ closed, timeZone, currency, month, lines }, bookkeeping] = await Promise.all([
      readMonth(florin, merchantId, name),
      florin.bookkeeping.get(merchantId),
    ]);
    if (!closed)
      throw new Error(
        `${name} is open, so that its figures can change: \`florin month close ${merchantId} ${name}\``,
      );
    const days = {
      first: dayAt(Date.parse(month.from), timeZone),
      last: dayAt(Date.parse(month.to) - 1, timeZone),
    };
    const entries = lines.flatMap(
      (line) => entryOf({ ...line, kind: kindOfLine(line) }, timeZone, days.first) ?? [],
    );
    const files = journalFiles(program, entries, currency, grouping, {
      bookkeeping: bookkeepingOf(bookkeeping),
      month: name,
      days,
      now: Date.now(),
    });
    deliver(input, files);
  },
};

/** Writes files into a folder, or prints the only one. An existing file is never overwritten. */
function deliver(input: Input, files: readonly JournalFile[]): void {
  const folder = text(input, 'out');
  if (folder === undefined) {
    const [only] = files;
    if (!only || files.length > 1)
      throw new UsageError(`There are ${files.length} files: name a folder with --out.`);
    process.stdout.write(bytesOf(only));
    return;
  }
  const paths = files.map(({ name }) => join(folder, name));
  const known = paths.find((path) => existsSync(path));
  if (known) throw new Error(`${known} exists already`);
  mkdirSync(folder, { recursive: true });
  for (const [n, file] of files.entries()) writeFileSync(paths[n] ?? '', bytesOf(file), { flag: 'wx' });
  input.out.result({ files: paths }, paths.join('\n'));
}

const accounts: Command = {
  summary: 'Shows or changes the accounts of a bookkeeping program',
  arguments: ['<merchant>'],
  flags: {
    for: exportFlags.for,
    set: {
      type: 'string',
      value: 'NAME=VALUE,…',
      says: 'changes accounts and settings; empty: the default',
    },
  },
  notes: `For example \`--set disputes=471,fees:network=405\`, or for DATEV
\`--set consultant=29098,client=55003\`. Without --set it shows them.`,
  async run(input) {
    const [merchantId = ''] = input.positionals;
    const program = text(input, 'for') as Program;
    if (!programs.includes(program))
      throw new UsageError(`--for must be one of ${programs.join(', ')}; got \`${program}\`.`);
    const { florin } = accountOf(input);
    const set = text(input, 'set');
    const change = set === undefined ? undefined : { [program]: changeIn(set) };
    const all = change
      ? await florin.bookkeeping.update(merchantId, change)
      : await florin.bookkeeping.get(merchantId);
    const { accounts: map, ...settings } = all[program];
    input.out.result(all[program], fields({ ...settings, ...map }));
  },
};

/** The settings of programs, apart from their accounts. */
const settings: Record<string, (value: string) => unknown> = {
  taxRate: (value) => value,
  consultant: Number,
  client: Number,
  digits: Number,
  yearBegins: Number,
};

function changeIn(set: string): object {
  const change: Record<string, unknown> = {};
  const map: Record<string, string> = {};
  for (const pair of set.split(',')) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    if (!name) throw new UsageError(`--set takes NAME=VALUE; got \`${pair}\`.`);
    const read = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (read) change[name] = read(value);
    else map[name] = value;
  }
  return { ...change, ...(Object.keys(map).length > 0 && { accounts: map }) };
}

const payout: Command = {
  summary: 'Prints the CSV of a payout with its lines',
  arguments: ['<payout>'],
  async run(input) {
    const [payoutId = ''] = input.positionals;
    const { florin } = accountOf(input);
    const rows: ReturnType<typeof payoutLineRow>[] = [];
    let before: string | undefined;
    for (;;) {
      const { lines, ...payout } = await florin.payouts.get(payoutId, { limit: 1000, before });
      if (lines.length === 0) {
        if (input.out.isJson) input.out.result(payout, '');
        else process.stdout.write(printCsv([payoutLineColumns, ...rows.reverse()]));
        return;
      }
      rows.push(...lines.map((line) => payoutLineRow(payout, line)));
      before = lines.at(-1)?.id;
    }
  },
};

export const bookkeeping: Record<string, Command> = {
  'month close': close,
  'month list': list,
  postings,
  payout,
  export: exportCommand,
  accounts,
};

import { printCsv, printRows } from '../../../../functions/core/basics/csv.ts';
import {
  addEffect,
  bookLine,
  isMonth,
  monthOf,
  openAccounts,
} from '../../../../functions/core/domain/ledger/month.ts';
import {
  closingRows,
  monthColumns,
  monthRow,
  openingRows,
} from '../../../../functions/core/presenters/month-csv.ts';
import { accountOf } from '../account.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../failures.ts';
import { plain } from '../output.ts';

/** A cursor before all lines. The list after it begins with the oldest line. */
const start = '0'.repeat(24);

export const month: Command = {
  summary: 'Prints the CSV of a month of a merchant’s ledger',
  arguments: ['<merchant>', '<month>'],
  notes: `For example \`florin month 5f… 2026-10 > month.csv\`. The month is in the
time zone of the merchant, and has the money that was booked in it. The opening
balance and the net of all lines make the closing balance.`,
  async run(input) {
    const [merchantId = '', name = ''] = input.positionals;
    if (!isMonth(name)) throw new UsageError(`The month must be like \`2026-10\`; got \`${name}\`.`);
    const { florin } = accountOf(input);
    const { currency, timeZone } = await florin.merchants.get(merchantId);
    const chosen = monthOf(name, timeZone);
    const { from, to } = chosen;
    const limit = 1000;

    const opening = new Map<string, number>();
    for await (const line of florin.lines.list(merchantId, { limit, filter: { bookedTo: from } }))
      addEffect(opening, line, currency);
    const accounts = openAccounts(opening, currency);
    const rows: ReturnType<typeof monthRow>[] = [];
    const filter = { bookedFrom: from, bookedTo: to };
    for await (const line of florin.lines.list(merchantId, { limit, after: start, filter }))
      rows.push(monthRow(line, currency, bookLine(accounts, line, currency).closing));

    const table = [monthColumns, ...openingRows(chosen, accounts), ...rows, ...closingRows(chosen, accounts)];
    // A file gets the texts of customers unchanged. A terminal would interpret some of their characters.
    if (input.out.isJson || process.stdout.isTTY)
      input.out.result(
        { month: chosen, accounts: [...accounts.values()] },
        table.map((row) => plain(printRows([row]).trimEnd())).join('\n'),
      );
    else process.stdout.write(printCsv(table));
  },
};

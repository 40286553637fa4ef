import { printCsv, printRows } from '../../../../functions/core/basics/csv.ts';
import { isMonth, moneyMovedBy } from '../../../../functions/core/domain/ledger/month.ts';
import {
  closedRows,
  closingRows,
  monthColumns,
  monthRow,
  openingRows,
} from '../../../../functions/core/presenters/month-csv.ts';
import { accountOf } from '../account.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../failures.ts';
import { readStatement } from '../month-lines.ts';
import { plain } from '../output.ts';

export const month: Command = {
  summary: 'Prints the CSV of a month of a merchant’s ledger',
  arguments: ['<merchant>', '<month>'],
  notes: `For example \`florin month 5f… 2026-10 > month.csv\`. The month is in the
time zone of the merchant, and has the money that was booked in it. The opening
balance and the net of all lines make the closing balance. Standard error has
whether the month is closed, and what was found afterwards.`,
  async run(input) {
    const [merchantId = '', name = ''] = input.positionals;
    if (!isMonth(name)) throw new UsageError(`The month must be like \`2026-10\`; got \`${name}\`.`);
    const statement = await readStatement(accountOf(input).florin, merchantId, name);
    const { month: chosen, currency, closed, accounts, lines, later } = statement;
    const remarks = closed
      ? [
          `Closed on ${closed.closedAt} by ${closed.closedBy.email ?? closed.closedBy.id}. It never changes again.`,
          ...later.sums.map(
            ({ currency: of, pocket, net, month: part }) =>
              `${net} ${of}${pocket ? ` in ${pocket}` : ''} of this month (in minor units) was found after it was closed. It ${
                part ? `is part of ${part}` : 'will be part of the next month that is closed'
              }.`,
          ),
        ]
      : ['This month is not closed yet: lines that are found later still change it.'];

    const rows = lines.map(({ line, after }) => monthRow(line, currency, after));
    const table = [
      ...[monthColumns, ...openingRows(chosen, accounts), ...rows, ...closingRows(chosen, accounts)],
      ...(closed ? closedRows(closed, later.sums) : []),
    ];
    const printed = (part: typeof table) => part.map((row) => plain(printRows([row]).trimEnd())).join('\n');
    const lateRows = later.lines.map((line) =>
      monthRow(line, currency, moneyMovedBy(line, currency).balance),
    );
    for (const remark of input.out.isJson ? [] : remarks) input.out.note(remark);
    // A file gets the texts of customers unchanged. A terminal would interpret some of their characters.
    if (input.out.isJson || process.stdout.isTTY)
      input.out.result(
        {
          month: chosen,
          state: closed ? 'closed' : 'open',
          closed: closed ?? null,
          accounts: [...accounts.values()],
          later,
        },
        [
          printed(table),
          ...(lateRows.length > 0 ? ['', 'Found after closing:', printed(lateRows)] : []),
        ].join('\n'),
      );
    else process.stdout.write(printCsv(table));
  },
};

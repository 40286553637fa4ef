import { accountOf } from '../account.ts';
import type { Command } from '../command.ts';
import { table } from '../output.ts';

const percent = (basisPoints: number | null): string =>
  basisPoints === null ? '–' : `${(basisPoints / 100).toFixed(2)} %`;

export const ratios: Command = {
  summary: 'Shows the share of disputes that Visa and Mastercard watch',
  arguments: ['<merchant>'],
  notes: `Each month with its programs. A scheme acts if both the share and the least
number reach the threshold; of \`efm\`, the least is an amount in US dollars.
Florin warns at half of it. \`payments\` are those of the same month for Visa,
and of the month before for Mastercard.`,
  async run(input) {
    const { months } = await accountOf(input).florin.ratios.list(input.positionals[0] ?? '');
    const head = ['month', 'program', 'incidents', 'payments', 'share', 'threshold', 'least', 'level'];
    const rows = months.flatMap(({ ratios }) =>
      ratios.map(({ month, program, incidents, amount, payments, basisPoints, threshold, level }) => {
        const isAmount = program === 'efm';
        const dollars = (cents: number) => `USD ${(cents / 100).toFixed(2)}`;
        return [
          ...[month, program, isAmount ? `${incidents} (${dollars(amount ?? 0)})` : incidents, payments],
          ...[percent(basisPoints), percent(threshold.basisPoints)],
          ...[isAmount ? dollars(threshold.least) : threshold.least, level],
        ];
      }),
    );
    input.out.result(months, table(head, rows, 'No disputes or fraud alerts in the last months.'));
  },
};

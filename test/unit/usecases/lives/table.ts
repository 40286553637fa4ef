import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../lib/root.ts';
import type { Shown } from './life-outcome.ts';
import type { Order } from './play.ts';

/** The row of a life: its outcome in each order of events. */
export type Row = Record<Order, Shown>;

const columns = ['lines', 'balance', 'available', 'disputed', 'state', 'webhooks'] as const;

/** Reads the table below a heading of `docs/lives.md`, by the names of the lives. */
export function tableOf(heading: string): Map<string, Row> {
  const page = readFileSync(join(root, 'docs/lives.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| life |'));
  return new Map(
    lines.map((line) => {
      const [name = '', ...cells] = line.slice(2, -2).split(' | ');
      return [name, rowOf(cells)];
    }),
  );
}

/** The last cell has the webhooks if the events come before their entries. */
function rowOf(cells: readonly string[]): Row {
  const shown = Object.fromEntries(columns.map((column, n) => [column, cells[n]])) as unknown as Shown;
  const webhooks = cells[columns.length] ?? '';
  return {
    'entry first': shown,
    'event first': webhooks === 'the same' ? shown : { ...shown, webhooks },
    'no event': shown,
  };
}

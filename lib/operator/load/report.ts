import type { Arrivals } from './arrivals.ts';
import type { Row } from './measures.ts';

/** The result of a load test. `rate` is the number of successful visits per second. */
export interface Report extends Arrivals {
  mix: string;
  wanted: number;
  rate: number;
  seconds: number;
  rows: Row[];
}

/** Writes a report as a table, with the failures of each request below it. */
export function textOf({ mix, wanted, rate, seconds, started, skipped, rows }: Report): string {
  const head = ['', 'succeeded', 'failed', 'p50 ms', 'p90 ms', 'p99 ms', 'longest ms'];
  const lines = rows.map(({ name, succeeded, failed, p50, p90, p99, max }) => [
    name,
    String(succeeded),
    String(failed),
    ...[p50, p90, p99, max].map((time) => time?.toFixed(0) ?? '-'),
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const print = (line: string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const failures = rows.flatMap(({ name, failures }) =>
    Object.entries(failures).map(([reason, count]) => `${name} failed ${count} times: ${reason}`),
  );
  return [
    `${mix}: ${wanted} a second wanted, ${rate.toFixed(1)} a second done, for ${seconds.toFixed(0)} s; ${started} begun, ${skipped} not begun because too many were under way`,
    '',
    ...[head, ...lines].map(print),
    ...(failures.length > 0 ? ['', ...failures] : []),
  ].join('\n');
}

import type { Draw } from './draw.ts';
import type { FaultRates } from './settings.ts';

export type Fault = keyof FaultRates;

const kinds: readonly Fault[] = [
  'throttled',
  'failed',
  'cut',
  'failedAfter',
  'cutAfter',
  'silentAfter',
  'mixed',
  'unprocessed',
  'shortPage',
];

/** Faults that only certain operations can have. */
const own: Partial<Record<Fault, RegExp>> = {
  mixed: /^TransactWriteItems$/,
  unprocessed: /^Batch/,
  shortPage: /^Query$/,
};

/** The fault of one request, if it has one. */
export function faultOf(rates: FaultRates, operation: string, draw: Draw): Fault | undefined {
  let left = draw('fault');
  for (const kind of kinds) {
    if (left < rates[kind]) return own[kind]?.test(operation) === false ? undefined : kind;
    left -= rates[kind];
  }
  return undefined;
}

import type { Draw } from './draw.ts';
import type { FaultRates } from './settings.ts';

export type Fault = keyof FaultRates;

const kinds: readonly Fault[] = ['throttled', 'failed', 'cut', 'failedAfter', 'cutAfter', 'silentAfter'];

/** The fault of one request, if it has one. */
export function faultOf(rates: FaultRates, draw: Draw): Fault | undefined {
  let left = draw('fault');
  for (const kind of kinds) {
    if (left < rates[kind]) return kind;
    left -= rates[kind];
  }
  return undefined;
}

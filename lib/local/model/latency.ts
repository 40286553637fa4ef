import type { Draw } from './draw.ts';
import type { Latency } from './settings.ts';

/** How long one request takes, in milliseconds: log-normal, and now and then much longer. */
export function latencyOf({ median, spread, tail }: Latency, draw: Draw): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - draw('latency'))) * Math.cos(2 * Math.PI * draw('latency angle'));
  const usual = median * Math.exp(spread * gauss);
  if (draw('tail') >= tail.chance) return usual;
  return usual * (1 + (tail.times - 1) * draw('tail length'));
}

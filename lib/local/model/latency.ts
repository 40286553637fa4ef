import type { Draw } from './draw.ts';
import type { Latency } from './settings.ts';

/**
 * Draws the duration of one request in milliseconds. It is log-normal, and a few requests take many times as long.
 */
export function latencyOf({ median, spread, tail }: Latency, draw: Draw): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - draw('latency'))) * Math.cos(2 * Math.PI * draw('latency angle'));
  const usual = median * Math.exp(spread * gauss);
  if (draw('tail') >= tail.chance) return usual;
  return usual * (1 + (tail.times - 1) * draw('tail length'));
}

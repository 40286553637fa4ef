import { networkOf } from '#basics/network.ts';
import { utcDay } from '#basics/time.ts';

/** The last noted use of an app's key. */
export interface AppUse {
  /** Milliseconds since 1970. Only the day is exact, because a later use on the same day from the same network is not noted. */
  at: number;
  /** The network that the request came from: an IPv4 address, or the /56 of an IPv6 address. */
  network: string;
}

/** The shortest time between two notes on one day, in milliseconds. It bounds the writes for a key that moves between networks. */
export const noteEvery = 5 * 60 * 1000;

/**
 * The use that has to be stored; undefined if nothing has to be.
 *
 * @param last the stored use
 */
export function useToNote(last: AppUse | undefined, address: string, now: number): AppUse | undefined {
  const use = { at: now, network: networkOf(address.replace(/^::ffff:(?=\d+\.)/i, '')) };
  if (!last || utcDay(last.at) !== utcDay(now)) return use;
  return last.network !== use.network && now - last.at >= noteEvery ? use : undefined;
}

import { networkOf } from '#basics/network.ts';
import { inSeconds } from '#basics/time.ts';
import { placeLifetime, type Session } from '#domain/console/session.ts';
import type { Id } from '#domain/id.ts';
import { placeKey, sha256 } from '../table/keys.ts';
import { get } from '../table/read.ts';
import { put, type Write } from '../table/transact.ts';

/**
 * Stores the hashes of the browser and of the network that a user signs in from. Links that are requested from there
 * have quotas of their own, so that strangers cannot use up the user's quota.
 *
 * @param cookie the value that binds links to the browser
 */
export function notePlaces({ userId, address, created }: Session, cookie: string | undefined): Write[] {
  const expires = inSeconds(created + placeLifetime);
  // A set, as a client can send its network as the cookie, and a transaction cannot touch an item twice.
  const hashes = new Set([cookie !== undefined && sha256(cookie), sha256(networkOf(address))]);
  return [...hashes].flatMap((hash) => (hash ? [{ item: put({ ...placeKey(userId, hash), expires }) }] : []));
}

/**
 * The hash of the browser or network that asks for a link, if the user has signed in from it. The browser comes first, as
 * strangers may share the network.
 */
export async function knownPlace(
  userId: Id,
  { browser, network }: { browser: string; network: string },
): Promise<string | undefined> {
  const hashes = [browser, sha256(network)];
  const known = await Promise.all(hashes.map((hash) => get(placeKey(userId, hash))));
  return hashes.find((_, i) => known[i] !== undefined);
}

import type { EngineProxy } from './proxy.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Orders the reservations of two requests that each reserve the same two keys. If `crossed`, each request is first at
 * one key. Otherwise one request is first at both keys.
 *
 * @returns the partition keys that are reserved so far
 */
export function orderReservations(proxy: EngineProxy, crossed: boolean): Set<string> {
  let first: { pk: string; id: string } | undefined;
  const reserved = new Set<string>();
  const reservation = (asked: string) => {
    const { pk, transactionId } = JSON.parse(asked).Item;
    return { pk: pk.S as string, id: transactionId.S as string };
  };
  proxy.afterAnswer = (operation, asked) => {
    if (operation === 'PutItem') reserved.add(reservation(asked).pk);
  };
  proxy.instead = async (operation, asked) => {
    if (operation !== 'PutItem') return undefined;
    const { pk, id } = reservation(asked);
    first ??= { pk, id };
    const goesFirst = ((pk === first.pk) === (id === first.id)) === crossed;
    if (!goesFirst) await waitUntil(async () => reserved.has(pk), Boolean);
    return undefined;
  };
  return reserved;
}

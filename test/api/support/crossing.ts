import type { EngineProxy } from './proxy.ts';
import { until } from './until.ts';

/**
 * Two requests reserve two things each: has each of them be first at one, or one at both.
 *
 * @returns the partition keys that are reserved
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
    if (!goesFirst) await until(async () => reserved.has(pk), Boolean);
    return undefined;
  };
  return reserved;
}

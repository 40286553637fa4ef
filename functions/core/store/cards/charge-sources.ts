import type { Id } from '#domain/id.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import { cardKey, transactionKey } from '../table/keys.ts';
import { update, type Write } from '../table/transact.ts';

/** The object whose card a later payment charges: a saved card, or an earlier transaction. */
export interface ChargeSource {
  kind: 'card' | 'transaction';
  id: Id;
}

/** Set on a card or a transaction whose card the bank does not want to be charged again. */
export interface RefusesCharges {
  refusesCharges?: true;
}

/** Keeps later payments from charging a card after its bank or network has said not to try again. */
export function refuseLaterCharges(
  source: ChargeSource | undefined,
  advice: DeclineAdvice | undefined,
): Write[] {
  if (!source || advice?.advice !== 'do_not_try_again') return [];
  const { kind, id } = source;
  const key = kind === 'card' ? cardKey(id) : { ...transactionKey(id), sk: 'details' };
  return [{ item: update(key, 'SET refusesCharges = :yes', { ':yes': true }) }];
}

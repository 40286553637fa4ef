import { call, hasFaults, Refusal, Unreachable } from '../requests/api.ts';
import { Unconfirmed } from '../requests/step-up.ts';
import type { Session, Transaction } from '../values/types.ts';
import { forgetIntent, type Intent, isTooOld, keepIntent, keptIntent, ownerOfIntents } from './intents.ts';

/**
 * The outcome of a movement:
 *  - `done`: the money has moved.
 *  - `open`: the acquirer has not answered; the transaction shows the operation until it is resolved.
 *  - `changed`: the payment has changed meanwhile, and nothing has moved.
 *  - `refused`: nothing has moved, for the reason in `error`.
 *  - `unknown`: there was no answer. Only the same intent may be sent again.
 *  - `expired`: nothing was sent, as the key is too old. By now the payment itself shows whether the money has moved.
 */
export type Outcome =
  | { result: 'done'; transaction: Transaction }
  | { result: 'open' }
  | { result: 'changed' }
  | { result: 'refused'; error: Error }
  | { result: 'unknown'; error: Error }
  | { result: 'expired' };

const routes = { capture: 'captures', refund: 'refunds', void: 'voids' } as const;

/** The keys that this page has sent. It is for browsers without storage, which store no intents. */
const sentKeys = new Set<string>();

/** Sends a movement. Each request of one intent has the same key, so that the money moves once. */
export async function send(transactionId: string, intent: Intent): Promise<Outcome> {
  if (isTooOld(intent)) {
    forgetIntent(transactionId);
    return { result: 'expired' };
  }
  const isRepeat = sentKeys.has(intent.key) || keptIntent(transactionId)?.key === intent.key;
  sentKeys.add(intent.key);
  keepIntent(transactionId, intent);
  const outcome = await attempt(transactionId, intent, isRepeat);
  if (outcome.result !== 'unknown') forgetIntent(transactionId);
  return outcome;
}

async function attempt(
  id: string,
  { kind, amount, reason, key }: Intent,
  isRepeat: boolean,
): Promise<Outcome> {
  try {
    if (isRepeat && ownerOfIntents()) await requireOwner();
    const path = `api/transactions/${id}/${routes[kind]}`;
    const { transaction } = await call<{ transaction?: Transaction }>('POST', path, {
      body: { amount, reason },
      key,
    });
    // An empty success comes from another server, such as a proxy.
    if (!transaction) throw new Unreachable();
    return { result: 'done', transaction };
  } catch (error) {
    return outcomeOf(error as Error, isRepeat);
  }
}

/**
 * Loads the page again if another user has signed in meanwhile, in another tab of this browser. The server knows a key only
 * for the user who sent it first, so the repeat would move the money a second time.
 *
 * @throws Refusal, Unreachable
 */
async function requireOwner(): Promise<void> {
  const { user } = await call<Session>('GET', 'session', { asksForRights: true });
  if (user.id === ownerOfIntents()) return;
  location.reload();
  throw new Unreachable();
}

/** Reads the outcome of a request that did not succeed. */
export function outcomeOf(error: Error, isRepeat = false): Outcome {
  if (error instanceof Unreachable) return { result: 'unknown', error };
  if (!(error instanceof Refusal)) return { result: 'unknown', error };
  if (error.code === 'OPERATION_OPEN') return { result: 'open' };
  // The server refuses access before it looks for the answer to the first request, which may have moved the money.
  if (error.status === 403 && isRepeat)
    return { result: 'unknown', error: error.stepUp ? new Unconfirmed() : error };
  // The session has ended, or there were too many requests. The first request may still be running.
  if (error.status === 401 || error.status === 429) return { result: 'unknown', error };
  if (error.status === 409 || hasFaults(error, 'amount')) return { result: 'changed' };
  return { result: 'refused', error };
}

import type { AuthorizationOrder, AuthorizationOutcome } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import type { List, PaymentIntent, SetupIntent } from '../api/shapes.ts';
import { methodOf } from '../methods.ts';
import { toStripe } from '../money/currency-units.ts';
import { createIntent } from './create-intent.ts';
import { isForgotten } from './idempotency-key.ts';
import { abandon, expansionOf, pathOf, resolveIntent } from './resolve-intent.ts';
import { isSetup, verdictOf } from './verdict.ts';

type Intent = PaymentIntent | SetupIntent;

/**
 * Looks up the outcome of an authorization by its intent. Florin confirms an intent only after it has stored the
 * intent's id. So an intent without a stored id reserves nothing.
 */
export async function findAuthorization(order: AuthorizationOrder): Promise<AuthorizationOutcome> {
  const { account, reference } = order;
  if (!reference) return findWithoutId(order);
  const path = pathOf(reference);
  const form = { expand: expansionOf(path) };
  const answer = await ask<Intent>({ path: `${path}/${reference}`, account, form });
  if (answer.state !== 'done') return { state: 'unknown', cause: causeOf(answer) };
  // The id may come from an event, and belong to the intent of another system.
  return isOf(order, answer.body) ? resolveIntent(order, answer.body) : { state: 'absent' };
}

function isOf({ id, amount, currency }: AuthorizationOrder, intent: Intent): boolean {
  const isSame = isSetup(intent)
    ? amount === 0
    : // The amount may differ, as somebody may have raised it in Stripe's dashboard since.
      intent.amount >= (toStripe(amount, currency) ?? Number.POSITIVE_INFINITY) &&
      intent.currency === currency.toLowerCase();
  return isSame && intent.metadata.florin === id;
}

/**
 * Looks for an intent whose id was not stored. Stripe's search finds payment intents by Florin's id, after a minute or
 * later (https://docs.stripe.com/search), but no setup intents. A repeated request returns the intent of the first
 * one.
 */
async function findWithoutId(order: AuthorizationOrder): Promise<AuthorizationOutcome> {
  const intents = order.amount > 0 ? await search(order) : [];
  const [found, ...more] = intents ?? [];
  // There can be several intents: Stripe may have made one although it answered with an error, and a repeat made
  // another one.
  for (const { id } of more) await abandon(order, id);
  if (found) return resolveIntent(order, found);
  if (isForgotten(order.id)) return intents ? { state: 'absent' } : { state: 'unknown', cause: 'No search' };
  const made = await createIntent(order);
  if (made.state === 'unknown') return made;
  return { state: 'absent', reference: made.state === 'done' ? made.body.id : undefined };
}

/** Searches for the order's intents, the confirmed ones first. Returns undefined if Stripe does not answer. */
async function search(order: AuthorizationOrder): Promise<Intent[] | undefined> {
  const form = { query: `metadata['florin']:'${order.id}'`, expand: ['data.latest_charge'] };
  const answer = await ask<List<Intent>>({ path: 'payment_intents/search', account: order.account, form });
  if (answer.state !== 'done') return undefined;
  const method = methodOf(order);
  const isMade = (intent: Intent) => Number(verdictOf(intent, method).outcome.state !== 'absent');
  return answer.body.data.filter((intent) => isOf(order, intent)).sort((a, b) => isMade(b) - isMade(a));
}

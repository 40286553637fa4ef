import type { AuthorizationOrder, AuthorizationOutcome } from '../live.ts';
import { ask } from './client.ts';
import { causeOf, findIn } from './pages.ts';
import { expansionOf, pathOf, settle } from './settle.ts';
import type { PaymentIntent, SetupIntent } from './shapes.ts';

/** In milliseconds: what clocks may differ by, and in which nearly all that is sent has arrived. */
const margin = 60_000;
const soon = 10 * 60_000;

/**
 * What became of an authorization: by its intent where that is known, else by our id among those that were made since.
 * Lists are newest first, so those of the time in which it was sent are asked for before all later ones.
 */
export async function findAuthorization(
  order: AuthorizationOrder,
  reference?: string,
): Promise<AuthorizationOutcome> {
  const { account, id, amount, since } = order;
  if (reference) {
    const path = pathOf(reference);
    const form = { expand: expansionOf(path) };
    const answer = await ask<PaymentIntent | SetupIntent>({ path: `${path}/${reference}`, account, form });
    return answer.state === 'done'
      ? settle(order, answer.body)
      : { state: 'unknown', cause: causeOf(answer) };
  }
  const path = amount === 0 ? 'setup_intents' : 'payment_intents';
  const expand = expansionOf(path).map((field) => `data.${field}`);
  const then = Math.floor((since - margin) / 1000);
  const end = Math.ceil((since + soon) / 1000);
  const spans = [{ gte: then, lte: end }, ...(Date.now() > end * 1000 ? [{ gt: end }] : [])];
  for (const created of spans) {
    const found = await findIn<PaymentIntent | SetupIntent>(
      { path, account, form: { created, expand } },
      ({ metadata }) => metadata.florin === id,
    );
    if (found.state === 'found') return settle(order, found.item);
    if (found.state === 'unknown') return found;
  }
  return { state: 'absent' };
}

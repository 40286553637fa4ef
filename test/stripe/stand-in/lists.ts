import type { Account, Entry, Refund } from './account.ts';
import { invalid } from './errors.ts';
import { inner, type Params, text } from './form.ts';

/** What can be listed, by path (https://docs.stripe.com/api/pagination). */
const objects: Record<string, string> = {
  payment_intents: 'payment_intent',
  setup_intents: 'setup_intent',
  refunds: 'refund',
  balance_transactions: 'balance_transaction',
  payouts: 'payout',
};

/** A page, newest first, from behind `starting_after`, of what was `created` when it is asked for. */
export function listOf(account: Account, path: string, query: Params) {
  const limit = Number(text(query, 'limit') ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw invalid('parameter_invalid_integer', 'limit');
  const created = inner(query, 'created');
  const { gt = -1, gte = -1, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = created;
  const things = account
    .all<{ id: string; created: number }>(objects[path] ?? '')
    .filter((thing) => thing.created > Number(gt) && thing.created >= Number(gte))
    .filter((thing) => thing.created < Number(lt) && thing.created <= Number(lte))
    .filter((thing) => ofQuery(thing as unknown as Refund & Entry, query))
    .filter(({ id }) => query.payout === undefined || account.paidOut.get(id) === query.payout);
  const cursor = text(query, 'starting_after');
  const after = cursor ? things.findIndex(({ id }) => id === cursor) + 1 : 0;
  if (cursor && after === 0) throw invalid('resource_missing', 'starting_after');
  const data = things
    .slice(after, after + limit)
    .map((thing) => (account.confirming.has(thing.id) ? { ...thing, ...unconfirmed } : thing));
  return { object: 'list', url: `/v1/${path}`, data, has_more: things.length > after + limit };
}

/** As an intent is between its making and its confirmation, which one request asks for. */
const unconfirmed = { status: 'requires_payment_method', latest_charge: null, next_action: null };

const ofQuery = (thing: Refund & Entry, query: Params): boolean =>
  ['payment_intent', 'source'].every(
    (name) => query[name] === undefined || thing[name as 'source'] === query[name],
  );

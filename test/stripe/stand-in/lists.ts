import type { Account, Entry, Intent, Refund } from './account.ts';
import { invalid } from './errors.ts';
import { inner, type Params, text } from './form.ts';

/** The lists, by path (https://docs.stripe.com/api/pagination). */
const objects: Record<string, string> = {
  payment_intents: 'payment_intent',
  payment_methods: 'payment_method',
  setup_intents: 'setup_intent',
  refunds: 'refund',
  balance_transactions: 'balance_transaction',
  payouts: 'payout',
  disputes: 'dispute',
  webhook_endpoints: 'webhook_endpoint',
  early_fraud_warnings: 'radar.early_fraud_warning',
};

/** A page of a list, the newest first, after `starting_after`, and limited by `created` if the request has it. */
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
  const data = things.slice(after, after + limit).map((thing) => viewOf(account, thing));
  return { object: 'list', url: `/v1/${path}`, data, has_more: things.length > after + limit };
}

/** An intent as other requests see it: unconfirmed while the bank has not answered. */
export const viewOf = <T extends { id: string }>(account: Account, thing: T): T =>
  account.confirming.has(thing.id) ? { ...thing, ...unconfirmed } : thing;

const unconfirmed = { status: 'requires_payment_method', latest_charge: null, next_action: null };

/** The delay until the search finds a new object, in seconds. */
const searchDelay = 60;

/** https://docs.stripe.com/api/payment_intents/search, by one name in the metadata. */
export function searchIntents(account: Account, query: Params) {
  const [, name = '', value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(text(query, 'query') ?? '') ?? [];
  if (value === undefined) throw invalid('parameter_invalid', 'query');
  const latest = account.now() / 1000 - searchDelay;
  const data = account
    .all<Intent>('payment_intent')
    .filter(({ metadata, created }) => metadata[name] === value && created <= latest)
    .map((intent) => viewOf(account, intent));
  return { object: 'search_result', url: '/v1/payment_intents/search', data, has_more: false };
}

const ofQuery = (thing: Refund & Entry, query: Params): boolean =>
  ['payment_intent', 'source', 'customer'].every(
    (name) => query[name] === undefined || thing[name as 'source'] === query[name],
  );

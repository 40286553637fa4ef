import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { Conflict, NotFound, Refused } from '#domain/outcome.ts';
import type { EndpointHealth, HealthChange } from '#domain/webhooks/endpoint-health.ts';
import { mostWebhooks, type Webhook } from '#domain/webhooks/webhook.ts';
import { requireMember } from '../merchants/members.ts';
import { webhookCountKey, webhookKey, webhooksOf } from '../table/keys.ts';
import type { WithLanes } from '../table/lanes.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';

/** An endpoint with the recent health of its server, and the number of lanes of its deliveries. */
export type StoredWebhook = Webhook & EndpointHealth & WithLanes;

/**
 * Stores a new endpoint, unless the merchant has too many.
 *
 * @throws Refused, NoAccess
 */
export const createWebhook = (webhook: Webhook, caller: Caller, alongside: readonly Write[]): Promise<void> =>
  transact([
    requireMember(webhook.merchantId, caller),
    ...alongside,
    {
      item: update(
        webhookCountKey(webhook.merchantId),
        'ADD webhooks :one',
        { ':one': 1, ':most': mostWebhooks },
        { condition: 'attribute_not_exists(webhooks) OR webhooks < :most' },
      ),
      onFailed: () => new Refused([{ field: 'merchantId', message: `Has ${mostWebhooks} webhooks already` }]),
    },
    { item: put({ ...webhookKey(webhook.merchantId, webhook.id), ...webhook }) },
  ]);

export const getWebhook = (merchantId: Id, id: Id): Promise<(Item & StoredWebhook) | undefined> =>
  get(webhookKey(merchantId, id));

export const listWebhooks = (merchantId: Id, slice: Slice): AsyncIterable<Item & Webhook> =>
  listFrom<Webhook>(webhooksOf(merchantId), slice);

/** Reads the present state of all endpoints of a merchant. */
export async function everyWebhook(merchantId: Id): Promise<StoredWebhook[]> {
  const { pk, prefix = '' } = webhooksOf(merchantId);
  return (await queryPartition(pk, prefix)) as (Item & StoredWebhook)[];
}

const wholeFields = [
  'url',
  'events',
  'description',
  'disabled',
  'failingSince',
  'secrets',
  'challenge',
  'challengeError',
] as const;

/** An undefined value removes a field. A field that is absent stays as it is. */
export type WebhookChanges = Partial<Pick<StoredWebhook, (typeof wholeFields)[number]>>;

/**
 * Changes an endpoint as a member has asked.
 *
 * @param read the endpoint as it was when the change was decided; only its secrets matter
 * @throws NotFound, NoAccess, Conflict if its secrets were changed in the meantime
 */
export async function changeWebhook(
  read: Webhook,
  caller: Caller,
  changes: WebhookChanges,
  alongside: readonly Write[] = [],
): Promise<void> {
  const item = updateWith(read, changes);
  if (!item) return;
  const onFailed = (existing: unknown) =>
    existing ? new Conflict('The secrets have changed in the meantime') : new NotFound();
  await transact([requireMember(read.merchantId, caller), ...alongside, { item, onFailed }]);
}

function updateWith({ merchantId, id, secrets }: Webhook, changes: WebhookChanges) {
  const fields = wholeFields.filter((field) => field in changes);
  const set = fields.filter((field) => changes[field] !== undefined);
  const gone = fields.filter((field) => changes[field] === undefined);
  if (fields.length === 0) return undefined;
  const parts = [
    ...(set.length > 0 ? [`SET ${set.map((field) => `#${field} = :${field}`).join(', ')}`] : []),
    ...(gone.length > 0 ? [`REMOVE ${gone.map((field) => `#${field}`).join(', ')}`] : []),
  ];
  const values = {
    ...Object.fromEntries(set.map((field) => [`:${field}`, changes[field]])),
    ...('secrets' in changes ? { ':before': secrets } : { ':id': id }),
  };
  const names = {
    ...Object.fromEntries(fields.map((field) => [`#${field}`, field])),
    ...('secrets' in changes ? {} : { '#id': 'id' }),
  };
  const condition = 'secrets' in changes ? '#secrets = :before' : '#id = :id';
  return update(webhookKey(merchantId, id), parts.join(' '), values, { condition, names });
}

/** @throws NotFound, NoAccess */
export const removeWebhook = (merchantId: Id, id: Id, caller: Caller): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    { item: remove(webhookKey(merchantId, id)), onFailed: () => new NotFound() },
    decrementCount(merchantId),
  ]);

/** Removes an endpoint whose server has answered 410 Gone, unless the endpoint has another URL by now. */
export async function removeAfter410({ merchantId, id, url = '' }: Webhook): Promise<void> {
  const item = remove(webhookKey(merchantId, id), '#url = :url', { ':url': url }, { '#url': 'url' });
  await unlessUnneeded([{ item, onFailed: unneededWrite }, decrementCount(merchantId)]);
}

const decrementCount = (merchantId: Id): Write => ({
  item: update(webhookCountKey(merchantId), 'ADD webhooks :less', { ':less': -1 }),
});

/**
 * Stores the health of an endpoint's server, unless the endpoint was deleted. Switches the endpoint off only if
 * `failingSince` is unchanged: a member may have switched it on in the meantime, and then its earlier failures no
 * longer count.
 */
export async function noteHealth(
  { merchantId, id, failingSince, slowUntil }: StoredWebhook,
  health: HealthChange,
): Promise<void> {
  const here = { condition: '#id = :here', names: { '#id': 'id' } };
  const stillFailing = { ...here, condition: '#id = :here AND failingSince = :since' };
  const sameSlow = { ...here, condition: '#id = :here AND slowUntil = :until' };
  const [expression, values, only]: [string, Record<string, unknown>, typeof here] =
    health === 'well'
      ? ['REMOVE failingSince', {}, here]
      : health === 'quick'
        ? ['REMOVE slowUntil', { ':until': slowUntil }, sameSlow]
        : 'failing' in health
          ? ['SET failingSince = if_not_exists(failingSince, :since)', { ':since': health.failing }, here]
          : 'slow' in health
            ? ['SET slowUntil = :until', { ':until': health.slow }, here]
            : [
                'SET disabled = if_not_exists(disabled, :off)',
                { ':off': { at: health.off, by: 'failures' }, ':since': failingSince },
                stillFailing,
              ];
  const item = update(webhookKey(merchantId, id), expression, { ...values, ':here': id }, only);
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

type Challenged = Pick<Webhook, 'merchantId' | 'id'> & { challenge: string };

/** Records that the server has answered the challenge, unless the endpoint has another challenge by now. */
export const noteVerified = (webhook: Challenged): Promise<boolean> =>
  noteChallenge(webhook, 'REMOVE challenge, challengeError');

/** Records why the server's answer was wrong. */
export const noteUnverified = (webhook: Challenged, error: string): Promise<boolean> =>
  noteChallenge(webhook, 'SET challengeError = :error', { ':error': error });

function noteChallenge({ merchantId, id, challenge }: Challenged, expression: string, values = {}) {
  const item = update(
    webhookKey(merchantId, id),
    expression,
    { ...values, ':challenge': challenge },
    { condition: 'challenge = :challenge' },
  );
  return unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

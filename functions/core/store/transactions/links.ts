import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { Conflict, NotFound } from '#domain/outcome.ts';
import { LinkEnded, type PaymentLink } from '#domain/transactions/link.ts';
import { requireMember } from '../merchants/members.ts';
import { withExpiry } from '../table/expiry.ts';
import { linkKey, linkPaymentKey, linksOf } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item, stream } from '../table/read.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';

/** Stores a new link. @param expires in seconds since 1970; undefined for a link that stays. @throws NoAccess */
export function createLink(
  link: PaymentLink,
  caller: Caller,
  alongside: readonly Write[],
  expires?: number,
): Promise<void> {
  const item = put({ ...link, ...linkKey(link.id), listPk: linksOf(link.merchantId).pk, listSk: link.id });
  return transact([requireMember(link.merchantId, caller), ...alongside, ...withExpiry([{ item }], expires)]);
}

export const getLink = (
  id: Id,
  options?: { consistent: boolean },
): Promise<(Item & PaymentLink) | undefined> => get(linkKey(id), options);

export const listLinks = (merchantId: Id, slice: Slice): AsyncIterable<Item & PaymentLink> =>
  listFrom<PaymentLink>(linksOf(merchantId), slice);

/**
 * Switches a link off, so that it cannot be paid any more. A link that is already off keeps its time.
 *
 * @throws NoAccess, NotFound; Conflict if the link was paid as often as it can be
 */
export const switchOff = ({ id, merchantId }: PaymentLink, caller: Caller): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    {
      item: update(
        linkKey(id),
        'SET disabled = if_not_exists(disabled, :now)',
        { ':now': new Date().toISOString() },
        { condition: `attribute_exists(disabled) OR ${unpaidCondition}` },
      ),
      onFailed: (existing) =>
        existing
          ? new Conflict('The link is paid, and cannot be switched off: void or refund its payment')
          : new NotFound(),
    },
  ]);

const unpaidCondition = 'paid < uses';

/**
 * Counts a transaction as a payment of a link. This write goes into the database transaction that stores the payment,
 * so that a link is never paid more often than allowed, however many customers try at once.
 *
 * @param till a till's link, which is stored with its payment and not before
 */
export const payLink = (id: Id, transactionId: Id, till?: PaymentLink): Write[] => [
  {
    item: till
      ? put(
          { ...till, paid: 1, paidBy: transactionId, ...linkKey(id) },
          `attribute_not_exists(pk) OR (${payableCondition})`,
        )
      : update(linkKey(id), 'ADD paid :one', { ':one': 1 }, { condition: payableCondition }),
    onFailed: () => new LinkEnded(),
  },
  { item: put({ ...linkPaymentKey(id, transactionId) }) },
];

const payableCondition = `${unpaidCondition} AND attribute_not_exists(disabled)`;

/** Removes a payment from its link, if the payment failed after all. */
export const unpayLink = (id: Id, transactionId: Id): Write[] => [
  { item: update(linkKey(id), 'ADD paid :less', { ':less': -1 }) },
  { item: remove(linkPaymentKey(id, transactionId)) },
];

/** Lists the present payments of a link, newest first. @param most the most payments to return */
export async function paymentsOf(id: Id, most: number): Promise<Id[]> {
  const { pk, sk: prefix } = linkPaymentKey(id, '');
  const payments: Id[] = [];
  const items = stream({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ScanIndexForward: false,
    Limit: most,
  });
  for await (const { sk } of items) if (payments.push(sk.slice(prefix.length)) === most) break;
  return payments;
}

import { call } from '../requests/api.ts';
import type { Delivery, Dispute, Transaction, Webhook } from '../values/types.ts';
import { filtersAround, momentsOf } from './moments.ts';

/** A delivery of an event about a payment, and its endpoint. */
export interface PaymentDelivery {
  webhook: Webhook;
  delivery: Delivery;
}

/** The fields of an event that identify its payment. */
interface Sent {
  event: { data: { transaction?: { id: string }; dispute?: { transactionId: string } } };
}

/** In milliseconds: deliveries are kept for 30 days. */
const kept = 30 * 86_400_000;

/**
 * Finds the deliveries of a payment, the latest first. An event has the time of its change, so the lists of deliveries are
 * read only at the times of the payment's changes. The event itself names its payment, as another payment may have changed
 * in the same millisecond.
 */
export async function paymentDeliveries(
  one: Transaction,
  disputes: readonly Dispute[],
): Promise<PaymentDelivery[]> {
  const path = `api/merchants/${one.merchantId}/webhooks`;
  const webhooks = await call<Webhook[]>('GET', path, { query: { limit: 100 } });
  const moments = momentsOf(one, disputes).filter((time) => Date.parse(time) > Date.now() - kept);
  const all: PaymentDelivery[] = [];
  for (const webhook of webhooks)
    for (const moment of moments.filter((time) => time >= webhook.created)) {
      const list = `${path}/${webhook.id}/deliveries`;
      const query = { limit: 100, ...filtersAround(moment) };
      const made = await call<Delivery[]>('GET', list, { query });
      const own = await Promise.all(
        made.filter(mayBeAbout).map(async (delivery) => {
          const { event } = await call<Sent>('GET', `${list}/${delivery.id}`);
          return isAbout(one, event) ? [{ webhook, delivery }] : [];
        }),
      );
      all.push(...own.flat());
    }
  return all.sort((a, b) => (a.delivery.created < b.delivery.created ? 1 : -1));
}

const mayBeAbout = ({ type }: Delivery): boolean => /^(transaction|dispute)\./.test(type);

const isAbout = ({ id }: Transaction, { data }: Sent['event']): boolean =>
  data.transaction?.id === id || data.dispute?.transactionId === id;

/** The filter of an endpoint's list with which it begins at a delivery. */
export const beginningWith = ({ id }: Delivery): { before: string } => ({
  before: (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0'),
});

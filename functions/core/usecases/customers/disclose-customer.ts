import type { CustomerCard } from '#domain/cards/customer-card.ts';
import { namesOf, type Person } from '#domain/customers/person.ts';
import type { Dispute } from '#domain/disputes/dispute.ts';
import { type Id, idDate } from '#domain/id.ts';
import type { CustomerMail, Receipts } from '#domain/transactions/receipt.ts';
import { present as presentDispute } from '#presenters/dispute.ts';
import { present as presentLink } from '#presenters/link.ts';
import { present as presentTransaction } from '#presenters/transaction.ts';
import { disputeItems, receiptItems, savedCardItems, unpack } from '#store/customers/items-of-payment.ts';
import { type Found, findCustomer } from './find-customer.ts';

/** In milliseconds, and in bytes of JSON: a Lambda function answers with six megabytes at most. */
const [worksFor, most] = [5000, 2_000_000];

export interface Disclosed {
  payments: object[];
  links: object[];
  cards: object[];
  receipts: object[];
  disputes: object[];
  events: object[];
  entries: object[];
}

/**
 * Collects what a merchant has about a person.
 *
 * @param from the `next` of an earlier call
 */
export async function discloseCustomer(
  merchantId: Id,
  person: Person,
  from: string | undefined,
): Promise<{ found: Disclosed; next: string | null }> {
  const all: Disclosed = {
    payments: [],
    links: [],
    cards: [],
    receipts: [],
    disputes: [],
    events: [],
    entries: [],
  };
  const until = Date.now() + worksFor;
  let bytes = 0;
  for await (const { place, found } of findCustomer(merchantId, person, from)) {
    if (found)
      for (const [kind, things] of Object.entries(await disclose(found, person))) {
        all[kind as keyof Disclosed].push(...things);
        bytes += JSON.stringify(things).length;
      }
    if (Date.now() > until || bytes > most) return { found: all, next: place };
  }
  return { found: all, next: null };
}

async function disclose(found: Found, person: Person): Promise<Partial<Disclosed>> {
  switch (found.kind) {
    case 'payment':
      return found.is === 'erased' ? {} : disclosePayment(found, person);
    case 'link':
      return { links: [presentLink(found.link)] };
    case 'card':
      return { cards: [presentCard(found.card)] };
    case 'delivery': {
      const { event, delivery, erased } = found;
      if (erased || !event) return {};
      const { id, type, created, data } = unpack(event);
      return { events: [{ id, type, created, data, answer: delivery.answer ?? null }] };
    }
    case 'entry': {
      const { id, user, action, about, fields } = found.entry;
      return { entries: [{ created: idDate(id), by: user, action, about, fields: fields ?? null }] };
    }
  }
}

async function disclosePayment(
  { transaction, is }: Extract<Found, { kind: 'payment' }>,
  person: Person,
): Promise<Partial<Disclosed>> {
  const { id } = transaction;
  const [receipts, disputes, cards] = await Promise.all([
    receiptItems(id),
    disputeItems(id),
    // The search for a customer finds their cards by themselves.
    person.customer === undefined ? savedCardItems([id]) : [],
  ]);
  const names = namesOf(person);
  const isTheirs = is === 'own';
  const asked = receipts.find(({ sk }) => sk === 'receipts') as unknown as Receipts | undefined;
  const addresses = [...(asked?.addresses ?? []), ...(asked?.again ? [asked.again.email] : [])];
  const mails = receipts.flatMap(({ shown }) => (shown ? [shown as CustomerMail] : []));
  const shown = addresses.filter((address) => isTheirs || names(address));
  return {
    payments: [{ ...presentTransaction(transaction), text: transaction.text ?? null }],
    ...(shown.length > 0 && {
      receipts: [{ transactionId: id, addresses: shown, mails: isTheirs ? mails : [] }],
    }),
    ...(isTheirs && {
      disputes: disputes.map((dispute) => presentDispute(dispute as unknown as Dispute)),
      cards: cards.map((card) => presentCard(card as unknown as CustomerCard)),
    }),
  };
}

/** Leaves out the acquirer's reference to the card. */
const presentCard = ({ id, customer, agreed, card }: CustomerCard) => {
  const { bin, last4, expiry, scheme } = card;
  return { id, customer, created: idDate(id), agreed, bin, last4, expiry, scheme };
};

import type { CustomerCard } from '#domain/cards/customer-card.ts';
import type { AuditEntry } from '#domain/console/audit.ts';
import { isSameAddress, type Names, namesOf, type Person } from '#domain/customers/person.ts';
import { mentions } from '#domain/customers/redact.ts';
import { redactEntry } from '#domain/customers/redact-entry.ts';
import type { Id } from '#domain/id.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { forgottenAt, type Receipts } from '#domain/transactions/receipt.ts';
import { listCustomerCards } from '#store/cards/customer-cards.ts';
import { erasedAmong, eventItems, linkItems, receiptsOf, unpack } from '#store/customers/items-of-payment.ts';
import { auditOf } from '#store/table/keys.ts';
import { chunks, listFrom } from '#store/table/list.ts';
import type { Item } from '#store/table/read.ts';
import { listLinks } from '#store/transactions/links.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { listTransactions } from '#store/transactions/transactions.ts';
import { listDeliveries } from '#store/webhooks/deliveries.ts';
import type { Delivery } from '#store/webhooks/delivery-item.ts';
import { everyWebhook } from '#store/webhooks/webhooks.ts';

/** An object of a merchant that names a person. */
export type Found =
  | {
      kind: 'payment';
      transaction: TransactionWithTrail;
      link: (Item & PaymentLink) | undefined;
      receipts: (Item & Receipts) | undefined;
      /**
       * `own`: the person is the payer. `erased`: the payer was erased before, and something may have been stored since.
       * `mentioned`: only texts of the payment or its receipts name the person. `aged`: the payment is so old that its payer is
       * erased, whoever it is.
       */
      is: 'own' | 'erased' | 'mentioned' | 'aged';
    }
  | { kind: 'link'; link: Item & PaymentLink }
  | { kind: 'card'; card: CustomerCard }
  | { kind: 'delivery'; delivery: Item & Delivery; event: Item | undefined; erased: boolean }
  | { kind: 'entry'; entry: Item & AuditEntry; redacted: NonNullable<ReturnType<typeof redactEntry>> };

/** The object that a search has read last, if it names the person. `place` continues the search after it. */
export interface Read {
  place: string;
  found?: Found;
}

/** The number of objects that a search reads at a time. */
const atOnce = 100;

const steps = ['payments', 'links', 'cards', 'deliveries', 'audit'] as const;

interface Search {
  merchantId: Id;
  person: Person;
  names: Names;
}

/**
 * Reads all that a merchant has, and says what of it names the person, the newest first. Payments come before links, because a
 * link tells whose payment it was. Payments that are made in the meantime are not found.
 *
 * @param from the place after which an earlier search has stopped
 */
export async function* findCustomer(merchantId: Id, person: Person, from = ''): AsyncGenerator<Read> {
  const [begun, ...ids] = from.split('.');
  const first = Math.max(0, steps.indexOf(begun as (typeof steps)[number]));
  const search = { merchantId, person, names: namesOf(person) };
  for (const [n, step] of steps.entries())
    if (n >= first) yield* searchOf[step](search, n === first ? ids : []);
}

const searchOf = { payments, links, cards, deliveries, audit };

async function* payments(search: Search, [before]: Id[]): AsyncGenerator<Read> {
  const { merchantId } = search;
  const listed = listTransactions(merchantId, { limit: atOnce, before });
  for await (const group of chunks(listed, atOnce)) {
    const linkIds = group.flatMap(({ linkId }) => linkId ?? []);
    const now = Date.now() / 1000;
    const withReceipts = group.map(({ id }) => id).filter((id) => forgottenAt(id) > now);
    const [links, receipts] = await Promise.all([linkItems(linkIds), receiptsOf(withReceipts)]);
    const linkOf = new Map(links.map((link) => [link.id, link]));
    for (const transaction of group) {
      const link = linkOf.get(transaction.linkId ?? '');
      const asked = receipts.get(transaction.id);
      const is = relationTo(transaction, link, asked, search);
      const place = `payments.${transaction.id}`;
      yield is ? { place, found: { kind: 'payment', transaction, link, receipts: asked, is } } : { place };
    }
  }
}

function relationTo(
  transaction: TransactionWithTrail,
  link: PaymentLink | undefined,
  receipts: Receipts | undefined,
  { person, names }: Search,
): Exclude<Extract<Found, { kind: 'payment' }>['is'], 'aged'> | undefined {
  if (isOwn(transaction, link, person)) return 'own';
  if (transaction.erased === true) return 'erased';
  const { payer, order, custom, text, reference, trail, declinedRefunds } = transaction;
  const { addresses = [], again } = receipts ?? {};
  const texts = { payer, order, custom, text, trail: trail.map(({ reference }) => reference) };
  // An id of a customer can be any word, so only an address is searched in texts.
  const isMentioned =
    person.email !== undefined &&
    mentions([texts, reference, declinedRefunds, [...addresses], again?.email], names);
  return isMentioned ? 'mentioned' : undefined;
}

function isOwn(
  transaction: TransactionWithTrail,
  link: PaymentLink | undefined,
  { email, customer }: Person,
): boolean {
  if (customer !== undefined) return link?.customer === customer;
  const given = orderDataOf(transaction).email;
  return isSameAddress(given ?? link?.email, email);
}

async function* links({ merchantId, person, names }: Search, [before]: Id[]): AsyncGenerator<Read> {
  for await (const link of listLinks(merchantId, { limit: atOnce, before })) {
    const place = `links.${link.id}`;
    const { email, text, lines, reference, redirect, cancel, statement } = link;
    const isNamed =
      person.customer === undefined
        ? mentions({ email, text, lines, reference, redirect, cancel, statement }, names)
        : link.customer === person.customer;
    yield isNamed ? { place, found: { kind: 'link', link } } : { place };
  }
}

async function* cards({ merchantId, person }: Search, [before]: Id[]): AsyncGenerator<Read> {
  if (person.customer === undefined) return;
  for (const card of await listCustomerCards(merchantId, person.customer, { limit: atOnce, before }))
    yield { place: `cards.${card.id}`, found: { kind: 'card', card } };
}

/** Reads the events of the payments that were erased, and those that have the address in a text. */
async function* deliveries(
  { merchantId, person, names }: Search,
  [webhook, last]: Id[],
): AsyncGenerator<Read> {
  const webhooks = (await everyWebhook(merchantId)).map(({ id }) => id).sort();
  for (const webhookId of webhooks.filter((id) => webhook === undefined || id >= webhook)) {
    const before = webhookId === webhook ? last : undefined;
    const listed = listDeliveries({ merchantId, webhookId }, { limit: atOnce, before });
    for await (const group of chunks(listed, atOnce)) {
      const about = group.flatMap(({ transactionId }) => transactionId ?? []);
      const [erased, events] = await Promise.all([
        erasedAmong(about),
        eventItems(merchantId, about.length === 0 ? [] : group.map(({ id }) => id)),
      ]);
      const eventOf = new Map(events.map((event) => [event.pk.split('#')[2], event]));
      for (const delivery of group) {
        const place = `deliveries.${webhookId}.${delivery.id}`;
        const event = eventOf.get(delivery.id);
        const { transactionId = '', answer } = delivery;
        const isErased = erased.has(transactionId);
        const isNamed =
          isErased ||
          (person.email !== undefined &&
            transactionId !== '' &&
            mentions([answer, event && unpack(event).data], names));
        yield isNamed ? { place, found: { kind: 'delivery', delivery, event, erased: isErased } } : { place };
      }
    }
  }
}

/** Reads the requests of users that name the person as a customer. */
async function* audit({ merchantId, person, names }: Search, [before]: Id[]): AsyncGenerator<Read> {
  for await (const entry of listFrom<AuditEntry>(auditOf(merchantId), { limit: atOnce, before })) {
    const place = `audit.${entry.id}`;
    const redacted = redactEntry(entry, person, names);
    yield redacted ? { place, found: { kind: 'entry', entry, redacted } } : { place };
  }
}

import type { StoredCredential } from '#acquirer/acquirer.ts';
import { day } from '#basics/time.ts';
import { sameTerm, termsOf } from '#domain/console/search.ts';
import { type Names, namesOf, namesWith, type Person } from '#domain/customers/person.ts';
import { mentions, redactCustom, redactOrder, redactShown, redactTexts } from '#domain/customers/redact.ts';
import type { Dispute } from '#domain/disputes/dispute.ts';
import { type Id, idTime } from '#domain/id.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { maskedAddress, type Receipts } from '#domain/transactions/receipt.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { type EventType, eventId } from '#domain/webhooks/event.ts';
import { forgetCard } from '#store/cards/customer-cards.ts';
import { requestDetachment } from '#store/cards/detachments.ts';
import {
  chargeItems,
  discardItem,
  disputeItems,
  eventItems,
  operationItems,
  pack,
  receiptItems,
  savedCardItems,
  transactionItems,
  unpack,
} from '#store/customers/items-of-payment.ts';
import { replaceAttributes } from '#store/customers/replace-item.ts';
import { getLines } from '#store/ledger/lines.ts';
import { alertKey, lineKey, termKey } from '#store/table/keys.ts';
import { get, type Item } from '#store/table/read.ts';
import { transact } from '#store/table/transact.ts';
import { writeOne } from '#store/table/write-one.ts';
import {
  type AuthorizationOperation,
  isClosed,
  type Operation,
  type OperationItem,
  operationIn,
} from '#store/transactions/operations.ts';
import {
  assemble,
  detailsIn,
  type Header,
  type TransactionWithTrail,
  toText,
} from '#store/transactions/transaction-item.ts';
import type { Found } from './find-customer.ts';

/** Counts of the changed things. */
export type Erased = Record<
  'payments' | 'links' | 'cards' | 'receipts' | 'events' | 'entries' | 'waiting',
  number
>;

export type Count = (what: keyof Erased, n?: number) => void;

/** In milliseconds. So long may a shop repeat a movement by its reference, which must then be found. */
const referencesStay = day;

type Payment = Pick<Extract<Found, { kind: 'payment' }>, 'transaction' | 'link' | 'is'>;

/**
 * Erases a person from a payment and from all that belongs to it. A payment waits for a later run while an operation is
 * open at the acquirer, while a dispute is open, and while the reference of a recent movement names the person.
 *
 * The mark `erased` is written with the payment itself, before the rest. So a run that was killed halfway leaves a payment
 * that the next run finds. For an aged payment the mark and the payer are written last, because the next run knows the names
 * from the payer alone. The card of an aged payment stays, with all that its later payments need.
 */
export async function erasePayment(
  found: Payment,
  person: Person,
  strict: Names,
  count: Count,
): Promise<void> {
  const { id } = found.transaction;
  for (let tries = 0; ; tries++) {
    const items = await transactionItems(id);
    const header = items.find(({ sk }) => sk === '#transaction') as Header | undefined;
    const transaction = header && assemble(header, items);
    if (!transaction) return;
    const names = namesIn(found, transaction, person, strict);
    const disputes = (await disputeItems(id)) as (Item & Dispute)[];
    if (waits(transaction, disputes, names)) return count('waiting');
    const rest = { transaction, disputes, person, names };
    const before = found.is === 'aged' && (await eraseRest(found, rest, count));
    const changed = await eraseOwnItems(found.is, transaction, items, names);
    // A movement has come between. Its entries are read again.
    if (changed === 'stale' && tries < 5) continue;
    if (changed === 'stale') return count('waiting');
    const others = found.is === 'aged' ? before : await eraseRest(found, rest, count);
    if (changed === 'written' || others) count('payments');
    return;
  }
}

function namesIn(
  { link, is }: Payment,
  transaction: TransactionWithTrail,
  { customer, email }: Person,
  strict: Names,
): Names {
  if (is === 'mentioned') return strict;
  const { name, email: address } = orderDataOf(transaction);
  const byAddress = [email, address].map((one) => namesOf({ email: one }));
  const named: Names = (text) => strict(text) || byAddress.some((names) => names(text));
  return namesWith(named, [name, transaction.payer?.name, customer, link?.customer]);
}

function waits(
  { operation, accepted = [], disputedAmount, trail }: TransactionWithTrail,
  disputes: readonly Dispute[],
  names: Names,
): boolean {
  const isOpen = ({ status = 'open' }: Dispute) => status === 'open' || status === 'inquiry';
  const isRecent = ({ id, reference }: { id: Id; reference?: string }) =>
    reference !== undefined && names(reference) && idTime(id) + referencesStay > Date.now();
  return (
    operation !== undefined ||
    accepted.length > 0 ||
    disputedAmount > 0 ||
    disputes.some(isOpen) ||
    trail.some(isRecent)
  );
}

type Change = 'same' | 'written' | 'stale';

/** Both if one of two changes was made, and `stale` if one could not be made. */
const worst = (changes: readonly Change[]): Change =>
  (['stale', 'written'] as const).find((one) => changes.includes(one)) ?? 'same';

/** The stored name of a movement in an entry of a trail. */
const inEntries = <T>(entries: readonly T[] | undefined, names: Names) =>
  entries?.map((entry) => {
    const { k } = entry as { k?: string };
    return k === undefined || !names(k) ? entry : { ...entry, k: redactTexts(k, names) };
  });

async function eraseOwnItems(
  is: Payment['is'],
  transaction: TransactionWithTrail,
  items: readonly Item[],
  names: Names,
): Promise<Change> {
  const [isTheirs, isAged] = [is !== 'mentioned', is === 'aged'];
  const header = items.find(({ sk }) => sk === '#transaction') as Header;
  const { payer, order, reference, tail, declinedRefunds, custom, text } = {
    ...transaction,
    tail: header.tail,
  };
  const details = detailsIn(items);
  const redacted =
    custom === undefined ? undefined : isTheirs ? redactCustom(custom, names) : redactTexts(custom, names);
  const parts = items.filter(({ sk }) => sk.startsWith('trail#'));
  const now = {
    payer: isTheirs ? undefined : redactTexts(payer, names),
    order: isTheirs ? redactOrder(order, names) : redactTexts(order, names),
    reference: redactTexts(reference, names),
    ...(tail && { tail: inEntries(tail, names) }),
    declinedRefunds: redactTexts(declinedRefunds, names),
    ...(isTheirs && { erased: isAged ? 'age' : true }),
  };
  const writes: (() => Promise<Change>)[] = [
    () => replaceAttributes(header, now, 'operation'),
    async () => {
      if (!details) return 'same';
      if (isTheirs && !isAged) await detachLater(transaction);
      return replaceAttributes(details, {
        custom: toText(redacted),
        text: redactTexts(text, names),
        ...(isTheirs && !isAged && { credential: undefined }),
      });
    },
    ...parts.map(
      (part) => () => replaceAttributes(part, { entries: inEntries(part.entries as unknown[], names) }),
    ),
    () =>
      eraseTerms(header, { ...transaction }, {
        ...transaction,
        ...now,
        custom: redacted,
      } as TransactionWithTrail),
  ];
  const changes: Change[] = [];
  for (const write of isAged ? writes.reverse() : writes) changes.push(await write());
  return worst(changes);
}

/** Has the acquirer delete the card of a payment that can be charged again. */
async function detachLater({
  test,
  merchantId,
  acquirer: at,
  credential,
}: TransactionWithTrail): Promise<void> {
  if (test || !at || !credential) return;
  const { acquirer, account } = at;
  await writeOne(requestDetachment(merchantId, { acquirer, account }, credential as StoredCredential));
}

/** Removes a payment from the search index under the terms that only the person's data had. */
async function eraseTerms(
  header: Header,
  before: TransactionWithTrail,
  after: TransactionWithTrail,
): Promise<Change> {
  const kept = termsOf(after);
  const gone = termsOf(before).filter((term) => !kept.some((one) => sameTerm(one, term)));
  const { id, merchantId, lane } = before;
  for (const term of gone) await discardItem({ ...termKey({ id, merchantId, lane }, term) });
  return header.erased || gone.length === 0 ? 'same' : 'written';
}

interface Rest {
  transaction: TransactionWithTrail;
  disputes: readonly (Item & Dispute)[];
  person: Person;
  names: Names;
}

/** Erases the person from lines, disputes, operations, receipts, cards and events. Returns whether anything was changed. */
async function eraseRest({ is }: Payment, rest: Rest, count: Count): Promise<boolean> {
  const { transaction, disputes, names } = rest;
  const { id, merchantId, trail } = transaction;
  const isTheirs = is !== 'mentioned';
  const entryIds = trail.map((entry) => entry.id);
  const orderOf = (order: Line['order']) =>
    isTheirs ? redactOrder(order, names) : redactTexts(order, names);
  const lines = await getLines(trail.map(({ id, lineId = id }) => lineId));
  const alerts = await Promise.all(disputes.map(({ id }) => get<Item & Dispute>(alertKey('dispute', id))));
  const changes: Change[] = [];
  for (const line of lines as (Item & Line)[])
    changes.push(
      await replaceAttributes(
        { ...line, ...lineKey(line.id) },
        {
          order: orderOf(line.order),
          reference: redactTexts(line.reference, names),
        },
      ),
    );
  for (const dispute of [...disputes, ...alerts])
    if (dispute) changes.push(await replaceAttributes(dispute, { order: orderOf(dispute.order) }));
  for (const item of await operationItems([id, ...entryIds]))
    changes.push(await eraseOperation(item, isTheirs, names));
  await eraseReceipts(id, isTheirs, rest, count);
  if (isTheirs && is !== 'aged') {
    const cards = await savedCardItems([id]);
    if (cards.length > 0) {
      await transact(forgetCard(id));
      count('cards', cards.length);
    }
    const charges = await chargeItems(id);
    for (const item of charges.filter(({ sk }) => names(sk))) {
      await discardItem(item);
      changes.push('written');
    }
  }
  const disputeIds = disputes.map((dispute) => dispute.id);
  for (const event of await eventItems(merchantId, eventIdsOf(transaction, disputeIds)))
    if (await eraseEvent(event, isTheirs, names)) count('events');
  return changes.includes('written');
}

/** A closed operation is kept for people to read. Nothing is sent from it any more. */
async function eraseOperation(item: Item, isTheirs: boolean, names: Names): Promise<Change> {
  const { customer, credential, ...operation } = operationIn(item as Item & OperationItem) as Operation &
    Held;
  if (!isClosed(operation) || item.listPk !== undefined) return 'same';
  const { draft, reference, returnUrl, ...rest } = operation;
  const now = {
    ...rest,
    reference: redactTexts(reference, names),
    returnUrl: redactTexts(returnUrl, names),
    draft: draft && eraseDraft(draft, isTheirs, names),
    ...(isTheirs ? {} : { customer, credential }),
  };
  const isSame = !isTheirs && !mentions({ draft, reference, returnUrl }, names);
  return isSame ? 'same' : replaceAttributes(item, { operation: JSON.stringify(now) }, 'listPk');
}

type Draft = AuthorizationOperation['draft'];

/** The fields of an operation that only some kinds have. */
type Held = Partial<
  Pick<AuthorizationOperation, 'draft' | 'customer' | 'credential' | 'reference' | 'returnUrl'>
>;

function eraseDraft(
  { payer, order, custom, text, till, consent, ...rest }: Draft,
  isTheirs: boolean,
  names: Names,
) {
  const shared = {
    ...rest,
    reference: redactTexts(rest.reference, names),
    text: redactTexts(text, names),
    till: till && { ...till, text: redactTexts(till.text, names), lines: redactTexts(till.lines, names) },
  };
  return isTheirs
    ? {
        ...shared,
        order: redactOrder(order, names),
        custom: custom === undefined ? undefined : redactCustom(custom, names),
      }
    : {
        ...shared,
        payer: redactTexts(payer, names),
        order: redactTexts(order, names),
        custom: redactTexts(custom, names),
        consent,
      };
}

async function eraseReceipts(
  id: Id,
  isTheirs: boolean,
  { person, names }: Rest,
  count: Count,
): Promise<void> {
  const items = await receiptItems(id);
  const asked = items.find(({ sk }) => sk === 'receipts') as (Item & Receipts) | undefined;
  const addresses = [...(asked?.addresses ?? []), ...(asked?.again ? [asked.again.email] : [])];
  const masks = new Set([...addresses, person.email ?? ''].filter(names).map(maskedAddress));
  const left = addresses.filter((address) => !names(address));
  if (isTheirs || (asked && left.length === 0 && addresses.length > 0)) {
    for (const item of items) await discardItem(item);
    if (items.length > 0) count('receipts');
    return;
  }
  if (!asked || left.length === addresses.length) return;
  const kept = [...(asked.addresses ?? [])].filter((address) => !names(address));
  await replaceAttributes(asked, {
    addresses: kept.length > 0 ? new Set(kept) : undefined,
    again: asked.again && names(asked.again.email) ? undefined : asked.again,
  });
  for (const item of items)
    if (masks.has((item.shown as { to?: string } | undefined)?.to ?? '')) await discardItem(item);
  count('receipts');
}

const movementEvents = {
  increment: ['transaction.incremented'],
  capture: ['transaction.captured'],
  refund: ['transaction.refunded'],
  void: ['transaction.voided'],
  dispute: ['dispute.won', 'dispute.lost', 'dispute.funds_withdrawn', 'dispute.funds_reinstated'],
} as const satisfies Record<string, readonly EventType[]>;

/**
 * The ids of the events of a payment that follow from the payment alone. So they are found even if their endpoint was
 * removed. The deliveries to the present endpoints lead to the others.
 */
function eventIdsOf({ id, trail }: TransactionWithTrail, disputes: readonly Id[]): Id[] {
  const at = (source: Id, type: EventType) => eventId(idTime(source), type, source);
  return [
    at(id, 'transaction.created'),
    at(id, 'transaction.declined'),
    ...trail.flatMap((entry) => movementEvents[entry.kind].map((type) => at(entry.id, type))),
    ...disputes.map((dispute) => at(dispute, 'dispute.opened')),
  ];
}

/** Erases the person from the body of an event. Attempts from then on send and sign the new body. */
export async function eraseEvent(event: Item, isTheirs: boolean, names: Names): Promise<boolean> {
  const content = unpack(event);
  const data = isTheirs ? redactShown(content.data, names) : redactTexts(content.data, names);
  if (JSON.stringify(data) === JSON.stringify(content.data)) return false;
  return (await replaceAttributes(event, { body: pack({ ...content, data }) })) === 'written';
}

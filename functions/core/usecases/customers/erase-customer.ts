import { type Names, namesOf, type Person } from '#domain/customers/person.ts';
import { redactLink } from '#domain/customers/redact.ts';
import type { Id } from '#domain/id.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { forgetCard } from '#store/cards/customer-cards.ts';
import { replaceAttributes } from '#store/customers/replace-item.ts';
import type { Item } from '#store/table/read.ts';
import { transact } from '#store/table/transact.ts';
import { type Count, type Erased, eraseEvent, erasePayment } from './erase-payment.ts';
import { type Found, findCustomer } from './find-customer.ts';

/** In milliseconds. A request works for so long, and the caller continues with the next. */
const worksFor = 5000;

/**
 * Erases a person from the data of a merchant. It can be repeated, and continued after it was cut off: each change is
 * conditional, and the payment that is changed is marked first.
 *
 * @param from the `next` of an earlier call
 * @returns the counts of what was erased, and `next` if there is more to read
 */
export async function eraseCustomer(
  merchantId: Id,
  person: Person,
  from: string | undefined,
): Promise<{ erased: Erased; next: string | null }> {
  const erased: Erased = { payments: 0, links: 0, cards: 0, receipts: 0, events: 0, entries: 0, waiting: 0 };
  const count: Count = (what, n = 1) => {
    erased[what] += n;
  };
  const names = namesOf(person);
  const until = Date.now() + worksFor;
  for await (const { place, found } of findCustomer(merchantId, person, from)) {
    if (found) await erase(found, person, names, count);
    if (Date.now() > until) return { erased, next: place };
  }
  return { erased, next: null };
}

async function erase(found: Found, person: Person, names: Names, count: Count): Promise<void> {
  switch (found.kind) {
    case 'payment':
      return erasePayment(found, person, names, count);
    case 'link':
      if (await eraseLink(found.link, person, names)) count('links');
      return;
    case 'card':
      await transact(forgetCard(found.card.id));
      return count('cards');
    case 'delivery': {
      const { delivery, event, erased } = found;
      const isErased = event !== undefined && (await eraseEvent(event, erased, names));
      const answered = delivery.answer ? await replaceAttributes(delivery, { answer: undefined }) : 'same';
      if (isErased || answered === 'written') count('events');
      return;
    }
    case 'entry':
      if ((await replaceAttributes(found.entry, found.redacted)) === 'written') count('entries');
  }
}

async function eraseLink(link: Item & PaymentLink, { customer }: Person, names: Names): Promise<boolean> {
  const isCustomer = customer !== undefined && link.customer === customer;
  const isTheirs = isCustomer || (link.email !== undefined && names(link.email));
  const written = await replaceAttributes(link, {
    ...(customer === undefined && redactLink(link, names)),
    ...(isTheirs && { email: undefined, customer: undefined }),
  });
  return written === 'written';
}

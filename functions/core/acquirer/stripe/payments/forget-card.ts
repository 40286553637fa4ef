import { randomUUID } from 'node:crypto';
import type { Id } from '#domain/id.ts';
import type { ForgetOutcome, StoredCredential } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { causeOf, pageOf, retrieve } from '../api/read.ts';
import type { PaymentIntent, SetupIntent } from '../api/shapes.ts';

/** https://docs.stripe.com/api/customers/object */
interface Customer {
  id: string;
  /** Stripe still shows the id of a deleted customer. */
  deleted?: boolean;
  metadata?: Record<string, string> | null;
}

/** https://docs.stripe.com/api/payment_methods/object */
interface PaymentMethod {
  id: string;
  customer: string | null;
}

/**
 * Detaches a card from its customer (https://docs.stripe.com/api/payment_methods/detach). After that nobody can use the
 * card. Then it deletes the customer (https://docs.stripe.com/api/customers/delete) if Florin has made it for this card,
 * and nobody has added another card to it.
 *
 * @throws if Stripe does not answer
 */
export async function forget(
  account: string | undefined,
  { reference, customer }: StoredCredential,
  isNeeded: (ids: readonly Id[]) => Promise<boolean>,
): Promise<ForgetOutcome> {
  const owner = customer ? await retrieve<Customer>({ path: `customers/${customer}`, account }) : undefined;
  const present = owner?.deleted ? undefined : owner;
  if (present && (await isUsed(account, present, isNeeded))) return { state: 'needed' };
  await detach(account, reference);
  if (present?.metadata?.florin && !(await hasCards(account, present))) await remove(account, present);
  return { state: 'forgotten' };
}

/** Each payment with a stored card names the card's customer, from before Stripe confirms it. */
async function isUsed(
  account: string | undefined,
  { id: customer }: Customer,
  isNeeded: (ids: readonly Id[]) => Promise<boolean>,
): Promise<boolean> {
  for (const path of ['payment_intents', 'setup_intents']) {
    let cursor: string | undefined;
    do {
      const page = await pageOf<PaymentIntent | SetupIntent>({ path, account, form: { customer } }, cursor);
      const ids = page.items.flatMap(({ metadata }) => metadata?.florin ?? []);
      if (ids.length > 0 && (await isNeeded(ids))) return true;
      cursor = page.next;
    } while (cursor !== undefined);
  }
  return false;
}

/** Each request has a new key, as Stripe would repeat a failure for a used key. */
async function detach(account: string | undefined, reference: string): Promise<void> {
  const path = `payment_methods/${reference}`;
  const answer = await ask<PaymentMethod>({
    path: `${path}/detach`,
    account,
    key: `${reference}-detach-${randomUUID()}`,
  });
  if (answer.state === 'done') return;
  // Stripe refuses to detach a card that has no customer, such as a card that an earlier request has detached.
  const method = answer.state === 'refused' ? await retrieve<PaymentMethod>({ path, account }) : undefined;
  if (answer.state === 'unknown' || method?.customer)
    throw new Error(`Stripe does not detach the card: ${causeOf(answer)}`);
}

const hasCards = async (account: string | undefined, { id: customer }: Customer): Promise<boolean> =>
  (await pageOf({ path: 'payment_methods', account, form: { customer } }, undefined)).items.length > 0;

async function remove(account: string | undefined, { id }: Customer): Promise<void> {
  const answer = await ask<Customer>({ path: `customers/${id}`, account, removes: true });
  const isGone = answer.state === 'done' || (answer.state === 'refused' && answer.status === 404);
  if (!isGone) throw new Error(`Stripe does not delete the customer: ${causeOf(answer)}`);
}

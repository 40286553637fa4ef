import type { StoredCredential } from '#acquirer/acquirer.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { dueAt } from '../table/due-items.ts';
import {
  customerCardKey,
  detachmentKey,
  endingsOf,
  keptReferenceKey,
  operationKey,
  sha256,
  transactionKey,
} from '../table/keys.ts';
import { get, getAll, type Item } from '../table/read.ts';
import { put, remove, update, type Write } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

/** A card that Florin has stopped using, and that its acquirer has to delete. */
export interface Detachment {
  merchantId: Id;
  at: AcquirerAccount;
  credential: StoredCredential;
  /** In milliseconds since 1970. */
  since: number;
}

type DetachmentItem = Item & Omit<Detachment, 'credential'> & { credential: string; listSk: string };

/**
 * In milliseconds. By then each request has ended that had read the card before it was removed, so that the acquirer knows
 * all payments with it.
 */
const delay = 5 * 60 * 1000;

/** Has a job delete a card at the acquirer, unless something else uses the same reference then. */
export function requestDetachment(merchantId: Id, at: AcquirerAccount, credential: StoredCredential): Write {
  const { reference, customer } = credential;
  const since = Date.now();
  return {
    item: put({
      ...detachmentKey(at, reference),
      ...{ merchantId, at, credential: JSON.stringify({ reference, customer }), since },
      listPk: endingsOf(sha256(reference)),
      listSk: dueAt(since + delay, reference),
    }),
  };
}

/** The item of a card that was removed: by a person, by an erasure, by a newer card, or because it has expired. */
export interface RemovedCard {
  merchantId: Id;
  credential: string;
}

/** Requests the detachment of a removed card. Cards of test money, which name no account, need none. */
export async function detachRemoved({ merchantId, credential }: RemovedCard): Promise<void> {
  const { at, ...stored } = JSON.parse(credential) as StoredCredential & { at?: AcquirerAccount };
  if (at) await writeOne(requestDetachment(merchantId, at, stored));
}

/** The detachment in an item of the list of ends; undefined for an item of another kind. */
export const detachmentIn = (item: Item): Detachment | undefined =>
  item.sk === detachmentKey({ acquirer: '' }, '').sk
    ? { ...(item as DetachmentItem), credential: JSON.parse((item as DetachmentItem).credential) }
    : undefined;

/**
 * Sets when the job tries again, or removes the work. Does neither if the work was requested again in the meantime.
 *
 * @param due milliseconds since 1970; undefined removes it
 */
export function rescheduleDetachment(
  { at, credential: { reference }, since }: Detachment,
  due: number | undefined,
): Promise<boolean> {
  const [key, condition, values] = [detachmentKey(at, reference), 'since = :since', { ':since': since }];
  const item =
    due === undefined
      ? remove(key, condition, values)
      : update(key, 'SET listSk = :due', { ...values, ':due': dueAt(due, reference) }, { condition });
  return writeOne({ item, onFailed: unneededWrite });
}

/** Marks that a card without a customer uses a reference, which then is never detached. */
export const keepReference = (at: AcquirerAccount, { reference }: StoredCredential): Write => ({
  item: put({ ...keptReferenceKey(at, reference) }),
});

/** Whether {@link keepReference} has marked the reference. */
export const isReferenceKept = async ({ at, credential }: Detachment): Promise<boolean> =>
  (await get(keptReferenceKey(at, credential.reference))) !== undefined;

/**
 * Whether authorizations still use a card: `open` if one of them has no outcome yet, `used` if a transaction can be charged
 * again or a saved card exists.
 *
 * @param ids of the authorizations, which their transactions and saved cards share
 */
export async function usesOf(
  { credential }: Pick<Detachment, 'credential'>,
  ids: readonly Id[],
): Promise<'open' | 'used' | undefined> {
  const keysOf = (id: Id) => [
    operationKey(id),
    customerCardKey(id),
    transactionKey(id),
    { ...transactionKey(id), sk: 'details' },
  ];
  const items = await getAll<Item & { credential?: string; error?: unknown }>(ids.flatMap(keysOf));
  if (items.some(({ sk, listPk }) => sk === operationKey('').sk && listPk !== undefined)) return 'open';
  const declined = new Set(items.filter(({ error }) => error !== undefined).map(({ pk }) => pk));
  const isUse = ({ pk, sk, credential: stored }: (typeof items)[number]) =>
    sk !== operationKey('').sk &&
    stored !== undefined &&
    !declined.has(pk) &&
    JSON.parse(stored).reference === credential.reference;
  return items.some(isUse) ? 'used' : undefined;
}

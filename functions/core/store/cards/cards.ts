import type { StoredCredential } from '#acquirer/acquirer.ts';
import type { Caller } from '#domain/caller.ts';
import type { Card } from '#domain/cards/card.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { requireMember } from '../merchants/members.ts';
import { withExpiry } from '../table/expiry.ts';
import { cardKey, expiringCardsOf } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, type Write } from '../table/transact.ts';
import type { RefusesCharges } from './charge-sources.ts';
import { keepReference } from './detachments.ts';

/** A card saved from a transaction. Deprecated, as the transaction's id serves the same purpose. */
export interface SavedCard extends RefusesCharges {
  id: Id;
  merchantId: Id;
  card: Card;
  notes?: string;
  /** The acquirer's reference to the card. */
  credential?: unknown;
}

/** Stores a card. @param expires in seconds since 1970; undefined for a card that does not expire. @throws NoAccess */
export async function saveCard(
  card: SavedCard,
  caller: Caller,
  alongside: readonly Write[],
  expires?: number,
): Promise<void> {
  const { credential, ...rest } = card;
  const listed =
    expires === undefined ? {} : { listPk: expiringCardsOf(card.merchantId).pk, listSk: card.id };
  const item = put({ ...rest, credential: JSON.stringify(credential), ...listed, ...cardKey(card.id) });
  const stored = credential as (StoredCredential & { at?: AcquirerAccount }) | undefined;
  await transact([
    requireMember(card.merchantId, caller),
    ...alongside,
    ...withExpiry([{ item }], expires),
    ...(stored?.at ? [keepReference(stored.at, stored)] : []),
  ]);
}

export async function getCard(id: Id): Promise<SavedCard | undefined> {
  const item = await get<Item & SavedCard & { credential?: string }>(cardKey(id));
  return item && { ...item, credential: item.credential && JSON.parse(item.credential) };
}

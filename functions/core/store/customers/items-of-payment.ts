import { gunzipSync, gzipSync } from 'node:zlib';
import { printJson } from '#basics/print-json.ts';
import type { Id } from '#domain/id.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { Receipts } from '#domain/transactions/receipt.ts';
import {
  alertsOfTransaction,
  chargeKey,
  customerCardKey,
  eventKey,
  linkKey,
  operationKey,
  receiptsKey,
  transactionKey,
} from '../table/keys.ts';
import { getAll, type Item, queryPartition } from '../table/read.ts';
import { discard } from '../table/transact.ts';
import { writeOne } from '../table/write-one.ts';
import type { Header } from '../transactions/transaction-item.ts';

/** A transaction's own items: the header first, then the details and the parts of the trail. */
export const transactionItems = (id: Id): Promise<Item[]> => queryPartition(transactionKey(id).pk);

/** The addresses that asked for receipts, and the records of the mails. */
export const receiptItems = (id: Id): Promise<Item[]> => queryPartition(receiptsKey(id).pk);

/** The disputes of a transaction, as in the list of the transaction. */
export const disputeItems = (id: Id): Promise<Item[]> =>
  queryPartition(alertsOfTransaction('dispute', id).pk);

/** The names of later payments from a transaction. */
export const chargeItems = (id: Id): Promise<Item[]> => queryPartition(chargeKey(id, '').pk);

export const operationItems = (ids: readonly Id[]): Promise<Item[]> => getAll(ids.map(operationKey));

export const eventItems = (merchantId: Id, ids: readonly Id[]): Promise<Item[]> =>
  getAll(ids.map((id) => eventKey(merchantId, id)));

export const savedCardItems = (ids: readonly Id[]): Promise<Item[]> => getAll(ids.map(customerCardKey));

export const linkItems = (ids: readonly Id[]): Promise<(Item & PaymentLink)[]> => getAll(ids.map(linkKey));

export const receiptsOf = async (ids: readonly Id[]): Promise<Map<Id, Item & Receipts>> => {
  const items = await getAll<Item & Receipts>(ids.map(receiptsKey));
  return new Map(items.map((item) => [item.pk.slice(receiptsKey('').pk.length), item]));
};

/** Those of these transactions whose customer was erased on request, not because of their age. */
export const erasedAmong = async (ids: readonly Id[]): Promise<Set<Id>> => {
  const items = await getAll<Item & Pick<Header, 'erased'>>(ids.map(transactionKey));
  return new Set(
    items.filter(({ erased }) => erased === true).map(({ pk }) => pk.slice(transactionKey('').pk.length)),
  );
};

export const discardItem = async (item: Item): Promise<void> => {
  await writeOne({ item: discard(item) });
};

/** The content of an event's item, which is compressed JSON. */
export const unpack = ({ body }: Item): Record<string, unknown> =>
  JSON.parse(gunzipSync(body as Uint8Array).toString());

export const pack = (content: unknown): Uint8Array => gzipSync(printJson(content));

import type { Dispute } from '#domain/disputes/dispute.ts';
import type { Id } from '#domain/id.ts';
import type { Fraud } from '#domain/transactions/fraud.ts';
import { type AlertKind, alertKey, alertsOf, alertsOfTransaction } from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import { get, type Item } from './table/read.ts';
import { put, type Write } from './table/transact.ts';

type InList = Record<'pk' | 'sk' | 'listPk' | 'listSk', string>;

interface Alerts {
  dispute: Dispute;
  fraud: Fraud;
}

/** Stores an alert, or what it has become, in the list of its merchant and in that of its transaction. */
export function putAlert<K extends AlertKind>(kind: K, changed: Alerts[K]): Write[] {
  // An alert that was read has the keys of its list, which the other list's item must not have.
  const { pk, sk, listPk, listSk, ...alert } = changed as Alerts[K] & Partial<InList>;
  const { id, merchantId, transactionId } = changed;
  const inList = { listPk: alertsOf(kind, merchantId).pk, listSk: id };
  return [
    { item: put({ ...alert, ...alertKey(kind, id), ...inList }) },
    { item: put({ ...alert, pk: alertsOfTransaction(kind, transactionId).pk, sk: id }) },
  ];
}

export const getAlert = <K extends AlertKind>(kind: K, id: Id): Promise<(Item & Alerts[K]) | undefined> =>
  get<Item & Alerts[K]>(alertKey(kind, id));

/** A merchant's alerts, or those about one of its transactions. */
export async function* listAlerts<K extends AlertKind>(
  kind: K,
  merchantId: Id,
  transactionId: Id | undefined,
  slice: Slice,
): AsyncGenerator<Alerts[K]> {
  const list =
    transactionId === undefined ? alertsOf(kind, merchantId) : alertsOfTransaction(kind, transactionId);
  for await (const alert of listFrom<Alerts[K]>(list, slice))
    if (alert.merchantId === merchantId) yield alert;
}

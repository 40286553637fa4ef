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

/** Stores an alert, or its new state, in the list of its merchant and in the list of its transaction. */
export function putAlert<K extends AlertKind>(kind: K, changed: Alerts[K]): Write[] {
  // An alert that was read carries the keys of one list. The item in the other list must have its own keys.
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

/** Lists a merchant's alerts, or those about one of its transactions. */
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

import type { Dispute } from '#domain/disputes/dispute.ts';
import type { Fraud } from '#domain/disputes/fraud.ts';
import type { Id } from '#domain/id.ts';
import { type AlertKind, alertKey, alertsOf, alertsOfTransaction, type Key } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item } from '../table/read.ts';
import { put, update, type Write } from '../table/transact.ts';

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

/**
 * Changes fields of an alert in both of its lists, and removes those that are undefined. Other fields stay, so that
 * two requests that change different fields at once do not undo each other.
 */
export function changeAlert<K extends AlertKind>(
  kind: K,
  { id, transactionId }: Pick<Alerts[K], 'id' | 'transactionId'>,
  changed: Partial<Alerts[K]>,
  { condition, values, onFailed }: { condition?: string; values?: Values } & Pick<Write, 'onFailed'> = {},
): Write[] {
  const fields = Object.entries(changed);
  const names = Object.fromEntries(fields.map(([name]) => [`#${name}`, name]));
  const set = fields.filter(([, value]) => value !== undefined);
  const removed = fields.filter(([, value]) => value === undefined);
  const expression = [
    set.length > 0 && `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`,
  ];
  const write = (key: Key, guard?: string, more: Values = {}) =>
    update(
      key,
      expression.filter(Boolean).join(' '),
      { ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])), ...more },
      { names, condition: guard },
    );
  return [
    { item: write(alertKey(kind, id), condition, values), onFailed },
    { item: write({ pk: alertsOfTransaction(kind, transactionId).pk, sk: id }) },
  ];
}

type Values = Record<string, unknown>;

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

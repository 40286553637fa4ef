import { type Id, isId } from '#domain/id.ts';
import type { Fault } from '#domain/outcome.ts';

type Query = Record<string, string | undefined>;

const [merchant, transaction] = ['filter[merchantId]', 'filter[transactionId]'] as const;

/** The query parameters of the lists of disputes and of fraud alerts, in addition to those of every list. */
export const alertQuery = [merchant, transaction];

/** The faults of a query for disputes or fraud alerts, which must name a merchant. */
export function alertFilterFaults(query: Query): Fault[] {
  const faults: Fault[] = [];
  if (!isId(query[merchant]))
    faults.push({ field: merchant, message: 'Is required, an id of 24 hex characters' });
  if (query[transaction] !== undefined && !isId(query[transaction]))
    faults.push({ field: transaction, message: 'Must be an id, 24 hex characters' });
  return faults;
}

/** The merchant and, if present, the transaction of a valid query for disputes or fraud alerts. */
export const alertFilter = (query: Query): { merchantId: Id; transactionId?: Id } => ({
  merchantId: query[merchant] ?? '',
  transactionId: query[transaction],
});

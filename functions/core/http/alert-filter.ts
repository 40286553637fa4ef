import { type Id, isId } from '#domain/id.ts';
import type { Fault } from '#domain/outcome.ts';
import { invalid } from './errors.ts';

/**
 * Whose disputes or fraud alerts are asked for: `filter[merchantId]`, and `filter[transactionId]` if given.
 *
 * @throws 400 that names each bad parameter
 */
export function readAlertFilter(query: Record<string, string | undefined>): {
  merchantId: Id;
  transactionId?: Id;
} {
  const merchantId = query['filter[merchantId]'] ?? '';
  const transactionId = query['filter[transactionId]'];
  const faults: Fault[] = [];
  if (!isId(merchantId))
    faults.push({ field: 'filter[merchantId]', message: 'Is required, an id of 24 hex characters' });
  if (transactionId !== undefined && !isId(transactionId))
    faults.push({ field: 'filter[transactionId]', message: 'Must be an id, 24 hex characters' });
  if (faults.length > 0) throw invalid(faults);
  return { merchantId, transactionId };
}

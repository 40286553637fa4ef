import type { Id } from '#domain/id.ts';
import { getOperation } from '#store/operations.ts';

/**
 * The payment of real money that a request is of: its proof's, or its key's, where that has asked for it with another
 * proof. Whichever of them is new now, or was when nothing came of it, names a payment that nobody has asked for.
 */
export async function whichPayment(newest: Id, proven: Id, keyed: Id): Promise<Id> {
  if (keyed === newest || keyed === proven) return proven;
  return proven !== newest && (await getOperation(proven)) ? proven : keyed;
}

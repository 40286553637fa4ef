import type { Id } from '#domain/id.ts';
import { Outcome } from '#domain/outcome.ts';
import { chargeKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put } from '../table/transact.ts';
import { writeOne } from '../table/write-one.ts';

/** The later payment that a reference names. */
export interface NamedCharge {
  transactionId: Id;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Another request has named its payment first. */
class NamedBefore extends Outcome {
  override readonly name = 'NamedBefore';

  constructor(readonly charge: NamedCharge) {
    super('The reference names another payment');
  }
}

/** The payment that a reference names among all later payments from a source: a transaction or a saved card. */
export const findCharge = (source: Id, reference: string): Promise<NamedCharge | undefined> =>
  get<Item & NamedCharge>(chargeKey(source, reference));

/**
 * Names a later payment before it is made. If several requests try at once, one succeeds.
 *
 * @param declined the payment that had the reference so far
 * @param expires in seconds since 1970; undefined for a reference that stays
 * @returns the payment that the reference names now
 */
export async function nameCharge(
  source: Id,
  reference: string,
  charge: NamedCharge,
  declined?: Id,
  expires?: number,
): Promise<NamedCharge> {
  const item = { ...chargeKey(source, reference), ...charge, expires };
  try {
    await writeOne(
      {
        item:
          declined === undefined
            ? put(item, 'attribute_not_exists(pk)')
            : put(item, 'transactionId = :declined', { ':declined': declined }),
        onFailed: (existing) => new NamedBefore(existing as Item & NamedCharge),
      },
      (existing) => existing?.transactionId === charge.transactionId,
    );
    return charge;
  } catch (error) {
    if (error instanceof NamedBefore) return error.charge;
    throw error;
  }
}

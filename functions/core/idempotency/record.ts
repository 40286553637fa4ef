import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { idempotencyKey } from '#store/table/keys.ts';
import { get, type Item } from '#store/table/read.ts';

/** The item of an idempotency key. At first it is a reservation; later it contains the answer, too. */
export type IdempotencyRecord = Item & {
  fingerprint: string;
  answer?: string;
  /**
   * The operation that the request has begun and not answered yet: an authorization, or another operation of an
   * acquirer.
   */
  transactionId?: Id;
  expires: number;
};

/** The attributes that the reservation and the record with an answer have in common. */
export const itemFor = ({ scope, key, fingerprint }: Idempotency) => ({
  ...idempotencyKey(scope, key),
  fingerprint,
  expires: nowInSeconds() + daySeconds,
});

export const nowInSeconds = () => inSeconds(Date.now());

/** DynamoDB deletes an expired item late. So every condition compares the expiry, and so does every read. */
export const freeCondition = 'attribute_not_exists(pk) OR expires <= :now';

/** Reads the record of a key. An expired record counts as absent. */
export const recordOf = ({ scope, key }: Idempotency): Promise<IdempotencyRecord | undefined> =>
  get<IdempotencyRecord>(idempotencyKey(scope, key));

import { log } from '#observability/log.ts';
import type { PaymentAcquirer } from '../live.ts';
import { authorize } from './authorize.ts';
import { find } from './find.ts';
import { findAuthorization } from './find-authorization.ts';
import { move } from './move.ts';
import { refusalOf } from './refusal.ts';
import { abandon } from './settle.ts';

/** An answer that is not as it was in the version that we ask for says nothing of what became of the money. */
const orUnknown =
  <A extends unknown[], O>(asking: (...given: A) => Promise<O>) =>
  async (...given: A): Promise<O | { state: 'unknown'; cause: string }> => {
    try {
      return await asking(...given);
    } catch (error) {
      const { name, stack = '' } = error as Error;
      // Where, and not what: a message may repeat what was read.
      log('error', { stripe: asking.name, error: name, at: stack.split('\n').slice(1, 4).join('\n') });
      return { state: 'unknown', cause: name };
    }
  };

/** Payments by Stripe (https://docs.stripe.com/api), on accounts that are connected to ours or are ours. */
export const stripePayments: PaymentAcquirer = {
  refusalOf,
  authorize: orUnknown(authorize),
  findAuthorization: orUnknown(findAuthorization),
  abandon: orUnknown(abandon),
  move: orUnknown(move),
  find: orUnknown(find),
};

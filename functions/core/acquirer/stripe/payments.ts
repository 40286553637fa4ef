import type { PaymentAcquirer } from '../live.ts';
import { authorize } from './authorize.ts';
import { find } from './find.ts';
import { findAuthorization } from './find-authorization.ts';
import { move } from './move.ts';
import { orUnknown } from './or-unknown.ts';
import { refusalOf } from './refusal.ts';
import { abandon } from './resolve-intent.ts';

/** Payments by Stripe (https://docs.stripe.com/api), on connected accounts or on the account of Florin's key. */
export const stripePayments: PaymentAcquirer = {
  refusalOf,
  authorize: orUnknown(authorize),
  findAuthorization: orUnknown(findAuthorization),
  abandon: orUnknown(abandon),
  move: orUnknown(move),
  find: orUnknown(find),
};

import type { PaymentAcquirer } from '../live.ts';
import { authorize } from './authorize.ts';
import { find } from './find.ts';
import { findAuthorization } from './find-authorization.ts';
import { move } from './move.ts';
import { refusalOf } from './refusal.ts';
import { abandon } from './resolve-intent.ts';
import { unknownOnError } from './unknown-on-error.ts';

/** Payments by Stripe (https://docs.stripe.com/api), on connected accounts or on the account of Florin's key. */
export const stripePayments: PaymentAcquirer = {
  refusalOf,
  authorize: unknownOnError(authorize),
  findAuthorization: unknownOnError(findAuthorization),
  abandon: unknownOnError(abandon),
  move: unknownOnError(move),
  find: unknownOnError(find),
};

import type { LiveAcquirer } from '../live.ts';
import { validateAccount } from './account.ts';
import { authorize } from './authorize.ts';
import { listBalanceTransactions } from './balance.ts';
import { disputeFigures, figuresOf } from './entry.ts';
import { find } from './find.ts';
import { findAuthorization } from './find-authorization.ts';
import { move } from './move.ts';
import { refusalOf } from './refusal.ts';
import { abandon } from './settle.ts';

/** Payments by Stripe (https://docs.stripe.com/api), on accounts that are connected to ours or are ours. */
export const stripe: LiveAcquirer = {
  refusalOf,
  authorize,
  findAuthorization,
  abandon,
  move,
  find,
  figuresOf,
  disputeFigures,
  validateAccount,
  listBalanceTransactions,
};

import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Acquirer } from './acquirer.ts';
import type { LiveAcquirer } from './live.ts';
import { type AcquirerName, requirePart } from './names.ts';
import { type Accounts, simulatedAcquirer } from './simulated.ts';
import { stripe } from './stripe/stripe.ts';

/** The acquirer of test merchants. @throws for a merchant with real money */
export function simulatedAcquirerFor(merchant: { test: boolean }, accounts: Accounts): Acquirer {
  if (!merchant.test) throw new Error('There is no simulated acquirer for this merchant');
  return simulatedAcquirer(accounts);
}

/** The adapters to acquirers of real money, by their names. */
const adapters: Record<AcquirerName, LiveAcquirer> = { stripe };

/** The adapter of an account's acquirer. */
export const acquirerOf = ({ acquirer }: AcquirerAccount): LiveAcquirer => requirePart(adapters, acquirer);

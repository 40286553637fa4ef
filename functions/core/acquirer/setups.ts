import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { type AcquirerName, requirePart } from './names.ts';
import type { AcquirerSetup } from './setup.ts';
import { stripeSetup } from './stripe/stripe-setup.ts';

/** The part of each adapter that connects accounts, by the acquirer's name. */
const setups: Record<AcquirerName, AcquirerSetup> = { stripe: stripeSetup };

export const setupOf = ({ acquirer }: AcquirerAccount): AcquirerSetup => requirePart(setups, acquirer);

import { type Scheme, testSchemes } from '#domain/cards/scheme.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { Capabilities } from './live.ts';
import { type AcquirerName, requirePart } from './names.ts';
import { stripe } from './stripe/capabilities.ts';

/** The capabilities of the adapters, by name. */
const capabilitiesByName: Record<AcquirerName, Capabilities> = { stripe };

/** The capabilities of the acquirer that has the account. */
export const capabilitiesOf = ({ acquirer }: AcquirerAccount): Capabilities =>
  requirePart(capabilitiesByName, acquirer);

/** The card schemes that a merchant's customers may pay with. */
export const schemesOf = ({ test, acquirer }: Pick<Merchant, 'test' | 'acquirer'>): readonly Scheme[] =>
  test || !acquirer ? testSchemes : capabilitiesOf(acquirer).schemes;

/**
 * Whether the merchant's acquirer saves cards. Only then may a payment link show a customer's saved cards, which
 * anybody who opens the link sees.
 */
export const mayKeepCards = (
  { test, acquirer }: Pick<Merchant, 'test' | 'acquirer'>,
  link: PaymentLink | undefined,
): link is PaymentLink & { customer: string } =>
  link?.customer !== undefined && (test || (acquirer !== undefined && capabilitiesOf(acquirer).keepsCards));

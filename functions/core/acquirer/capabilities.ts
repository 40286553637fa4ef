import { type Scheme, testSchemes } from '#domain/cards/scheme.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { capabilitiesOf } from './registry.ts';

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

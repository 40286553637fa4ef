import type { PaymentLink } from '#domain/link.ts';
import type { Merchant } from '#domain/merchant.ts';
import type { AcquirerAccount } from '#domain/operation.ts';
import { type Scheme, testSchemes } from '#domain/scheme.ts';
import type { Capabilities } from './live.ts';
import { stripe } from './stripe/capabilities.ts';

/** Of the adapters, by their names. */
const known: Record<string, Capabilities> = { stripe };

/** What the acquirer that an account is at can do. */
export function capabilitiesOf({ acquirer }: AcquirerAccount): Capabilities {
  const capabilities = known[acquirer];
  if (!capabilities) throw new Error(`There is no adapter for ${acquirer}`);
  return capabilities;
}

/** What a merchant's customers may pay with. */
export const schemesOf = ({ test, acquirer }: Pick<Merchant, 'test' | 'acquirer'>): readonly Scheme[] =>
  test || !acquirer ? testSchemes : capabilitiesOf(acquirer).schemes;

/** Whether a customer's cards may be kept, and shown to who opens a link. */
export const mayKeepCards = (
  { test, acquirer }: Pick<Merchant, 'test' | 'acquirer'>,
  link: PaymentLink | undefined,
): link is PaymentLink & { customer: string } =>
  link?.customer !== undefined && (test || (acquirer !== undefined && capabilitiesOf(acquirer).keepsCards));

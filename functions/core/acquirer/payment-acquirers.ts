import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { PaymentAcquirer } from './live.ts';
import { type AcquirerName, requirePart } from './names.ts';
import { stripePayments } from './stripe/payments.ts';

/**
 * The part of each adapter that makes payments. It is separate from the rest of the adapter, so that functions that
 * take payments stay small.
 */
const adapters: Record<AcquirerName, PaymentAcquirer> = { stripe: stripePayments };

/** The acquirer of a payment. */
export const paymentAcquirerOf = ({ acquirer }: AcquirerAccount): PaymentAcquirer =>
  requirePart(adapters, acquirer);

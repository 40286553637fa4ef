import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { PaymentAcquirer } from './live.ts';
import { type AcquirerName, requirePart } from './names.ts';
import { stripePayments } from './stripe/payments.ts';

/** The adapters' part that pays, by their names: functions that take payments are to be small. */
const adapters: Record<AcquirerName, PaymentAcquirer> = { stripe: stripePayments };

/** The acquirer of a payment. */
export const paymentAcquirerOf = ({ acquirer }: AcquirerAccount): PaymentAcquirer =>
  requirePart(adapters, acquirer);

import type { Merchant } from '#domain/merchants/merchant.ts';
import { refuse } from '#domain/outcome.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { Requests } from '#schemas/index.ts';

/**
 * Whether a payment is captured with its authorization. That is the merchant's to say, by the link that is paid or by
 * their setting, and never the customer's: who could have it captured would cost the merchant a fee for what is not to
 * be delivered yet, and who could keep it from being captured would be delivered for money that nobody takes.
 */
export const isCaptured = ({ link, capture = false }: Merchant & { link?: PaymentLink }): boolean =>
  link?.capture ?? capture;

/** A shop's page may say what it counts on: it is told where the merchant has not set it so. @throws Refused */
export function requireSetting({ capture }: Requests['payment'], merchant: Merchant): void {
  if (capture !== undefined && capture !== isCaptured(merchant))
    refuse('capture', `Must be as the merchant has set it: ${!capture}`);
}

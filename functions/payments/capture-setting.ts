import type { Merchant } from '#domain/merchants/merchant.ts';
import { refuse } from '#domain/outcome.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { Requests } from '#schemas/index.ts';

/**
 * Whether a payment is captured together with its authorization. The link or the merchant's setting decides, never the
 * customer. A customer who could force the capture would cost the merchant a fee for an order that cannot be delivered
 * yet. A customer who could prevent it would get the goods for money that nobody captures.
 */
export const isCaptured = ({ link, capture = false }: Merchant & { link?: PaymentLink }): boolean =>
  link?.capture ?? capture;

/**
 * A shop's page may send the setting that it relies on. The answer is an error if the merchant has set the opposite.
 *
 * @throws Refused
 */
export function requireSetting({ capture }: Requests['payment'], merchant: Merchant): void {
  if (capture !== undefined && capture !== isCaptured(merchant))
    refuse('capture', `Must be ${!capture}, as the merchant has set it`);
}

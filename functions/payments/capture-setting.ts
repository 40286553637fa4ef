import type { Merchant } from '#domain/merchants/merchant.ts';
import { refuse } from '#domain/outcome.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { Requests } from '#schemas/index.ts';

/**
 * Whether a payment is captured together with its authorization. The link or the merchant's setting decides, never
 * the customer. If the customer could force the capture, the merchant would pay a fee for an order that cannot be
 * delivered yet. If the customer could prevent it, the merchant might deliver although nobody captures the money.
 */
export const isCaptured = ({ link, capture = false }: Merchant & { link?: PaymentLink }): boolean =>
  link?.capture ?? capture;

/**
 * Checks the setting that a shop's page may send because it relies on it.
 *
 * @throws Refused if the merchant has the opposite setting
 */
export function requireSetting({ capture }: Requests['payment'], merchant: Merchant): void {
  if (capture !== undefined && capture !== isCaptured(merchant))
    refuse('capture', `Must be ${!capture}, as the merchant has set it`);
}

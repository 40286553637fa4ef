import { type CustomerCard, isOfAccount } from '#domain/cards/customer-card.ts';
import { takesPayments } from '#domain/merchants/integration.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { Refused, refuse } from '#domain/outcome.ts';
import { unvouchedFaults } from '#domain/transactions/custom.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { posError } from '#http/routes/pos-api.ts';
import type { Requests } from '#schemas/index.ts';
import { getCustomerCard } from '#store/cards/customer-cards.ts';
import { merchantOfKey, type StoredMerchant } from '#store/merchants/merchants.ts';
import type { Operation } from '#store/transactions/operations.ts';
import { findLink } from '#usecases/payments/till-codes.ts';
import { requireLink, requireOpen } from './link-terms.ts';
import type { PaymentBody } from './payment-body.ts';

/** The merchant of a payment, with the link that is paid and the saved card, if the payment names them. */
export type Payee = StoredMerchant & { link?: PaymentLink; saved?: CustomerCard };

/**
 * Reads the merchant, and checks that this payment can be made to them.
 *
 * @param earlier reads the operation that an earlier request of this payment has begun at the acquirer. Such a
 * payment may have been made, so Florin continues it, even if the merchant was changed or the link has expired
 * since.
 * @throws 400 with a code of the contract, section 3; LinkEnded
 */
export async function payee(
  body: PaymentBody,
  earlier?: () => Promise<Operation | undefined>,
): Promise<Payee> {
  const { integration, test, linkId, card, method } = body;
  const [merchant, link, saved] = await Promise.all([
    merchantOfKey(integration.key),
    linkId === undefined ? undefined : findLink(linkId),
    card?.saved === undefined ? undefined : getCustomerCard(card.saved),
  ]);
  requireMerchant(merchant);
  const faults = unvouchedFaults(merchant.unvouched, { custom: body.custom, plan: body.plan });
  if (faults.length > 0) throw new Refused(faults);
  if (merchant.test !== (test !== undefined))
    throw posError(
      'TEST_MODE_MIXED',
      merchant.test
        ? 'A test merchant needs the object `test`, for example {}'
        : 'A live merchant must not have `test`',
    );
  // A payment by a card of a test merchant ends with its first request.
  const isUnderWay = async () =>
    (!merchant.test || method !== undefined) && (await earlier?.()) !== undefined;
  try {
    requireTakesPayments(merchant);
    requireSetting(body, merchant);
  } catch (error) {
    if (!(await isUnderWay())) throw error;
  }
  if (linkId === undefined) return merchant;
  requireLink(body, merchant, link);
  await requireOpen(link, isUnderWay);
  // Another account cannot charge the card, but an earlier request may have charged it before the merchant changed
  // accounts.
  const isUsable = saved && (isOfAccount(saved.credential, merchant.acquirer) || (await isUnderWay()));
  return { ...merchant, link, saved: isUsable ? saved : undefined };
}

/** @throws 400 if no merchant has the public key of the request */
export function requireMerchant(merchant: StoredMerchant | undefined): asserts merchant is StoredMerchant {
  if (!merchant)
    throw posError('PAYMENT_INTEGRATION_KEY_UNKNOWN', 'There is no merchant with this public key');
}

/** @throws 400 unless the merchant has an acquirer account that can take payments */
export function requireTakesPayments(merchant: StoredMerchant): void {
  if (!takesPayments(merchant))
    throw posError('PAYMENT_INTEGRATION_DISABLED', 'This merchant cannot take live payments yet');
}

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
function requireSetting({ capture }: Requests['payment'], merchant: Merchant): void {
  if (capture !== undefined && capture !== isCaptured(merchant))
    refuse('capture', `Must be ${!capture} because the merchant has set it`);
}

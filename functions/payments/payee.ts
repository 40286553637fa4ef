import { type CustomerCard, isOfAccount } from '#domain/cards/customer-card.ts';
import { Refused } from '#domain/outcome.ts';
import { unvouchedFaults } from '#domain/transactions/custom.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { posError } from '#http/routes/pos-api.ts';
import { getCustomerCard } from '#store/cards/customer-cards.ts';
import { merchantOfKey, type StoredMerchant } from '#store/merchants/merchants.ts';
import type { Operation } from '#store/transactions/operations.ts';
import { findLink } from '#usecases/payments/till-codes.ts';
import { requireSetting } from './capture-setting.ts';
import type { PaymentBody } from './check-body.ts';
import { requireLink, requireOpen } from './link-terms.ts';
import { requireMerchant, requireTakesPayments } from './require-merchant.ts';

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
  const { integration, test, linkId, card } = body;
  const [merchant, link, saved] = await Promise.all([
    merchantOfKey(integration.key),
    linkId === undefined ? undefined : findLink(linkId),
    card.saved === undefined ? undefined : getCustomerCard(card.saved),
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
  const isUnderWay = async () => !merchant.test && (await earlier?.()) !== undefined;
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

import { mayKeepCards } from '#acquirer/capabilities.ts';
import { byUse, isOffered } from '#domain/cards/customer-card.ts';
import { exponentOf } from '#domain/money/currency.ts';
import { requireFound } from '#domain/outcome.ts';
import { statusOf } from '#domain/transactions/link.ts';
import { listCustomerCards } from '#store/cards/customer-cards.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { findLink } from '#usecases/payments/till-codes.ts';
import { frameOf, type Link, missingLink, redirectOf, requirePayable, wasPayable } from './link.ts';
import type { Query } from './query.ts';

/**
 * Reads a link that a merchant's server or till has made.
 *
 * @param query the parameters of `sdk.js`, which say where the page is shown and how it looks
 * @throws BadLink
 */
export async function readMadeLink(id: string, query: Query): Promise<Link> {
  const [made, rates] = await Promise.all([findLink(id), currentRates()]);
  if (!made) throw missingLink();
  const { merchantId, customer } = made;
  const [merchant, kept] = await Promise.all([
    findMerchant(merchantId).then(requireFound),
    customer === undefined ? [] : listCustomerCards(merchantId, customer, { limit: 100 }),
  ]);
  const { amount, currency, text, reference, redirect, cancel, recurring } = made;
  const status = statusOf(made);
  const ended = status !== 'open' ? status : wasPayable(merchant) ? 'closed' : undefined;
  if (!ended) requirePayable(merchant, currency, rates);
  return {
    merchant,
    currency,
    amount: { currency, exponent: exponentOf(currency), value: amount },
    text,
    reference,
    redirect: redirectOf(redirect),
    cancel,
    recurring,
    till: false,
    ...frameOf(query, merchant),
    made,
    cards:
      !ended && mayKeepCards(merchant, made)
        ? byUse(kept.filter((card) => isOffered(card, merchant.acquirer)))
        : undefined,
    ended,
  };
}

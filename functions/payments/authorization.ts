import type { Instrument, StoredCredential } from '#acquirer/acquirer.ts';
import { mayKeepCards } from '#acquirer/capabilities.ts';
import type { Decline } from '#acquirer/decline.ts';
import { type Credential, ownCredential } from '#acquirer/simulated/simulated-acquirer.ts';
import type { CardExpiry } from '#domain/cards/card-expiry.ts';
import { hasLeft, latestReturnData, type TdsStatus, tdsStatus } from '#domain/cards/challenges.ts';
import { type CardConsent, replacedBy } from '#domain/cards/customer-card.ts';
import type { Id } from '#domain/id.ts';
import { usedMethod } from '#domain/methods/method.ts';
import { textOfLink } from '#domain/transactions/link.ts';
import { summaryOfOrder } from '#domain/transactions/order-data.ts';
import { listCustomerCards } from '#store/cards/customer-cards.ts';
import type { Authorization } from '#usecases/payments/authorize.ts';
import { bankReturns } from './challenge-frames.ts';
import { payerOf, termsOf, tillLinkOf } from './link-terms.ts';
import { methodReturns } from './method-return.ts';
import type { Order } from './order.ts';
import { isCaptured } from './payee.ts';
import type { PaymentBody } from './payment-body.ts';

/**
 * The authorization that an order asks for.
 *
 * @param id of the transaction
 * @param posUrl the base URL of the checkout API, to which a bank returns
 * @param record as in {@link Authorization}
 * @param secure whether the payment needs 3-D Secure because of earlier declines
 */
export async function authorizationOf(
  id: Id,
  body: PaymentBody,
  order: Order,
  posUrl: string,
  record: Authorization['record'],
  secure = false,
): Promise<Authorization> {
  const { merchant } = order;
  const { link } = merchant;
  const { custom, plan, unplanned } = link ? termsOf(link) : body;
  const tds = tdsStatus(order.proofs);
  const requireTds = secure || merchant.tds.mode === 'full';
  const payer = payerOf(body);
  return {
    id,
    amount: order.amount,
    currency: order.currency,
    descriptor: link?.statement,
    linkId: link?.id,
    till: tillLinkOf(link),
    payer,
    order: summaryOfOrder({ custom, payer, text: link ? textOfLink(link) : body.text }),
    card: order.card,
    method: order.method && {
      ...usedMethod(order.method),
      // The page of the simulated bank proposes it.
      simulated: merchant.test ? order.test.method?.after : undefined,
    },
    credential: credentialOf(id, order),
    saved: order.saved,
    consent: await consentOf(body, order),
    tds: tds && levels[tds],
    recurring: false,
    capture: order.method?.captured === 'at once' || isCaptured(merchant),
    details: {
      custom,
      text: body.text || undefined,
      agreement: plan || unplanned ? { plan, unplanned } : undefined,
    },
    declined: merchant.test && order.card ? declineOf(requireTds, tds) : undefined,
    live:
      merchant.test && !order.method
        ? undefined
        : {
            instrument: await instrumentOf({ ...body, plan, unplanned }, id, order, posUrl),
            requireTds,
            left: hasLeft(order.proofs),
            brought: latestReturnData(order.proofs),
          },
    record,
  };
}

/**
 * The credential of the card for the simulated acquirer. A saved card keeps its credential, with new test options.
 */
function credentialOf(id: Id, { saved, test }: Order): Credential {
  const { reference, simulated } = (saved?.credential ?? ownCredential(id)) as Credential;
  return { reference, simulated: saved ? { ...simulated, ...test.card } : test.card };
}

/** The customer's consent to save the card, if they gave it. */
async function consentOf({ save }: PaymentBody, { merchant, card }: Order): Promise<CardConsent | undefined> {
  const { id, link } = merchant;
  if (!save || !card || !mayKeepCards(merchant, link)) return undefined;
  const { customer } = link;
  const cards = await listCustomerCards(id, customer, { limit: 100 });
  return { customer, agreed: new Date().toISOString(), replaces: replacedBy(card, cards) };
}

/** The instrument that the acquirer charges: a card, a saved credential, or another method. */
async function instrumentOf(
  { card, method: asked, payer, plan, unplanned, save }: PaymentBody,
  id: Id,
  order: Order,
  posUrl: string,
): Promise<Instrument> {
  const { saved, securityCode: code, method } = order;
  if (method) {
    const returnUrl = await methodReturns(posUrl, { id, returnUrl: asked?.returnUrl }, method);
    return { method, code: asked?.code, payer, store: false, returnUrl };
  }
  const byCustomer = {
    store: plan !== undefined || unplanned !== undefined,
    returnUrl: await bankReturns(order, posUrl),
  };
  if (saved) return { saved: saved.credential as StoredCredential, code, ...byCustomer };
  const expiry = card?.expiry as CardExpiry;
  return { card: { number: order.cardNumber, code, expiry }, payer, keep: save, ...byCustomer };
}

/** The level of 3-D Secure that a transaction records: attempted, or passed in full. */
const levels: Record<TdsStatus, 'attempt' | 'full' | undefined> = {
  authenticated: 'full',
  attempted: 'attempt',
  rejected: 'attempt',
  unavailable: undefined,
};

/** The decline of a test payment that 3-D Secure alone causes. */
function declineOf(requireTds: boolean, tds: TdsStatus | undefined): Decline | undefined {
  if (tds === 'rejected') return 'TDSECURE_FAILED';
  return requireTds && tds !== 'authenticated' ? 'TDSECURE_REQUIRED' : undefined;
}

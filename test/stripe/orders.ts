import type {
  AuthorizationOrder,
  AuthorizationOutcome,
  Instrument,
  MovementOrder,
} from '../../functions/core/acquirer/acquirer.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';

type Card = Extract<Instrument, { card: unknown }>;

/** A key in the format of test mode that belongs to no account. */
export const testKey = ['sk', 'test', 'of', 'nobody'].join('_');

/** Connects the adapter to a stand-in for its acquirer. */
export function connect(url: string, apiKey = testKey): void {
  process.env.STRIPE_URL = url;
  process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey, webhookSecrets: [] });
}

export function order(given: Partial<AuthorizationOrder> = {}): AuthorizationOrder {
  const terms = { amount: 1000, currency: 'EUR', descriptor: 'My shop' };
  return { acquirer: 'stripe', id: newId(), ...terms, ...given };
}

/** The acquirer's ids of authorizations, by Florin's. */
const references = new Map<string, string>();

/** An order with the acquirer's id that was stored for it. */
export const storedOrder = (order: AuthorizationOrder): AuthorizationOrder => ({
  ...order,
  reference: references.get(order.id),
});

/** Authorizes as Florin does: stores the acquirer's first id before money is held. */
export const authorize = (order: AuthorizationOrder, instrument: Instrument): Promise<AuthorizationOutcome> =>
  stripe.authorize(storedOrder(order), instrument, async (reference) => {
    const first = references.get(order.id) ?? reference;
    references.set(order.id, first);
    return first;
  });

export const findAuthorization = (order: AuthorizationOrder): Promise<AuthorizationOutcome> =>
  stripe.findAuthorization(storedOrder(order));

/** One of the acquirer's public test numbers. */
export const card = (number = '4242424242424242', given: Partial<Card> = {}): Card => ({
  card: { number, code: '123', expiry: { month: 12, year: new Date().getUTCFullYear() + 3 } },
  store: false,
  returnUrl: 'https://pos.example/back',
  ...given,
});

export const movement = (
  kind: MovementOrder['kind'],
  payment: LivePayment,
  amount: number,
  given: Partial<MovementOrder> = {},
): MovementOrder => ({
  acquirer: 'stripe',
  id: newId(),
  kind,
  amount,
  currency: 'EUR',
  payment,
  attempts: 0,
  ...given,
});

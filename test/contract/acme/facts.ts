import { challengedCard, poorCard } from '../../unit/acquirer/acme/stand-in.ts';
import type { Facts } from '../world.ts';

export const acmeFacts: Facts = {
  currency: 'EUR',
  cards: { good: '4242424242424242', poor: poorCard, challenged: challengedCard },
  // Acme raises no authorizations.
  kinds: ['capture', 'refund', 'void'],
  secrets: /4242424242424242|of-nobody|Bearer/,
  declines: { PAYMENT_CARD_EXPIRED: ['expired'], PAYMENT_INSUFFICIENT_FUNDS: ['funds'] },
  foreign: [{ name: 'another’s error', status: 400, body: '{"error":"Bad Request"}' }],
  impossible: [
    { amount: 1000, currency: 'USD' },
    { amount: 0, currency: 'EUR' },
  ],
  event: {
    body: { type: 'payment', live: false, account: 'shop', payment: 'florin-1' },
    required: ['type', 'account', 'payment', 'live'],
    otherMode: { live: true },
  },
};

import { version } from '../../../functions/core/acquirer/stripe/api/version.ts';
import { rights } from '../../../functions/core/acquirer/stripe/setup/rights.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import { disputeStatuses } from '../../stripe/dispute-statuses.ts';
import type { Facts } from '../world.ts';
import { codes } from './codes.ts';
import { unionOf } from './sdk.ts';

/** Objects as Stripe has them, but of another payment. */
const other = {
  ...{ metadata: { florin: newId() }, latest_charge: null, customer: null, payment_method: 'pm_other' },
};
const entry = { id: 'txn_other', currency: 'eur', amount: -1, net: -1, fee: 0, exchange_rate: null };
const others = {
  payment: { object: 'payment_intent', id: 'pi_other', status: 'requires_capture', amount: 1, ...other },
  card: { object: 'setup_intent', id: 'seti_other', status: 'succeeded', ...other },
  refund: { object: 'refund', id: 're_other', status: 'succeeded', balance_transaction: entry, ...other },
};

/** Stripe's test cards, words and limits: https://docs.stripe.com/testing */
export const stripeFacts: Facts = {
  currency: 'EUR',
  cards: {
    good: '4242424242424242',
    poor: '4000000000009995',
    challenged: '4000002760003184',
    once: '4000008400000076',
  },
  kinds: ['capture', 'refund', 'void', 'increment'],
  secrets: /4242424242424242|sk_test|Bearer|whsec/,
  declines: Object.fromEntries(Object.entries(codes).map(([decline, list]) => [decline, list.split(' ')])),
  foreign: [
    { name: 'a list of nothing it has', status: 200, body: '{"object":"list","data":[{}],"has_more":true}' },
    { name: 'another’s refusal', status: 403, body: '{"message":"Forbidden"}' },
    { name: 'another’s error', status: 400, body: '{"error":"Bad Request"}' },
    { name: 'nothing found', status: 404, body: 'null' },
    ...Object.entries(others).map(([name, object]) => ({
      ...{ name: `another ${name}`, status: 200, body: JSON.stringify(object) },
    })),
  ],
  checksReads: true,
  declinesImpossible: true,
  impossible: [
    { amount: 1234, currency: 'BHD' },
    { amount: 1000, currency: 'XYZ' },
    { amount: 10.5, currency: 'EUR' },
    { amount: Number.NaN, currency: 'EUR' },
  ],
  rights,
  disputes: disputeStatuses,
  entries: unionOf('BalanceTransactions', 'Type'),
  event: {
    body: {
      ...{ id: 'evt_1', type: 'payout.paid', api_version: version, livemode: false, account: 'acct_1' },
      data: { object: { id: 'po_1' } },
    },
    required: ['type', 'data'],
    otherMode: { livemode: true },
    otherVersion: { api_version: '2024-06-20' },
  },
};

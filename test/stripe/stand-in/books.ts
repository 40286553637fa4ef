import type { Account, Charge, Entry, Intent, Refund } from './account.ts';
import { missing } from './errors.ts';

/** The exchange rates of the tests: the price of one unit of each currency in euros. */
const euros: Record<string, number> = {
  eur: 1,
  usd: 0.92,
  gbp: 1.15,
  dkk: 0.134,
  sek: 0.088,
  jpy: 0.0061,
  bhd: 2.44,
  nok: 0.085,
  pln: 0.23,
  chf: 1.06,
};
const decimals: Record<string, number> = { jpy: 0, bhd: 3, mga: 0 };
const minor = (currency: string) => 10 ** (decimals[currency] ?? 2);

/** The balance transactions by which a payment's money comes in: by a card, and by another method. */
const incoming = new Set(['charge', 'payment']);

/**
 * Books a change of the account's balance (https://docs.stripe.com/api/balance_transactions): with a rate if the payment
 * is in another currency, and with a fee of 1.5 % and 25 for incoming money, which is never returned.
 *
 * @param application the fee of the platform, in the currency of the payment; below 0 if it is returned
 */
export function enter(
  account: Account,
  type: string,
  amount: number,
  currency: string,
  source: string,
  { cost, application = 0 }: { cost?: number; application?: number } = {},
): Entry {
  const settled = account.settings.alsoKeeps.includes(currency) ? currency : account.settings.currency;
  const major = (euros[currency] ?? 1) / (euros[settled] ?? 1);
  const exchange_rate =
    currency === settled ? null : Number((major * (minor(settled) / minor(currency))).toFixed(6));
  const gross = Math.round(amount * (exchange_rate ?? 1));
  const own = cost ?? (incoming.has(type) ? Math.round(gross * 0.015) + 25 : 0);
  const platforms = Math.round(application * (exchange_rate ?? 1));
  const fee = own + platforms;
  return account.add<Entry>('txn', {
    object: 'balance_transaction',
    type,
    reporting_category: categoryOf(type, amount, source),
    balance_type: type === 'refund' || type === 'payment_refund' ? account.settings.refundsFrom : 'payments',
    amount: gross,
    fee,
    net: gross - fee,
    currency: settled,
    exchange_rate,
    description: null,
    source,
    ...datesOf(account, type),
    fee_details: [...detailsOf(own, settled), ...applicationFee(platforms, settled)],
  });
}

/** https://docs.stripe.com/connect/direct-charges#collect-fees: the breakdown names the platform's fee. */
const applicationFee = (amount: number, currency: string): Entry['fee_details'] =>
  amount === 0
    ? []
    : [
        {
          type: 'application_fee',
          amount,
          currency,
          description: 'Application fee',
          application: 'ca_platform',
        },
      ];

/**
 * Money of a payment can be paid out some days later (https://docs.stripe.com/payouts#payout-speed). A refund uses the
 * available balance (https://docs.stripe.com/refunds).
 */
function datesOf(account: Account, type: string): Pick<Entry, 'available_on' | 'status'> {
  const days = incoming.has(type) ? account.settings.payoutDelay : 0;
  const today = Math.floor(account.now() / 1000 / 86400) * 86400;
  return { available_on: today + days * 86400, status: days > 0 ? 'pending' : 'available' };
}

/**
 * The category of each type in Stripe's SDK (https://docs.stripe.com/reports/reporting-categories). Stripe does not document the
 * categories of the types that are their own.
 */
export const categories: Record<string, string> = {
  ...Object.fromEntries(
    `advance advance_funding anticipation_repayment climate_order_purchase climate_order_refund connect_collection_transfer
    contribution fee_credit_funding inbound_transfer inbound_transfer_reversal issuing_authorization_hold
    issuing_authorization_release issuing_dispute issuing_dispute_provisional_credit
    issuing_dispute_provisional_credit_reversal issuing_transaction payment_network_reserve_hold
    payment_network_reserve_release payment_reversal payout payout_minimum_balance_hold payout_minimum_balance_release refund
    refund_failure reserve_hold reserve_release stripe_balance_payment_debit stripe_balance_payment_debit_reversal tax_fund
    topup topup_reversal transfer`
      .split(/\s+/)
      .map((type) => [type, type]),
  ),
  adjustment: 'other_adjustment',
  application_fee: 'platform_earning',
  application_fee_refund: 'platform_earning_refund',
  charge: 'charge',
  obligation_outbound: 'other_adjustment',
  obligation_reversal_inbound: 'other_adjustment',
  payment: 'charge',
  payment_failure_refund: 'charge_failure',
  payment_refund: 'refund',
  payment_unreconciled: 'unreconciled_customer_funds',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
  reserve_transaction: 'connect_reserved_funds',
  reserved_funds: 'risk_reserved_funds',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'tax',
  transfer_cancel: 'transfer_reversal',
  transfer_failure: 'transfer_reversal',
  transfer_refund: 'transfer_reversal',
};

/** The source of an adjustment decides about its category. A type that Stripe's SDK does not know has its own one. */
function categoryOf(type: string, amount: number, source: string | null): string {
  if (type !== 'adjustment') return categories[type] ?? type;
  if (source?.startsWith('fr_')) return 'fee';
  if (/^(re|pyr)_/.test(source ?? '')) return 'refund_failure';
  if (source?.startsWith('du_')) return amount < 0 ? 'dispute' : 'dispute_reversal';
  return 'other_adjustment';
}

/** Splits a fee into Stripe's own part and the tax on it (https://docs.stripe.com/tax/stripe-fees). */
function detailsOf(fee: number, currency: string): Entry['fee_details'] {
  if (fee === 0) return [];
  const tax = Math.round(fee * 0.2);
  const stripe = { type: 'stripe_fee', amount: fee - tax, description: 'Stripe processing fees' };
  const parts = tax === 0 ? [stripe] : [stripe, { type: 'tax', amount: tax, description: 'VAT' }];
  return parts.map((part) => ({ ...part, currency, application: null }));
}

/** A booking that belongs to no payment (https://docs.stripe.com/reports/balance-transaction-types). */
export type Booking = Pick<Entry, 'type' | 'amount'> &
  Partial<Pick<Entry, 'fee' | 'currency' | 'description' | 'source' | 'reporting_category' | 'balance_type'>>;

export function book(
  account: Account,
  {
    type,
    amount,
    fee = 0,
    currency = account.settings.currency,
    description = null,
    source = null,
    reporting_category = categoryOf(type, amount, source),
    balance_type = 'payments',
  }: Booking,
): Entry {
  return account.add<Entry>('txn', {
    object: 'balance_transaction',
    type,
    reporting_category,
    balance_type,
    amount,
    fee,
    net: amount - fee,
    currency,
    exchange_rate: null,
    description,
    source,
    ...datesOf(account, type),
    fee_details: detailsOf(fee, currency),
  });
}

export function entryOf(account: Account, id: string): Entry {
  const entry = account.get<Entry>(id);
  if (entry?.object !== 'balance_transaction') throw missing();
  return entry;
}

/**
 * https://docs.stripe.com/api/balance/balance_object: a net amount is pending until the day on which it is available. Only the
 * balance of payments is in these sums. The reserve for connected accounts is what `reserve_transaction` takes from it. The
 * balance `risk_reserved` is in no field of the pinned version.
 */
export function balanceOf(account: Account): Balance {
  const sums = { available: new Map<string, number>(), pending: new Map<string, number>() };
  const now = Math.floor(account.now() / 1000);
  const [prefunded, issuing, reserved] = [1, 2, 3].map(() => new Map<string, number>());
  const add = (sums = new Map<string, number>(), currency = '', net = 0) =>
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  for (const entry of account.all<Entry>('balance_transaction')) {
    const { type, net, currency, available_on, balance_type } = entry;
    if (balance_type === prefunding) add(prefunded, currency, net);
    if (balance_type === 'issuing') add(issuing, currency, net);
    if (balance_type !== 'payments') continue;
    if (type === 'reserve_transaction') add(reserved, currency, -net);
    const sum = available_on > now ? sums.pending : sums.available;
    add(sum, currency, net);
  }
  const listed = (of = new Map<string, number>()) =>
    [...of].map(([currency, amount]) => ({ amount, currency }));
  return {
    object: 'balance',
    livemode: false,
    available: listed(sums.available),
    pending: listed(sums.pending),
    ...(reserved?.size && { connect_reserved: listed(reserved) }),
    ...(issuing?.size && { issuing: { available: listed(issuing) } }),
    ...(prefunded?.size && { [prefunding]: { available: listed(prefunded), pending: [] } }),
  };
}

/** Money for refunds and disputes that the balance of payments does not cover (https://docs.stripe.com/get-started/account/add-funds). */
export const prefunding = 'refund_and_dispute_prefunding';

export interface Balance {
  object: 'balance';
  livemode: false;
  available: { amount: number; currency: string }[];
  pending: { amount: number; currency: string }[];
  connect_reserved?: Balance['available'];
  issuing?: Pick<Balance, 'available'>;
  [prefunding]?: Pick<Balance, 'available' | 'pending'>;
}

/** The sums of an account, in Stripe's minor units of each currency. */
export interface Books {
  authorized: Record<string, number>;
  captured: Record<string, number>;
  refunded: Record<string, number>;
  /** The amount that is held, not captured and not released. */
  capturable: Record<string, number>;
  /** The sum of all changes of its balance of payments, in the account's own currency. */
  balance: number;
  intents: Intent[];
  charges: Charge[];
  refunds: Refund[];
  entries: Entry[];
}

export function booksOf(account: Account): Books {
  const intents = account.all<Intent>('payment_intent');
  const charges = account.all<Charge>('charge').filter(({ status }) => status === 'succeeded');
  const refunds = account
    .all<Refund>('refund')
    .filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const entries = account.all<Entry>('balance_transaction');
  return {
    authorized: sums(charges, ({ amount }) => amount),
    captured: sums(charges, ({ amount_captured }) => amount_captured),
    refunded: sums(refunds, ({ amount }) => amount),
    capturable: sums(intents, ({ amount_capturable }) => amount_capturable),
    balance: entries
      .filter(
        ({ currency, balance_type }) => currency === account.settings.currency && balance_type === 'payments',
      )
      .reduce((sum, { net }) => sum + net, 0),
    intents: structuredClone(intents),
    charges: structuredClone(charges),
    refunds: structuredClone(refunds),
    entries: structuredClone(entries),
  };
}

function sums<T extends { currency: string }>(
  things: T[],
  amountOf: (thing: T) => number,
): Record<string, number> {
  const result: Record<string, number> = {};
  for (const thing of things) {
    const code = thing.currency.toUpperCase();
    result[code] = (result[code] ?? 0) + amountOf(thing);
  }
  return result;
}

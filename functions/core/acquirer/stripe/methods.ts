import type { Method } from '#domain/methods/method.ts';
import type { AuthorizationOrder } from '../acquirer.ts';
import { minimumOf } from './money/minimums.ts';

/** A method with what only this adapter needs. Its `type` is Stripe's own name. */
export interface StripeMethod extends Method {
  /** The days after which an authorization ends that was not captured. */
  captureDays?: number;
}

type Row = Pick<StripeMethod, 'type' | 'name' | 'currencies' | 'countries' | 'minutes'> &
  Partial<StripeMethod>;

/** Completes a row: Stripe's smallest payment, refunds in parts, and capture with the customer's agreement. */
const row = ({ least, ...given }: Row): StripeMethod => ({
  kind: 'redirect',
  captured: 'at once',
  partialCapture: false,
  refundDays: 180,
  partialRefund: true,
  disputes: false,
  needs: [],
  settles: 60,
  ...given,
  least: Object.fromEntries(
    given.currencies.map((currency) => [currency, Math.max(minimumOf(currency), least?.[currency] ?? 0)]),
  ),
});

/** 100 minor units are one unit of each currency of these methods. */
const units = (amounts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).map(([currency, amount]) => [currency, amount * 100]));

/**
 * The methods that Stripe takes by a PaymentIntent with a `return_url`, with the rules of their pages below
 * https://docs.stripe.com/payments/. Stripe does not say how long the customer of a bank's page has; an intent that Florin
 * cancels after an hour cannot be paid any more.
 */
export const methods: readonly StripeMethod[] = [
  row({
    type: 'mobilepay',
    name: 'MobilePay',
    currencies: ['DKK', 'EUR', 'NOK', 'SEK'],
    countries: ['DK', 'FI'],
    // "Stripe only support manual captures of the full amount."
    captured: 'later',
    // Stripe charges the card in the app, whose bank holds the money
    // (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
    captureDays: 7,
    // Stripe's page names no last day.
    refundDays: undefined,
    disputes: true,
    minutes: 5,
    settles: 5,
  }),
  // Stripe's name since iDEAL belongs to Wero. Stripe's type for Wero itself is not open to all accounts.
  row({ type: 'ideal', name: 'iDEAL | Wero', currencies: ['EUR'], countries: ['NL'], minutes: 60 }),
  row({
    type: 'bancontact',
    name: 'Bancontact',
    currencies: ['EUR'],
    countries: ['BE'],
    needs: ['name'],
    minutes: 60,
  }),
  row({ type: 'eps', name: 'EPS', currencies: ['EUR'], countries: ['AT'], needs: ['name'], minutes: 60 }),
  row({
    type: 'p24',
    name: 'Przelewy24',
    currencies: ['PLN', 'EUR'],
    countries: ['PL'],
    needs: ['email'],
    minutes: 60,
  }),
  row({
    type: 'twint',
    name: 'TWINT',
    currencies: ['CHF'],
    countries: ['CH'],
    most: units({ CHF: 5000 }),
    disputes: true,
    minutes: 60,
    settles: 5,
  }),
  row({
    type: 'swish',
    name: 'Swish',
    currencies: ['SEK'],
    countries: ['SE'],
    // https://docs.stripe.com/payments/swish/accept-a-payment, Direct API
    notice: {
      en: 'Stripe Technology Europe Limited (“Stripe”) has acquired the claim for payment. Therefore your payment will be made to Stripe.',
      sv: 'Stripe Technology Europe Limited (“Stripe”) har övertagit fordran på betalning. Din betalning görs därför till Stripe.',
    },
    refundDays: 365,
    minutes: 3,
    settles: 5,
  }),
  row({
    type: 'blik',
    name: 'BLIK',
    kind: 'code',
    digits: 6,
    currencies: ['PLN'],
    countries: ['PL'],
    // Stripe's page names no last day.
    refundDays: undefined,
    disputes: true,
    minutes: 1,
    settles: 5,
  }),
  row({
    type: 'klarna',
    name: 'Klarna',
    currencies: 'AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD'.split(' '),
    countries: 'SE DE NO DK FI NL AT GB CH BE FR IT ES PT IE PL CZ GR RO US AU CA NZ'.split(' '),
    // The widest of its payment options. Klarna decides for each customer, and may take less.
    least: units({ CHF: 1, DKK: 1, NZD: 10, SEK: 1 }),
    most: units({
      ...{ AUD: 4000, CAD: 17_500, CHF: 5000, CZK: 100_000, DKK: 100_000, EUR: 10_000, GBP: 5000 },
      ...{ NOK: 100_000, NZD: 2000, PLN: 20_000, RON: 20_000, SEK: 100_000, USD: 10_000 },
    }),
    captured: 'later',
    partialCapture: true,
    captureDays: 28,
    disputes: true,
    // Stripe gives customers 48 hours. An order is not left open for so long.
    minutes: 60,
  }),
];

/** The row of the method that pays an order; undefined for a card. */
export const methodOf = ({ method: type }: Pick<AuthorizationOrder, 'method'>): StripeMethod | undefined =>
  type === undefined ? undefined : methods.find((method) => method.type === type);

/**
 * The methods that an account may use (https://docs.stripe.com/connect/account-capabilities). Each has a capability with
 * the method's name.
 */
export const methodsIn = (capabilities: Record<string, string | undefined> | null | undefined): string[] =>
  methods.flatMap(({ type }) => (capabilities?.[`${type}_payments`] === 'active' ? [type] : []));

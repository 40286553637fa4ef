import type { Requests } from '#schemas/index.ts';

/** The options that steer the simulated acquirer. */
export type PaymentTest = NonNullable<Requests['payment']['test']>;

/** A test card. Its number tells the simulated acquirer what to do. */
export interface TestCard {
  number: string;
  pays: boolean;
  /** The effect of the card. The payment page explains it to developers who try out the page. */
  does:
    | 'pays'
    | 'frictionless'
    | 'attempted'
    | 'silent'
    | 'once'
    | 'number'
    | 'code'
    | 'expired'
    | 'funds'
    | 'recovers'
    | 'disabled'
    | 'lost'
    | 'limit'
    | 'unsupported'
    | 'unknown'
    | 'tds';
  test: PaymentTest;
}

/** For a declined card, the last two digits of its number are the processing error that the transaction stores. */
export function testCards(amount: { currency: string; exponent: number; value: number }): TestCard[] {
  // The card has a limit of one minor unit, which every larger payment exceeds.
  const little = { ...amount, value: 1 };
  return [
    pays('4100000000000000', 'pays', {}),
    pays('5555555555554444', 'pays', {}),
    pays('4100000000000034', 'frictionless', { tds: { challenge: false } }),
    pays('4100000000000035', 'attempted', { tds: { status: 'attempted' } }),
    pays('4100000000000036', 'silent', { fingerprint: 'timeout', tds: { fingerprint: 'timeout' } }),
    // The account has the amount of one payment.
    pays('4100000000000107', 'once', { card: { balance: amount } }),
    decliningCard('4100000000000003', 'number', { card: { status: 'invalid' } }),
    decliningCard('4100000000000004', 'code', { card: { code: 'invalid' } }),
    decliningCard('4100000000000006', 'expired', { card: { status: 'expired' } }),
    decliningCard('4100000000000007', 'funds', { card: { balance: little } }),
    decliningCard('4100000000000207', 'recovers', { card: { status: 'recovering' } }),
    decliningCard('4100000000000009', 'disabled', { card: { status: 'disabled' } }),
    decliningCard('4100000000000010', 'lost', { card: { status: 'lost' } }),
    decliningCard('4100000000000025', 'limit', { card: { limit: little } }),
    decliningCard('4100000000000029', 'unsupported', { card: { scheme: 'unsupported' } }),
    decliningCard('4100000000000129', 'unknown', { card: { scheme: 'unknown' } }),
    decliningCard('4100000000000031', 'tds', { tds: { status: 'rejected' } }),
  ];
}

type Make = (number: string, does: TestCard['does'], test: PaymentTest) => TestCard;

const pays: Make = (number, does, test) => ({ number, pays: true, does, test });
const decliningCard: Make = (number, does, test) => ({ number, pays: false, does, test });

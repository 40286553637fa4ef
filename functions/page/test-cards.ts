import type { Money } from '#acquirer/acquirer.ts';
import type { PaymentTest } from './data.ts';
import type { Messages } from './messages/en.ts';

/** A number that stands for what the simulated acquirer is to do. */
export interface TestCard {
  number: string;
  pays: boolean;
  /** Says what happens. */
  message(messages: Messages): string;
  test: PaymentTest;
}

/** The last two digits of a card that is declined are the processing error that the transaction keeps. */
export function testCards(amount: Money): TestCard[] {
  // One minor unit: all but the smallest payment is above it.
  const little = { ...amount, value: 1 };
  return [
    pays('4100000000000000', ({ test }) => test.pays, {}),
    pays('5555555555554444', ({ test }) => test.pays, {}),
    pays('4100000000000034', ({ test }) => test.frictionless, { tds: { challenge: false } }),
    pays('4100000000000035', ({ test }) => test.attempted, { tds: { status: 'attempted' } }),
    pays('4100000000000036', ({ test }) => test.silent, {
      fingerprint: 'timeout',
      tds: { fingerprint: 'timeout' },
    }),
    declined('4100000000000003', ({ errors }) => errors.numberInvalid, { card: { status: 'invalid' } }),
    declined('4100000000000004', ({ errors }) => errors.codeInvalid, { card: { code: 'invalid' } }),
    declined('4100000000000006', ({ errors }) => errors.expired, { card: { status: 'expired' } }),
    declined('4100000000000007', ({ errors }) => errors.funds, { card: { balance: little } }),
    declined('4100000000000009', ({ errors }) => errors.disabled, { card: { status: 'disabled' } }),
    declined('4100000000000010', ({ errors }) => errors.rejected, { card: { status: 'lost' } }),
    declined('4100000000000025', ({ errors }) => errors.limit, { card: { limit: little } }),
    declined('4100000000000029', ({ errors }) => errors.numberScheme, { card: { scheme: 'unsupported' } }),
    declined('4100000000000129', ({ errors }) => errors.numberScheme, { card: { scheme: 'unknown' } }),
    declined('4100000000000031', ({ errors }) => errors.tds, { tds: { status: 'rejected' } }),
  ];
}

type Make = (number: string, message: TestCard['message'], test: PaymentTest) => TestCard;

const pays: Make = (number, message, test) => ({ number, pays: true, message, test });
const declined: Make = (number, message, test) => ({ number, pays: false, message, test });

import type { Options } from '../../../../florin/src/index.ts';
import { decline } from '../../scenes.ts';
import { Refusal } from '../answer.ts';
import { payment } from '../present.ts';
import { amount, fields, type Session, tool } from '../tool.ts';
import { readPayment } from './payments.ts';

/** The test card of each kind of payment. */
const cards = {
  authorized: undefined,
  captured: undefined,
  declined: undefined,
  disputed: '4000000000002685',
} as const;

/** How many test payments a server makes, so that a misled model cannot fill a sandbox. */
const most = 50;

const made = new WeakMap<Session, number>();

export const testData = [
  tool({
    name: 'make_test_payment',
    write: 'test',
    description:
      'Makes a payment with a test card, at a test merchant only: authorized, captured, declined or disputed. No money moves.',
    schema: fields(
      { kind: { type: 'string', enum: ['authorized', 'captured', 'declined', 'disputed'] }, amount },
      ['kind'],
    ),
    async run({ kind, amount = 1000 }, session, options) {
      const { florin, merchant } = session;
      if (!merchant.test)
        throw new Refusal('The merchant of this server is live. Only test merchants have test payments.');
      const count = made.get(session) ?? 0;
      if (count >= most)
        throw new Refusal(`This server has made ${most} test payments, the most that it makes.`);
      made.set(session, count + 1);
      const pay = await session.pay();
      if (kind === 'declined') {
        await decline({ florin, merchantId: merchant.id, pay });
        const filter = { successful: false };
        const [last] = await florin.transactions.list(merchant.id, { limit: 1, filter }, options).page();
        return { payment: last && payment(last) };
      }
      const card = cards[kind];
      const paymentId = await pay({ amount, ...(card && { card }) });
      if (kind !== 'authorized') await capture(session, paymentId, amount, options);
      return { payment: payment(await readPayment(session, paymentId, options)) };
    },
  }),
];

const capture = ({ florin }: Session, paymentId: string, amount: number, { timeout }: Options) =>
  florin.transactions.capture(paymentId, { amount }, { timeout });

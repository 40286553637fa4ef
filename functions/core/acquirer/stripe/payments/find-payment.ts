import { exponentOf } from '#domain/money/currency.ts';
import type { AcquirerPayment, AcquirerRefund } from '../../acquirer.ts';
import { allOf, retrieve } from '../api/read.ts';
import type { BalanceTransaction, PaymentIntent, Refund } from '../api/shapes.ts';
import { fromStripe } from '../money/currency-units.ts';
import { figuresOf } from '../money/figures.ts';
import { captureBeforeOf } from './verdict.ts';

/**
 * A payment as Stripe has it now, with its captures and refunds, whoever made them: Florin, or somebody in Stripe's
 * dashboard.
 *
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function findPayment(
  account: string | undefined,
  reference: string,
): Promise<AcquirerPayment | undefined> {
  const intent = await retrieve<PaymentIntent>({
    path: `payment_intents/${reference}`,
    account,
    form: { expand: ['latest_charge'] },
  });
  if (!intent) return undefined;
  const { status, amount, amount_received, latest_charge } = intent;
  const currency = intent.currency.toUpperCase();
  const captured = fromStripe(amount_received, currency);
  const ended = status === 'canceled' || status === 'succeeded';
  const charge = typeof latest_charge === 'string' ? latest_charge : latest_charge?.id;
  const authorized = fromStripe(amount, currency);
  const known = { currency, authorized, captureBefore: captureBeforeOf(intent), ended };
  if (captured === 0 || !charge) return { ...known, captured: 0, captures: [], refunds: [] };
  const [entries, refunds] = await Promise.all([
    allOf<BalanceTransaction>({ path: 'balance_transactions', account, form: { source: charge } }),
    allOf<Refund>({
      path: 'refunds',
      account,
      form: {
        payment_intent: reference,
        expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
      },
    }),
  ]);
  return {
    ...known,
    captured,
    captures: capturesIn(entries.filter(isCapture).reverse(), captured, currency),
    refunds: refunds.reverse().map((refund) => refundOf(refund, currency)),
  };
}

/** https://docs.stripe.com/reports/balance-transaction-types */
const isCapture = ({ type }: BalanceTransaction): boolean => type === 'charge' || type === 'payment';

/**
 * Stripe shows the amount of each capture in the account's currency. In the payment's currency it shows only the sum of all
 * captures.
 */
function capturesIn(
  entries: readonly BalanceTransaction[],
  captured: number,
  currency: string,
): AcquirerPayment['captures'] {
  const all = entries.reduce((sum, { amount }) => sum + amount, 0);
  return entries.map((entry) => {
    const share = Math.round((captured * entry.amount) / all);
    const figures = figuresOf(entry, { amount: share, currency });
    const gross = figures.net + figures.fee;
    const shift = 10 ** (exponentOf(currency) - exponentOf(figures.currency));
    return { figures, amount: Math.round((gross * shift) / (figures.rate ?? 1)) };
  });
}

function refundOf(refund: Refund, currency: string): AcquirerRefund {
  const { id, status, metadata, balance_transaction, failure_balance_transaction } = refund;
  const amount = fromStripe(refund.amount, currency);
  const figures = (entry: Refund['balance_transaction'] | undefined) =>
    entry && typeof entry === 'object' ? figuresOf(entry, { amount, currency }) : undefined;
  return {
    reference: id,
    amount,
    operation: metadata?.florin,
    figures: figures(balance_transaction),
    ended: status === 'failed' || status === 'canceled',
    returned: figures(failure_balance_transaction),
  };
}

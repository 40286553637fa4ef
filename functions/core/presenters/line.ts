import { idDate } from '#domain/id.ts';
import { bookingTimeOf } from '#domain/ledger/booking-time.ts';
import type { Exchange } from '#domain/money/exchange.ts';
import { detailsOf } from '#domain/transactions/movement-details.ts';
import type { AcquirerFee } from '#domain/transactions/operation.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { presentOrder } from './order.ts';

/** A line as the API shows it. */
export function present(line: Line) {
  const { id, merchantId, test, transactionId, disputeId } = line;
  const { kind, amount, balance, fee, description, order } = line;
  const exchange = exchangeOf(line);
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    bookedAt: bookingTimeOf(line),
    ...(transactionId ? { transactionId } : {}),
    ...(disputeId ? { disputeId } : {}),
    [kind]: true,
    amount: { currency: amount.currency, amount: amount.amount },
    balance,
    fee,
    ...(description ? { description } : {}),
    ...presentOrder(order),
    ...(exchange ? { exchange } : {}),
    ...ofAcquirer(line),
    ...presentDetails(line),
  };
}

/** Apart from the line's own fields, since `reference` of a line is the acquirer's. */
function presentDetails(line: Line) {
  const details = detailsOf(line);
  return Object.values(details).some((value) => value !== undefined) ? { details } : {};
}

/** The acquirer's part of a live merchant's line. */
function ofAcquirer({ acquirer, kept, pocket, fees, availableOn, reserve, paidOut }: Line) {
  return {
    ...(acquirer && { reference: acquirer.reference }),
    ...(kept && { kept: { currency: kept.currency, balance: kept.net, fee: kept.fee } }),
    ...(pocket && { pocket: { name: pocket.name, balance: pocket.net, fee: pocket.fee } }),
    ...(fees && { fees: fees.map(presentFee) }),
    ...(availableOn && { available: availableOn }),
    ...(reserve && { reserve }),
    ...(paidOut && {
      payoutId: paidOut.payoutId,
      arrival: paidOut.arrival ?? null,
      trace: paidOut.trace ?? null,
    }),
  };
}

const presentFee = ({ kind, amount, description }: AcquirerFee) => ({
  kind,
  amount,
  ...(description ? { description } : {}),
});

/** Florin exchanges test money, and the acquirer exchanges real money. */
function exchangeOf({ exchange, acquirer, amount }: Line) {
  if (exchange) return presentExchange(exchange);
  const { rate, currency: to } = acquirer ?? {};
  return rate === undefined ? undefined : { from: amount.currency, to, rate };
}

/** DynamoDB does not keep the order of a map's fields, so this fixes the order. */
const presentExchange = ({ from, to, date, perEuro, rate }: Exchange): Exchange => ({
  from,
  to,
  date,
  perEuro: { from: perEuro.from, to: perEuro.to },
  rate,
});

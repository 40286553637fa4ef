import { idDate } from '#domain/id.ts';
import type { Payout } from '#domain/ledger/payout.ts';
import { sumOf } from '#domain/money/money.ts';

/** The sums of the lines of a payout, if the lines are known. */
function sumsOf({ amount, carried, itemized, fees }: Payout) {
  if (itemized !== 'done') return { gross: null, fees: null, net: null };
  const net = sumOf([amount, -BigInt(carried.in), carried.out]);
  return fees === undefined ? { gross: null, fees: null, net } : { gross: sumOf([net, fees]), fees, net };
}

/** A payout as the API shows it. */
export function present(payout: Payout) {
  const { id, merchantId, test, amount, currency, status, arrival, trace, reference, carried } = payout;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    amount: { currency, amount },
    status,
    arrival: arrival ?? null,
    trace: trace ?? null,
    reference: reference ?? null,
    itemized: payout.itemized,
    count: payout.covers?.count ?? 0,
    ...sumsOf(payout),
    carried: { in: carried.in, out: carried.out },
  };
}

import { idDate } from '#domain/id.ts';
import type { Payout } from '#domain/ledger/payout.ts';

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
    carried: { in: carried.in, out: carried.out },
  };
}

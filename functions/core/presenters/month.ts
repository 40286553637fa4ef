import type { ClosedMonth, Closing } from '#domain/ledger/closed-month.ts';
import type { Account } from '#domain/ledger/month.ts';

// DynamoDB does not keep the order of a map's fields, so this fixes the order.

const presentAccount = ({ currency, pocket, opening, kinds, fees, closing, count }: Account): Account => {
  const { capture, refund, dispute, payout, adjustment } = kinds;
  return {
    currency,
    ...(pocket !== undefined && { pocket }),
    opening,
    kinds: { capture, refund, dispute, payout, adjustment },
    fees,
    closing,
    count,
  };
};

/** A closed month as the API shows it. */
export const presentClosed = (month: ClosedMonth) => ({
  name: month.name,
  state: 'closed',
  from: month.from,
  to: month.to,
  timeZone: month.timeZone,
  closedAt: month.closedAt,
  closedBy: { kind: month.by.kind, id: month.by.id, email: month.by.email ?? null },
  count: month.count,
  accounts: month.accounts.map(presentAccount),
  ...(month.pockets && { pockets: month.pockets.map(presentAccount) }),
  late: month.late.map(({ month: of, currency, pocket, count, net }) => ({
    ...{ month: of, currency },
    ...(pocket !== undefined && { pocket }),
    ...{ count, net },
  })),
  funds: Object.entries(month.funds).map(([currency, { pending, reserved, disputed }]) => ({
    currency,
    pending,
    reserved,
    disputed,
  })),
  ...(month.seal && { seal: { day: month.seal.day, hash: month.seal.hash } }),
});

/** A month of which only a part of the lines is counted so far. */
export const presentClosing = ({ name, from, to, timeZone, count }: Closing) => ({
  name,
  state: 'closing',
  from,
  to,
  timeZone,
  count,
});

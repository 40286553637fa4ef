import { isId } from '#domain/id.ts';
import { isMonth } from '#domain/ledger/month.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { presentClosed } from '#presenters/month.ts';
import { listAllMerchants } from '#store/merchants/merchants.ts';
import { getClosedMonths } from '#store/months/months.ts';
import { firstOf } from '#store/table/list.ts';

interface Command {
  /** `2026-10` */
  month?: unknown;
  /** Only older merchants than this one: the `before` of the answer before. */
  before?: unknown;
  /** Test merchants in place of live ones. */
  test?: unknown;
}

/** The merchants of one answer, which has at most 6 MB. */
const atOnce = 500;

/**
 * Lists a month of all merchants, a part at a time: its figures if it is closed, and otherwise that it is open. An operator runs
 * this job with AWS credentials (`npx florin operator months`).
 */
export async function handler({ month, before, test = false }: Command) {
  if (typeof month !== 'string' || !isMonth(month)) throw new Error('`month` must be like 2026-10');
  if (before !== undefined && !isId(before)) throw new Error('`before` must be an id');
  const listed = await firstOf(listAllMerchants({ limit: atOnce, before }), atOnce);
  const merchants = listed.filter((merchant) => merchant.test === (test === true));
  const closed = await getClosedMonths(
    merchants.map(({ id }) => id),
    month,
  );
  const show = ({ id, name, descriptor, currency }: Merchant) => {
    const found = closed.get(id);
    return {
      merchantId: id,
      name: name ?? descriptor,
      currency,
      ...(found && { month: presentClosed(found) }),
    };
  };
  return { merchants: merchants.map(show), ...(listed.length === atOnce && { before: listed.at(-1)?.id }) };
}

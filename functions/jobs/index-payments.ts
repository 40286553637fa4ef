import type { Context } from 'aws-lambda';
import { termsOf } from '#domain/console/search.ts';
import { type Id, isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { listAllMerchants } from '#store/merchants.ts';
import { putTerms } from '#store/search.ts';
import { chunks } from '#store/table/list.ts';
import { listTransactions } from '#store/transactions.ts';

/** A place in the payments of all merchants: the last payment of a merchant that is done, or only the merchant. */
interface Position {
  merchantId: Id;
  before?: Id;
}

/** The time to leave for the payments that are being worked on, in milliseconds. */
const reserve = 30_000;

/** The payments that are worked on at the same time. */
const atOnce = 25;

/**
 * Makes payments findable that were made before there was a search (docs/adr/0043-search.md). An operator runs this job once
 * after the deployment (docs/operate.md). A repeat writes the same items again.
 *
 * @returns `after` if the time was over before the last payment: call again with it
 */
export async function handler({ after }: { after?: unknown }, context?: Partial<Context>) {
  const start = positionOf(after);
  const isLate = () => (context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) < reserve;
  let indexed = 0;
  for await (const merchantId of merchantsFrom(start?.merchantId)) {
    const before = merchantId === start?.merchantId ? start.before : undefined;
    for await (const some of chunks(listTransactions(merchantId, { limit: 100, before }), atOnce)) {
      await Promise.all(some.map((payment) => putTerms(payment, termsOf(payment))));
      indexed += some.length;
      if (!isLate()) continue;
      const result = { indexed, after: { merchantId, before: some.at(-1)?.id } };
      log('info', result);
      return result;
    }
  }
  log('info', { indexed });
  return { indexed };
}

/** A merchant and all older ones, or all merchants. */
async function* merchantsFrom(first: Id | undefined): AsyncGenerator<Id> {
  if (first !== undefined) yield first;
  for await (const { id } of listAllMerchants({ limit: 100, before: first })) yield id;
}

function positionOf(after: unknown): Position | undefined {
  if (after === undefined) return undefined;
  const { merchantId, before } = Object(after) as Partial<Position>;
  if (!isId(merchantId) || (before !== undefined && !isId(before)))
    throw new Error('Expected {}, or {"after": …} with the position that an earlier run has returned');
  return { merchantId, before };
}

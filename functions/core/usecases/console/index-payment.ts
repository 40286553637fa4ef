import { sameTerm, termsOf } from '#domain/console/search.ts';
import { putTerms } from '#store/console/search.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { headerOfImage, transactionOfImage } from '#store/transactions/transactions.ts';

/**
 * Puts a payment under the search terms that this change has added. Outdated terms stay: a search compares each
 * payment that it finds with its criteria. The index is written after the payment, so that a failure of the index
 * never affects a payment. A payment that no longer expires gets all of its terms again, without an expiry.
 */
export async function indexChange(now: Item | undefined, before: Item | undefined): Promise<void> {
  if (now?.sk !== transactionKey('').sk) return;
  const indexed = before?.expires === now.expires ? before : undefined;
  const known = indexed ? termsOf(headerOfImage(indexed)) : [];
  // Custom data is an item of its own and never changes.
  const payment: TransactionState & { custom?: unknown } =
    indexed || !now.hasCustom ? headerOfImage(now) : await transactionOfImage(now);
  const added = termsOf(payment).filter((term) => !known.some((one) => sameTerm(one, term)));
  await putTerms(payment, added);
}

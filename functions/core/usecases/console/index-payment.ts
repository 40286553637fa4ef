import { sameTerm, termsOf } from '#domain/console/search.ts';
import { putTerms } from '#store/console/search.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { headerOfImage, transactionOfImage } from '#store/transactions/transactions.ts';

/**
 * Makes a payment findable by the terms that a change of its own item has added. Terms that hold no more stay: a search
 * compares each payment that it finds. The index is behind the payment, so that its trouble never harms one. A payment that no
 * longer expires gets all of its terms again, without an expiry.
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

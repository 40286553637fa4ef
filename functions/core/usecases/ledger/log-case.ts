import type { Id } from '#domain/id.ts';
import { type BooksCase, caseName } from '#domain/ledger/books.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';

/** Raises an alarm about an open case. The command `npx florin operator books` names the case in the same way. */
export const logCase = (merchantId: Id, found: BooksCase): void =>
  log('error', {
    merchantId,
    case: caseName(found),
    ...found,
    ...embeddedMetrics({ name: 'ReconciliationDifferences', value: 1 }),
  });

import { idDate } from '#domain/id.ts';
import type { Fraud } from '#domain/transactions/fraud.ts';

/** Issuers do not always say when, or why. */
export const present = ({ id, merchantId, transactionId, reported, reason }: Fraud) => ({
  id,
  merchantId,
  transactionId,
  created: idDate(id),
  ...(reported === undefined ? {} : { reported }),
  ...(reason === undefined ? {} : { reason }),
});

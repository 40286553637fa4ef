import type { Fraud } from '#domain/disputes/fraud.ts';
import { idDate } from '#domain/id.ts';

/** `reported` and `reason` are absent if the issuer leaves them out. */
export const present = ({ id, merchantId, transactionId, reported, reason }: Fraud) => ({
  id,
  merchantId,
  transactionId,
  created: idDate(id),
  ...(reported === undefined ? {} : { reported }),
  ...(reason === undefined ? {} : { reason }),
});

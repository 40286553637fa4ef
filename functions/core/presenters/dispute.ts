import type { Dispute } from '#domain/disputes/dispute.ts';
import { idDate } from '#domain/id.ts';

export const present = ({
  id,
  merchantId,
  transactionId,
  amount,
  reason,
  due,
  status,
  evidence,
}: Dispute) => ({
  id,
  merchantId,
  transactionId,
  created: idDate(id),
  amount,
  reason: { code: reason.code, title: reason.title },
  due,
  status: status ?? null,
  evidence: evidence?.submitted ? { submitted: evidence.submitted } : null,
});

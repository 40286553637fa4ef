import { type Dispute, stageOf } from '#domain/disputes/dispute.ts';
import { idDate } from '#domain/id.ts';
import { presentOrder } from './order.ts';

export const present = ({
  id,
  merchantId,
  transactionId,
  amount,
  currency,
  order,
  reason,
  due,
  status,
  appeal,
  evidence,
}: Dispute) => ({
  id,
  merchantId,
  transactionId,
  created: idDate(id),
  amount,
  ...(currency ? { currency } : {}),
  ...presentOrder(order),
  reason: { code: reason.code, title: reason.title },
  due,
  status: status ?? null,
  stage: stageOf({ status, appeal }) ?? null,
  evidence: evidence?.submitted ? { submitted: evidence.submitted } : null,
});

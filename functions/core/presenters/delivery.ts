import { idDate } from '#domain/id.ts';
import type { Delivery, DeliveryAttempt } from '#store/webhooks/delivery-item.ts';

/** A delivery as the API shows it, without the event's body. */
export const present = ({
  id,
  merchantId,
  webhookId,
  type,
  transactionId,
  status,
  attempts,
  answer,
  next,
}: Delivery) => ({
  id,
  merchantId,
  webhookId,
  type,
  transactionId: transactionId ?? null,
  created: idDate(id),
  status,
  attempts: attempts.map(presentAttempt),
  answer: answer ?? null,
  next: next ?? null,
});

const presentAttempt = ({ time, status, error, duration }: DeliveryAttempt) => ({
  time,
  status: status ?? null,
  error: error ?? null,
  duration,
});

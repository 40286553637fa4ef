import validator from 'validator:refund';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { movement, replayMovement } from './movement.ts';

/** Returns captured money to the customer. Answers with the transaction after the refund. */
export const handler = merchantsApi('POST /transactions/{transactionId}/refunds')
  .use(body<MovementInput>(validator))
  .use(moneyConflicts())
  .use(idempotent({ replay: replayMovement }))
  .handler(movement('refund'));

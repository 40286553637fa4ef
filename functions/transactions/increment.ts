import validator from 'validator:increment';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { movement, replayMovement } from './movement.ts';

/** Raises the authorized amount. Answers with the transaction after the increment. */
export const handler = florinApi('POST /transactions/{transactionId}/increments')
  .use(body<MovementInput>(validator))
  .use(moneyConflicts())
  .use(idempotent({ replay: replayMovement }))
  .handler(movement('increment'));

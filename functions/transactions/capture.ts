import validator from 'validator:capture';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { body } from '#http/body.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { moneyConflicts } from '#http/money-conflicts.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { again, movement } from './movement.ts';

/** Captures pending money; answers with the transaction after it. */
export const handler = merchantsApi('POST /transactions/{transactionId}/captures')
  .use(body<MovementInput>(validator))
  .use(moneyConflicts())
  .use(idempotent({ replay: again }))
  .handler(movement('capture'));

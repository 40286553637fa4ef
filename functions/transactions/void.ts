import validator from 'validator:void';
import { NotFound } from '#domain/outcome.ts';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/transaction.ts';
import { withdrawOpen } from '#usecases/movements/withdraw-operation.ts';
import { type MovementRequest, movement, replayMovement } from './movement.ts';

/**
 * Releases pending money. Answers with the transaction after the void. If the outcome of the authorization is still
 * unknown, there is no transaction yet: the void then cancels the authorization.
 */
export const handler = merchantsApi('POST /transactions/{transactionId}/voids')
  .use(body<MovementInput>(validator))
  .use(moneyConflicts())
  .use(idempotent({ replay: replayMovement }))
  .handler((event, request) =>
    movement('void')(event, request).catch(async (error) => {
      // A till sees only payments that exist.
      const mayBeOpen = error instanceof NotFound && request.caller.kind !== 'till';
      const transaction = mayBeOpen && (await withdraw(request));
      if (!transaction) throw error;
      return { status: 201, body: { transaction: present(transaction) } };
    }),
  );

const withdraw = ({ params, body, ...request }: MovementRequest) =>
  withdrawOpen({ ...request, ...params, input: body });

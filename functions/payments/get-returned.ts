import validator from 'validator:paymentReturn';
import { OperationOpen } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { posApi, posError } from '#http/routes/pos-api.ts';
import type { Requests } from '#schemas/index.ts';
import { type AuthorizationOperation, getOperation } from '#store/transactions/operations.ts';
import { withdrawAuthorization } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { recordAuthorizationOutcome } from '#usecases/acquirer-operations/record-authorization.ts';
import { endOf } from '#usecases/acquirer-operations/resolve-capture.ts';
import { resolveOperation } from '#usecases/acquirer-operations/resolve-operation.ts';
import { endedLinks } from './link-terms.ts';
import { unsealReturn, untilOf } from './method-return.ts';
import { answerOf } from './payment-answer.ts';

/** Shows the outcome of a payment to a customer who comes back from the page or the app of a method. */
export const handler = posApi('POST /payments/returns')
  .use(body<Requests['paymentReturn']>(validator))
  .use(endedLinks())
  .use(moneyConflicts())
  .handler(async (_, { body: { state, leave } }) => {
    const back = await unsealReturn(state);
    const operation = back && ((await getOperation(back.id)) as AuthorizationOperation | undefined);
    if (!operation) throw posError('TOKEN_INVALID', 'state: no method has sent it back, or it has expired');
    try {
      const known = operation.state === 'open' ? await resolve(operation, leave) : operation;
      if (known.state === 'open') return open(known);
      return answerOf(known.id, (await endOf(known)).decline);
    } catch (error) {
      if (!(error instanceof OperationOpen)) throw error;
      return open(operation);
    }
  });

const open = (operation: AuthorizationOperation) => ({
  status: 200,
  body: { state: 'open', until: untilOf(operation) },
});

async function resolve(operation: AuthorizationOperation, leave = false): Promise<AuthorizationOperation> {
  if (!leave) return (await resolveOperation(operation)) as AuthorizationOperation;
  return (await recordAuthorizationOutcome(await withdrawAuthorization(operation))).operation;
}

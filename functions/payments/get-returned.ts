import validator from 'validator:paymentReturn';
import { toMinorUnits } from '#domain/money/money.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { posApi, posError } from '#http/routes/pos-api.ts';
import { presentMethod } from '#presenters/transaction.ts';
import type { Requests } from '#schemas/index.ts';
import { merchantOfKey } from '#store/merchants/merchants.ts';
import { type AuthorizationOperation, getOperation } from '#store/transactions/operations.ts';
import { withdrawAuthorization } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { recordAuthorizationOutcome } from '#usecases/acquirer-operations/record-authorization.ts';
import { endOf } from '#usecases/acquirer-operations/resolve-capture.ts';
import { resolveOperation } from '#usecases/acquirer-operations/resolve-operation.ts';
import { findLink } from '#usecases/payments/till-codes.ts';
import { endedLinks } from './link-terms.ts';
import { unsealReturn, untilOf } from './method-return.ts';
import { answerOf } from './payment-answer.ts';

/** Shows the outcome of a payment to a customer who comes back from the page or the app of a method. */
export const handler = posApi('POST /payments/returns')
  .use(body<Requests['paymentReturn']>(validator))
  .use(endedLinks())
  .use(moneyConflicts())
  .handler(async (_, { body }) => {
    const back = await unsealReturn(body.state);
    const operation = back && ((await getOperation(back.id)) as AuthorizationOperation | undefined);
    if (!operation || !(await isOfPage(operation, body)))
      throw posError('TOKEN_INVALID', 'state: no method has sent it back, or it has expired');
    try {
      const known = operation.state === 'open' ? await resolve(operation, body.leave) : operation;
      if (known.state === 'open') return open(known);
      const answer = answerOf(known.id, (await endOf(known)).decline);
      return answer.status === 201
        ? { status: 201, body: { authorizationId: known.id, method: methodOf(known) } }
        : answer;
    } catch (error) {
      if (!(error instanceof OperationOpen)) throw error;
      return open(operation);
    }
  });

const open = (operation: AuthorizationOperation) => ({
  status: 200,
  body: { state: 'open', until: untilOf(operation), method: methodOf(operation) },
});

const methodOf = ({ id, draft: { method } }: AuthorizationOperation) => presentMethod({ id, method });

/**
 * Whether the payment is the one that the asking page shows. Otherwise the page would show a receipt of its own merchant and
 * amount for the state of any other payment.
 */
async function isOfPage(
  { merchantId, amount, currency, draft }: AuthorizationOperation,
  { integration, amount: shown, linkId }: Requests['paymentReturn'],
): Promise<boolean> {
  if (!integration) return true;
  const [merchant, link] = await Promise.all([
    merchantOfKey(integration.key),
    linkId === undefined ? undefined : findLink(linkId),
  ]);
  const isSame = shown?.currency === currency && toMinorUnits(shown) === amount;
  return isSame && merchant?.id === merchantId && draft.linkId === link?.id;
}

async function resolve(operation: AuthorizationOperation, leave = false): Promise<AuthorizationOperation> {
  const known = (await resolveOperation(operation)) as AuthorizationOperation;
  if (!leave || known.state !== 'open') return known;
  return (await recordAuthorizationOutcome(await withdrawAuthorization(known))).operation;
}

import { methodAt } from '#acquirer/methods.ts';
import { answerData, type BankAnswer, lateSeconds } from '#acquirer/simulated/payments.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { isSameValue } from '#basics/canonical.ts';
import { type FollowUp, followUpsOf, type Method } from '#domain/methods/method.ts';
import { type AuthorizationOperation, reviseOperation } from '#store/transactions/operations.ts';
import { latestOf } from './ask-for-authorization.ts';

/**
 * Whether the customer of a test payment can still answer: they have the time that the method states, and answer once.
 */
export const waitsForCustomer = (operation: AuthorizationOperation): boolean =>
  operation.state === 'open' && !operation.brought && Date.now() <= endOfAnswer(operation);

const methodOf = ({ account, draft }: AuthorizationOperation): Method | undefined =>
  methodAt(account, draft.method?.type ?? '');

/** The time until which the customer can answer, in milliseconds since 1970. */
export const endOfAnswer = (operation: AuthorizationOperation): number =>
  operation.since + (methodOf(operation)?.minutes ?? 0) * 60_000;

/** The events among which the customer can choose what follows the payment. */
export function choicesAt(operation: AuthorizationOperation): FollowUp[] {
  const method = methodOf(operation);
  return method ? followUpsOf(method) : [];
}

/**
 * Stores the answer of a customer in test mode, and reports it as an acquirer does. The first answer counts, even if several
 * come at the same time.
 *
 * @param simulated what follows the payment
 */
export async function answerSimulatedBank(
  operation: AuthorizationOperation,
  answer: BankAnswer,
  simulated: FollowUp | undefined,
): Promise<void> {
  const brought = answerData(answer, Date.now());
  const answered = await latestOf(operation, (now) => {
    const { draft } = now;
    return waitsForCustomer(now) && draft.method
      ? reviseOperation(now, { brought, draft: { ...draft, method: { ...draft.method, simulated } } })
      : now;
  });
  if (!isSameValue(answered.brought, brought)) return;
  const body = { acquirer: 'simulated', type: 'operation.changed', operation: operation.id };
  await sendMessages(requireVariable('ACQUIRER_EVENTS_URL'), [
    { body, delaySeconds: answer === 'late' ? lateSeconds : 1 },
  ]);
}

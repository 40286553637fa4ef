import { simulatedAccount } from '#acquirer/simulated/payments.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { requireFound } from '#domain/outcome.ts';
import { type AuthorizationOperation, getOperation } from '#store/transactions/operations.ts';
import { unsealReturn } from './method-return.ts';

/** The payment that the simulated bank asks about. @throws NotFound for a state that is forged, too old, or of real money */
export async function paymentAtBank(state: string): Promise<AuthorizationOperation> {
  const { id } = requireFound(await unsealReturn(state));
  const operation = requireFound(await getOperation(id));
  const isTest = isSameAccount(operation.account, simulatedAccount) && operation.kind === 'authorize';
  return requireFound(isTest ? operation : undefined);
}

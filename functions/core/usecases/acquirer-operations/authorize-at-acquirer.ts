import type { Instrument } from '#acquirer/acquirer.ts';
import { authorizingAcquirerOf } from '#acquirer/registry.ts';
import { Refused } from '#domain/outcome.ts';
import type { StoredMerchant } from '#store/merchants/merchants.ts';
import type { AuthorizationOperation } from '#store/transactions/operations.ts';
import {
  authorizationOrder,
  giveUp,
  keepReturnData,
  requestAuthorization,
  resolveAuthorization,
} from './ask-for-authorization.ts';
import {
  authorizationOperation,
  type LiveAuthorization,
  openOrGetEarlier,
  withdrawAuthorizationRequest,
} from './open-authorization.ts';
import { acquirerForbids, requireOutcome } from './operation-outcome.ts';
import { type Authorized, recordAuthorizationOutcome } from './record-authorization.ts';

/**
 * Authorizes a payment of real money, or by a method that asks the customer elsewhere: opens the operation, asks the
 * acquirer, and stores the answer. A repeated request has the same id, and gets the outcome of the first one.
 *
 * @returns the operation, closed or with a challenge for the customer
 * @throws OperationOpen, LinkEnded; AcquirerForbids if nothing has happened; Refused for settings that the acquirer does
 *   not support
 */
export async function authorizeLive(
  merchant: StoredMerchant,
  payment: LiveAuthorization,
): Promise<Authorized> {
  const { saved, instrument, left, brought, record } = payment;
  const operation = authorizationOperation(merchant, payment);
  const refusal = authorizingAcquirerOf(operation.account).refusalOf(authorizationOrder(operation));
  if (refusal) throw new Refused([refusal]);
  const before = await openOrGetEarlier(operation, saved);
  const known = before && brought ? await keepReturnData(before, brought) : before;
  if (known && known.state !== 'open') return requireOutcome({ operation: known, first: false });
  const request = (asked: AuthorizationOperation) =>
    requestAuthorization(asked, withStoredReturnUrl(asked, instrument));
  const asked = await (known ? resolveAuthorization(known, request) : request(operation));
  const { outcome } = asked;
  // The acquirer knows the id of the payment, or an earlier attempt may have charged the card: the operation stays open.
  if (outcome.state === 'forbidden' && !known && !asked.operation.reference) {
    await withdrawAuthorizationRequest(operation);
    throw acquirerForbids();
  }
  const isOver = left && outcome.state === 'challenge';
  return recordAuthorizationOutcome(
    isOver ? await giveUp(asked.operation, outcome.reference) : asked,
    record,
    merchant,
  );
}

/** The acquirer recognizes a repeated request only if every byte is the same. */
const withStoredReturnUrl = ({ returnUrl }: AuthorizationOperation, instrument: Instrument): Instrument =>
  'credential' in instrument ? instrument : { ...instrument, returnUrl: returnUrl ?? instrument.returnUrl };

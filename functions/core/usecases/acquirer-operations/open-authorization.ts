import type { Instrument } from '#acquirer/acquirer.ts';
import { methodAccountOf } from '#acquirer/methods.ts';
import type { ReturnData } from '#domain/cards/challenges.ts';
import type { CustomerCard } from '#domain/cards/customer-card.ts';
import { agreedFee } from '#domain/money/platform-fee.ts';
import { endCodeTry, tryCode } from '#store/cards/customer-cards.ts';
import type { StoredMerchant } from '#store/merchants/merchants.ts';
import { transact } from '#store/table/transact.ts';
import {
  type AuthorizationOperation,
  OpenedBefore,
  openOperation,
  withdrawOperation,
} from '#store/transactions/operations.ts';
import { firstLook } from './operation-outcome.ts';
import type { RecordAuthorization } from './record-authorization.ts';

/** A payment of a live merchant, or by a method of a test merchant, before Florin asks the acquirer. */
export interface LiveAuthorization
  extends Pick<AuthorizationOperation, 'id' | 'amount' | 'currency' | 'draft'> {
  /** Set if the payment uses a saved card. */
  saved?: CustomerCard;
  instrument: Instrument;
  /** Whether 3-D Secure must be passed. */
  requireTds?: boolean;
  /** Set when the customer abandons 3-D Secure. Cancels the authorization if it is still pending. */
  left?: boolean;
  /** The data that the customer has brought back from their bank. */
  brought?: ReturnData;
  /** The writes that go into the payment's database transaction, given how the payment ended. */
  record: RecordAuthorization;
}

/** Makes the operation of a payment. */
export function authorizationOperation(
  merchant: StoredMerchant,
  { id, amount, currency, draft, saved, instrument, requireTds }: LiveAuthorization,
): AuthorizationOperation {
  const { id: merchantId } = merchant;
  const acquirer: StoredMerchant['acquirer'] = draft.method ? methodAccountOf(merchant) : merchant.acquirer;
  if (!acquirer) throw new Error(`Merchant ${merchantId} has no acquirer`);
  const since = Date.now();
  return {
    id,
    kind: 'authorize',
    merchantId,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    amount,
    currency,
    draft: { ...draft, saved: saved?.id },
    ...termsOf(instrument),
    requireTds,
    // A payment that is captured at once needs neither an extended nor an incremental authorization.
    extended: acquirer.extended && !draft.capture,
    increments: acquirer.increments && !draft.capture,
    fee: agreedFee(acquirer.fee, amount, currency),
    since,
    due: since + firstLook,
    state: 'open',
  };
}

/** The parts of the instrument that a repeated request and the worker need. */
function termsOf(
  instrument: Instrument,
): Pick<AuthorizationOperation, 'credential' | 'returnUrl' | 'customer'> {
  if ('credential' in instrument) {
    const { credential } = instrument;
    return { credential, customer: credential.customer };
  }
  const { returnUrl } = instrument;
  return { returnUrl, customer: 'saved' in instrument ? instrument.saved.customer : undefined };
}

/** Opens the operation, or returns it as it is if an earlier request has opened it. */
export async function openOrGetEarlier(
  operation: AuthorizationOperation,
  saved: CustomerCard | undefined,
): Promise<AuthorizationOperation | undefined> {
  try {
    await transact([openOperation(operation), ...(saved ? tryCode(saved, operation.id) : [])]);
    return undefined;
  } catch (error) {
    if (error instanceof OpenedBefore) return error.operation as AuthorizationOperation;
    throw error;
  }
}

/**
 * Removes an authorization that the acquirer refused before it had an id. Florin lets no money be reserved before it
 * has stored the id. The attempt does not count as a wrong security code of a saved card.
 *
 * @throws OperationOpen if a copy of the request is in progress
 */
export async function withdrawAuthorizationRequest(operation: AuthorizationOperation): Promise<void> {
  const { id, draft } = operation;
  await transact([withdrawOperation(operation), ...endCodeTry(draft.saved, id, 'PAYMENT_METHOD_ERROR')]);
}

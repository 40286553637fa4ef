import type { AuthorizationOrder, CustomerAction, StoredCredential } from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { daySeconds, inSeconds } from '#basics/time.ts';
import type { CardConsent } from '#domain/cards/customer-card.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Outcome } from '#domain/outcome.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import type { Moment } from '#domain/transactions/earlier-movement.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { MovementDetails } from '#domain/transactions/movement-details.ts';
import type { LivePayment, OpenMovement } from '#domain/transactions/operation.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import type { ChargeSource } from '../cards/charge-sources.ts';
import { dueAt, dueItems } from '../table/due-items.ts';
import { openOperations, openOperationsOf, operationKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { repeatWhileStale, StaleRead } from '../table/retry.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';
import type { Details } from './transaction-item.ts';

/** A request to an acquirer, from before it is sent until its answer is stored. */
interface Common {
  id: Id;
  merchantId: Id;
  account: AcquirerAccount;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Milliseconds since 1970: when it was opened, and when a job works on it next if it is still open. */
  since: number;
  due: number;
  /** How often it was revised; absent until the first revision. */
  revision?: number;
  /**
   * `accepted`: the acquirer has taken the operation, and will make or decline it later. `unknown`: the operation has
   * ended, and nobody knows what the acquirer has done.
   */
  state: 'open' | 'accepted' | 'approved' | 'declined' | 'unknown';
  /** Set after the operation has stayed open for a while, or was accepted. The merchant has got an event then. */
  stayed?: true;
  decline?: Decline;
  /** The bank's advice with the decline of an authorization. */
  advice?: DeclineAdvice;
}

/**
 * Reserves money. Operation and transaction have the same id; the transaction exists only after the operation is
 * closed.
 */
export interface AuthorizationOperation
  extends Common,
    Pick<
      AuthorizationOrder,
      'customer' | 'requireTds' | 'extended' | 'increments' | 'fee' | 'reference' | 'brought' | 'returnUrl'
    > {
  kind: 'authorize';
  draft: Draft;
  /** The saved credential to charge. Without it the customer is present, with a card that nobody stores. */
  credential?: StoredCredential;
  /**
   * Set when Florin gives up the payment. From then on the operation cannot be approved, whatever the acquirer
   * answers.
   */
  withdrawn?: true;
  /** The task that the customer's bank or app has given to the customer. */
  challenge?: { reference: string } & CustomerAction;
  /** The operation that captures the authorization. It was opened together with the transaction. */
  captureId?: Id;
  /**
   * Set if the payment was given up, and then declined, because its link had ended when the acquirer answered. The
   * decline has nothing to do with the card or the bank.
   */
  linkEnded?: true;
}

/** The content of the transaction to come. */
export interface Draft
  extends Pick<
      Transaction,
      'descriptor' | 'card' | 'method' | 'recurring' | 'linkId' | 'payer' | 'order' | 'reference'
    >,
    Omit<Details, 'credential'> {
  /** Whether the whole amount is captured at once. */
  capture?: boolean;
  /** The link of a till that the payment pays. */
  till?: PaymentLink;
  /** The id of the customer's saved card, for which they have typed the security code. */
  saved?: Id;
  /** The customer's consent to save the card, if the payment succeeds. */
  consent?: CardConsent;
  /** The saved card or the earlier transaction whose card a later payment charges. */
  source?: ChargeSource;
}

/** A repeated request must send the details again, as the acquirer compares both. */
export interface MovementOperation extends Common, MovementDetails {
  kind: OpenMovement['kind'];
  transactionId: Id;
  /**
   * How often the acquirer has ended the movement with an internal error. Each further request needs another
   * idempotency key at the acquirer.
   */
  attempts: number;
  payment: LivePayment;
  /** For an increment: the authorized amount after it. */
  total?: number;
  /** The requested statement descriptor. */
  descriptor?: string;
  final: boolean;
  untouched: boolean;
  /** The balance transactions of earlier captures. */
  entries: string[];
  idempotency?: Idempotency;
  /** The transaction right after this movement; set once the movement is accepted or approved. */
  moment?: Moment;
  /** The time until which the acquirer may take to answer; set once the movement is accepted. */
  until?: number;
  /** The capture was requested together with the authorization. If the capture is declined, so is the payment. */
  withPayment?: true;
  /** The saved cards that the card of the payment replaces once the capture has succeeded. */
  replaces?: Id[];
}

export type Operation = AuthorizationOperation | MovementOperation;

export interface OperationItem {
  /** The whole operation as JSON. */
  operation: string;
  stayed?: true;
}

/** Another run has closed the operation. */
export class ClosedBefore extends Outcome {
  override readonly name = 'ClosedBefore';

  constructor(readonly operation: Operation) {
    super(`Operation ${operation.id} was closed before`);
  }
}

/** The operation was already opened. */
export class OpenedBefore extends Outcome {
  override readonly name = 'OpenedBefore';

  constructor(readonly operation: Operation) {
    super(`Operation ${operation.id} was opened before`);
  }
}

/** In seconds. A closed operation is kept for this time, so that people can read it. */
const lifetime = 30 * daySeconds;

export const getOperation = async (id: Id): Promise<Operation | undefined> => {
  const item = await get<Item & OperationItem>(operationKey(id));
  return item && operationIn(item);
};

export const openOperation = (operation: Operation): Write => ({
  item: put(inDueList(operation), 'attribute_not_exists(pk)'),
  onFailed: (existing) => new OpenedBefore(operationIn(existing as Item & OperationItem)),
});

/**
 * Closes an operation. Fails with StaleRead if it is an approved authorization that was given up in the meantime.
 *
 * @param operation in its final state
 */
export const closeOperation = (operation: Operation): Write => ({
  item: put(
    {
      ...itemOf({ ...operation, brought: undefined } as Operation),
      expires: inSeconds(Date.now()) + lifetime,
    },
    `attribute_exists(listPk)${operation.state === 'approved' ? ' AND attribute_not_exists(withdrawn)' : ''}`,
  ),
  onFailed: (existing) => staleOrClosed(existing, operation.id),
});

/**
 * Marks an open operation as accepted by the acquirer. It stays in the list of operations that a job works on.
 *
 * @param operation in its new state
 */
export const acceptOperation = ({ revision = 0, ...operation }: MovementOperation): Write => ({
  item: put(inDueList({ ...operation, revision: revision + 1 }), 'attribute_exists(listPk)'),
  onFailed: (existing) => staleOrClosed(existing, operation.id),
});

/** Whether the acquirer has made or declined the operation, or nobody will know. */
export const isClosed = ({ state }: Operation): boolean => state !== 'open' && state !== 'accepted';

function staleOrClosed(existing: object | undefined, id: Id): ClosedBefore | StaleRead | OperationOpen {
  // The operation was withdrawn in the meantime. A repeat of the request opens it again.
  if (!existing) return new OperationOpen(id);
  const item = existing as Item & OperationItem;
  const now = operationIn(item);
  return item.listPk === undefined ? new ClosedBefore(now) : new StaleRead(now);
}

/**
 * Deletes an open operation that has had no effect at the acquirer. Fails if the operation was revised since it was
 * opened, as the acquirer may then have got another request.
 */
export const withdrawOperation = ({ id }: Operation): Write => ({
  item: remove(operationKey(id), 'attribute_exists(listPk) AND revision = :opened', { ':opened': 0 }),
  onFailed: () => new OperationOpen(id),
});

/**
 * Increases the revision of an open operation before Florin asks the acquirer again, so that copies of the request
 * cannot withdraw it. Copies of the request increase the revision one after the other.
 *
 * @throws ClosedBefore, OperationOpen
 */
export const reserveOperation = <O extends Operation>(operation: O, due: number): Promise<O> =>
  repeatWhileStale((now: O = operation) =>
    reviseOperation(now, { due: Math.max(due, now.due) } as Partial<O>),
  );

/**
 * Changes an open operation and the time of its next check. If several callers try at once, one succeeds.
 *
 * @throws ClosedBefore; StaleRead, with the operation's present state
 */
export async function reviseOperation<O extends Operation>(operation: O, changes: Partial<O>): Promise<O> {
  const { due, revision = 0 } = operation;
  const revised = { ...operation, ...changes, revision: revision + 1 };
  await transact([
    {
      // Items of an earlier version of Florin have no `revision`.
      item: put(
        inDueList(revised),
        'attribute_exists(listPk) AND (revision = :revision OR (attribute_not_exists(revision) AND due = :due))',
        { ':revision': revision, ':due': due },
      ),
      onFailed: (existing) => staleOrClosed(existing, operation.id),
    },
  ]);
  return revised;
}

/**
 * Remembers that the acquirer has changed its answer to a movement, and that the change is booked.
 *
 * @param operation closed; fails with ClosedBefore if a change of its answer was booked before
 */
export const overturnOperation = (operation: MovementOperation): Write => ({
  item: update(
    operationKey(operation.id),
    'SET overturned = :overturned',
    { ':overturned': true },
    {
      condition: 'attribute_exists(pk) AND attribute_not_exists(listPk) AND attribute_not_exists(overturned)',
    },
  ),
  onFailed: () => new ClosedBefore(operation),
});

/** Whether a change of the acquirer's answer to a movement is booked. */
export const isOverturned = async (id: Id): Promise<boolean> =>
  (await get<Item & { overturned?: true }>(operationKey(id)))?.overturned ?? false;

/** Open operations that are due, the longest waiting first. @param ofEach the most operations from each list */
export async function dueOperations(now: number, ofEach: number): Promise<Operation[]> {
  const items = await dueItems<OperationItem>(openOperations, now, ofEach);
  return items.map(operationIn);
}

export const operationIn = ({ operation }: OperationItem): Operation => JSON.parse(operation);

const itemOf = (operation: Operation) => ({
  ...operationKey(operation.id),
  // Stored as text, as free-form data may exceed DynamoDB's numbers and nesting.
  operation: JSON.stringify(operation),
  merchantId: operation.merchantId,
  due: operation.due,
  revision: operation.revision ?? 0,
  // The table's stream filters by this attribute, and cannot look into the text.
  ...(operation.stayed ? { stayed: true } : {}),
  // Conditions of writes read this attribute, as they cannot look into the text either.
  ...('withdrawn' in operation ? { withdrawn: true } : {}),
});

const inDueList = (operation: Operation) => ({
  ...itemOf(operation),
  listPk: openOperationsOf(operation.id),
  listSk: dueAt(operation.due, operation.id),
});

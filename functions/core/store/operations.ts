import type { Decline } from '#acquirer/decline.ts';
import type { StoredCredential } from '#acquirer/live.ts';
import type { CardConsent } from '#domain/cards/customer-card.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Outcome } from '#domain/outcome.ts';
import type { Amounts } from '#domain/transactions/amounts.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import type { LivePayment, OpenMovement } from '#domain/transactions/operation.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { openOperations, openOperationsOf, operationKey } from './table/keys.ts';
import { firstOf } from './table/list.ts';
import { get, type Item, stream } from './table/read.ts';
import { Moved, whileMoved } from './table/retry.ts';
import { put, remove, transact, type Write } from './table/transact.ts';
import type { Details } from './transactions.ts';

/** A transaction as a movement has left it, whatever comes later: its amounts, and how long its trail was. */
export interface Moment {
  amounts: Amounts;
  entries: number;
}

/** Something that an acquirer was asked for, from before it was asked until its answer is written. */
interface Common {
  id: Id;
  merchantId: Id;
  account: AcquirerAccount;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Milliseconds since 1970: when it was opened, and when it is looked at next while it is open. */
  since: number;
  due: number;
  /** How often it was revised; absent while it is as it was opened. */
  revision?: number;
  state: 'open' | 'approved' | 'declined';
  /** Nobody knew what became of it when its time was over: the merchant is told of it. */
  stayed?: true;
  decline?: Decline;
}

/** To reserve money. Its id is that of the transaction, which is not there before it is closed. */
export interface AuthorizationOperation extends Common {
  kind: 'authorize';
  draft: Draft;
  /** The saved credential to charge. Without it the customer is present, with a card that nobody stores. */
  credential?: StoredCredential;
  /** The URL that the customer's bank returns to. */
  returnUrl?: string;
  /** The acquirer's customer whose stored credential pays. */
  customer?: string;
  requireTds?: boolean;
  /** The acquirer's own id of it, kept before anything can be reserved by it. */
  reference?: string;
  /** It is given up: whatever the acquirer answers from now on, it is not approved. */
  withdrawn?: true;
  /** The customer's bank asks the customer, at this address. */
  challenge?: { reference: string; url: string };
  /** The operation that captures it, which was opened with its transaction. */
  captureId?: Id;
  /** It is declined as its link had ended when the acquirer answered: no card's and no bank's matter. */
  linkEnded?: true;
}

/** The content of the transaction to come. */
export interface Draft
  extends Pick<Transaction, 'descriptor' | 'card' | 'recurring' | 'linkId' | 'payer'>,
    Omit<Details, 'credential'> {
  /** All of it is captured at once. */
  capture?: boolean;
  /** The link of a till that it pays. */
  till?: PaymentLink;
  /** The customer's card that was kept, with a security code that they have typed. */
  saved?: Id;
  /** The card is kept, where it pays. */
  consent?: CardConsent;
}

export interface MovementOperation extends Common {
  kind: OpenMovement['kind'];
  transactionId: Id;
  /** How often the acquirer has ended it with a failure of its own: it is asked by another name for each further time. */
  attempts: number;
  payment: LivePayment;
  /** As it was asked for. */
  descriptor?: string;
  final: boolean;
  untouched: boolean;
  /** The balance transactions of earlier captures. */
  entries: string[];
  idempotency?: Idempotency;
  /** How it left the transaction. */
  moment?: Moment;
  /** The capture was requested together with the authorization. If the capture is declined, so is the payment. */
  withPayment?: true;
}

export type Operation = AuthorizationOperation | MovementOperation;

export interface OperationItem {
  /** All of it, as text. */
  operation: string;
  stayed?: true;
}

/** Somebody else has closed it; here is how. */
export class ClosedBefore extends Outcome {
  override readonly name = 'ClosedBefore';

  constructor(readonly operation: Operation) {
    super(`Operation ${operation.id} was closed before`);
  }
}

/** It was opened before; here it is. */
export class OpenedBefore extends Outcome {
  override readonly name = 'OpenedBefore';

  constructor(readonly operation: Operation) {
    super(`Operation ${operation.id} was opened before`);
  }
}

/** In seconds, for somebody to look at; nothing asks for it any more. */
const remembered = 30 * 24 * 60 * 60;

export const getOperation = async (id: Id): Promise<Operation | undefined> => {
  const item = await get<Item & OperationItem>(operationKey(id));
  return item && operationIn(item);
};

export const openOperation = (operation: Operation): Write => ({
  item: put(listed(operation), 'attribute_not_exists(pk)'),
  onFailed: (existing) => new OpenedBefore(operationIn(existing as Item & OperationItem)),
});

/**
 * Fails with Moved for an approval of an authorization that is given up meanwhile.
 *
 * @param operation as it is in the end
 */
export const closeOperation = (operation: Operation): Write => ({
  item: put(
    { ...itemOf(operation), expires: Math.floor(Date.now() / 1000) + remembered },
    `attribute_exists(listPk)${operation.state === 'approved' ? ' AND attribute_not_exists(withdrawn)' : ''}`,
  ),
  onFailed: (existing) => movedOrClosed(existing, operation.id),
});

function movedOrClosed(existing: object | undefined, id: Id): ClosedBefore | Moved | OperationOpen {
  // It was withdrawn meanwhile; who repeats the request opens it anew.
  if (!existing) return new OperationOpen(id);
  const item = existing as Item & OperationItem;
  const now = operationIn(item);
  return item.listPk === undefined ? new ClosedBefore(now) : new Moved(now);
}

/**
 * Deletes an open operation of which the acquirer was asked nothing that has an effect. Fails if somebody has revised the
 * operation since it was opened: then the acquirer may have been asked again.
 */
export const withdrawOperation = ({ id }: Operation): Write => ({
  item: remove(operationKey(id), 'attribute_exists(listPk) AND revision = :opened', { ':opened': 0 }),
  onFailed: () => new OperationOpen(id),
});

/**
 * Tells whoever has opened an operation that the acquirer is asked again. Copies of a request do so one after another.
 *
 * @throws ClosedBefore, OperationOpen
 */
export const reserveOperation = <O extends Operation>(operation: O, due: number): Promise<O> =>
  whileMoved((now: O = operation) => reviseOperation(now, { due: Math.max(due, now.due) } as Partial<O>));

/**
 * Changes an open operation and the time of its next check. If several callers try at once, one succeeds.
 *
 * @throws ClosedBefore; Moved, with the operation's present state
 */
export async function reviseOperation<O extends Operation>(operation: O, changes: Partial<O>): Promise<O> {
  const { due, revision = 0 } = operation;
  const revised = { ...operation, ...changes, revision: revision + 1 };
  await transact([
    {
      // An operation that an earlier version of Florin has written has no revision in its item.
      item: put(
        listed(revised),
        'attribute_exists(listPk) AND (revision = :revision OR (attribute_not_exists(revision) AND due = :due))',
        { ':revision': revision, ':due': due },
      ),
      onFailed: (existing) => movedOrClosed(existing, operation.id),
    },
  ]);
  return revised;
}

/** Open operations that are to be looked at by then, those that wait longest first, of each list so many. */
export async function dueOperations(now: number, ofEach: number): Promise<Operation[]> {
  const lists = await Promise.all(
    openOperations.map((pk) =>
      firstOf(
        stream<OperationItem>({
          IndexName: 'list',
          KeyConditionExpression: 'listPk = :pk AND listSk < :now',
          ExpressionAttributeValues: { ':pk': pk, ':now': new Date(now).toISOString() },
          Limit: ofEach,
        }),
        ofEach,
      ),
    ),
  );
  return lists.flat().map(operationIn);
}

export const operationIn = ({ operation }: OperationItem): Operation => JSON.parse(operation);

const itemOf = (operation: Operation) => ({
  ...operationKey(operation.id),
  // As text: free-form data need not fit DynamoDB's numbers and nesting.
  operation: JSON.stringify(operation),
  merchantId: operation.merchantId,
  due: operation.due,
  revision: operation.revision ?? 0,
  // For the table's stream, which cannot look into text.
  ...(operation.stayed ? { stayed: true } : {}),
  // For conditions.
  ...('withdrawn' in operation ? { withdrawn: true } : {}),
});

const listed = (operation: Operation) => ({
  ...itemOf(operation),
  listPk: openOperationsOf(operation.id),
  listSk: `${new Date(operation.due).toISOString()}#${operation.id}`,
});

import type { Id } from '#domain/id.ts';
import type { TrailEntry, Transaction } from '#domain/transactions/transaction.ts';
import type { RefusesCharges } from '../cards/charge-sources.ts';
import type { Item } from '../table/read.ts';
import { isTrailPart, readTrail, type TrailState } from './trail.ts';

/** The data beside a transaction that never changes. */
export interface Details {
  /** The merchant's free-form data. */
  custom?: unknown;
  /** The acquirer's reference to the card, for later recurring transactions. */
  credential?: unknown;
  /** The agreement of customer and merchant about later payments. */
  agreement?: unknown;
  /** The text that the customer has seen; absent for a payment by a link, as the link keeps its text and its lines. */
  text?: string;
}

/** The parts of a transaction that a movement needs, including how its trail is stored. */
export interface TransactionState extends Transaction, TrailState {
  /** The number of lanes that the merchant had at its creation; absent for one. */
  lanes?: number;
  /** Set once Florin has warned the merchant that the authorization ends soon. */
  endsSoon?: true;
  /** Set once the customer was erased: on request, or because of the payment's age. Only a request ends the payment's card. */
  erased?: true | 'age';
  /**
   * Set for test merchants whose app nobody vouches for: the time of expiry, in seconds since 1970, and the app that
   * made the merchant.
   */
  expires?: number;
  unvouched?: Id;
}

/** A transaction whose money a real acquirer holds. */
export type LiveTransaction = TransactionState & Required<Pick<Transaction, 'acquirer'>>;

export const isLive = (transaction: TransactionState): transaction is LiveTransaction =>
  transaction.acquirer !== undefined;

export interface TransactionWithTrail extends TransactionState, Details, RefusesCharges {
  trail: TrailEntry[];
}

/** The transaction's own item. Details are an item of their own; lists show only their custom data. */
export type Header = Item & Omit<TransactionState, 'id'> & { hasDetails?: true; hasCustom?: true };
type DetailsItem = Item &
  RefusesCharges & { custom?: string; credential?: string; agreement?: string; text?: string };

/** Details are stored as JSON text, as free-form data may exceed DynamoDB's numbers and nesting. */
export const toText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
const fromText = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

export const detailsIn = (parts: readonly Item[]) =>
  parts.find(({ sk }) => sk === 'details') as DetailsItem | undefined;

/** Undefined if the parts lack entries that the header counts. */
export function assemble(header: Header, parts: readonly Item[]): TransactionWithTrail | undefined {
  const details = detailsIn(parts);
  const trail = readTrail(parts.filter(isTrailPart), header);
  if (!trail || (header.hasCustom && !details)) return undefined;
  return {
    ...stateOf(header),
    custom: fromText(details?.custom),
    credential: fromText(details?.credential),
    agreement: fromText(details?.agreement),
    text: details?.text,
    refusesCharges: details?.refusesCharges,
    trail,
  };
}

export const stateOf = ({
  pk,
  sk,
  listPk,
  listSk,
  pendingPk,
  hasDetails,
  hasCustom,
  method,
  ...transaction
}: Header): TransactionState => ({
  ...transaction,
  // Before rules could have no last day, they had ten years in its place.
  method: method?.refundDays === 3650 ? { ...method, refundDays: undefined } : method,
  id: pk.slice('tx#'.length),
});

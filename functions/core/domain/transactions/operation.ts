import type { FeeKind } from '#schemas/ledger-names.ts';
import type { Id } from '../id.ts';
import type { FeeParts } from '../money/merchant-fees.ts';
import { formatMoney } from '../money/money.ts';
import type { PlatformFee } from '../money/platform-fee.ts';
import type { MovementDetails } from './movement-details.ts';

/** The kinds of operation at an acquirer. */
export type OperationKind = 'authorize' | 'increment' | 'capture' | 'refund' | 'void';

/** Whether a movement holds pending money, or changes its amount. Every kind but a refund does. */
export const affectsPending = ({ kind }: Pick<OpenMovement, 'kind'>): boolean => kind !== 'refund';

/** A movement of a transaction whose outcome at the acquirer is unknown so far. */
export interface OpenMovement extends MovementDetails {
  /** The id of the operation. */
  id: Id;
  kind: Exclude<OperationKind, 'authorize'>;
  /** Minor units of the transaction's currency. */
  amount: number;
}

/**
 * A movement that the acquirer has accepted and not made yet. It reserves its own amount, and other movements of the
 * transaction continue.
 */
export interface AcceptedMovement extends OpenMovement {
  /** The time until which the acquirer may take to answer, in milliseconds since 1970. */
  until: number;
}

/** A movement that the acquirer has accepted and then declined. No money has moved. */
export interface DeclinedMovement extends MovementDetails {
  id: Id;
  /** Absent for a refund. */
  kind?: Exclude<OpenMovement['kind'], 'refund'>;
  amount: number;
  /** The time of the decline, in milliseconds since 1970. */
  at: number;
}

/** The movements of a transaction that wait for the acquirer: the open one, and the accepted ones. */
export interface Unanswered {
  operation?: OpenMovement;
  accepted?: readonly AcceptedMovement[];
}

/** The movements that wait for the acquirer: the open one first. */
export const unansweredMovements = ({ operation, accepted = [] }: Unanswered): readonly OpenMovement[] =>
  operation ? [operation, ...accepted] : accepted;

/** Finds a movement by the id of its operation while it waits for the acquirer. */
export const unansweredMovement = (waiting: Unanswered, id: Id | undefined): OpenMovement | undefined =>
  unansweredMovements(waiting).find((movement) => movement.id === id);

/** The amount that movements of these kinds hold until the acquirer has made or declined them. */
export const heldBy = (waiting: Unanswered, ...kinds: readonly OpenMovement['kind'][]): number =>
  unansweredMovements(waiting).reduce(
    (sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum),
    0,
  );

/** The acquirer's data of a payment, which is stored with the transaction. */
export interface LivePayment {
  /** The acquirer's id of the payment. */
  reference: string;
  /** Whether the acquirer can capture the payment more than once. If not, the first capture releases the rest. */
  manyCaptures: boolean;
  /**
   * Set if the acquirer has captured the whole amount together with the authorization, as the method has it so. The capture
   * that follows asks for nothing, and only finds the figures.
   */
  captured?: true;
  /** The type of the method that has paid; absent for a card. An acquirer may want other fields for it. */
  method?: string;
  /** Whether the acquirer can raise the authorized amount. */
  increments?: true;
  /** The platform's fee as it was when the payment was authorized. */
  fee?: PlatformFee;
  /**
   * The time at which the authorization ends unless it is captured, ISO 8601; absent if the acquirer does not say.
   */
  captureBefore?: string;
}

/** The acquirer's figures of a movement, from a balance transaction on the merchant's account. */
export interface AcquirerFigures {
  /** The acquirer's id of the balance transaction. Each line has a different one. */
  reference: string;
  /** The currency that the account is kept in. */
  currency: string;
  /** The change of the account's balance, including the fee: signed, in minor units of that currency. */
  net: number;
  /** A part of `net`, in minor units of that currency. Below 0 for a returned fee. */
  fee: number;
  /** Set if the money moves in another pocket. `net` and `fee` are 0 then. */
  pocket?: PocketFunds;
  /**
   * Units of the account's currency for one unit of the payment's, in major units; absent if both currencies are the
   * same.
   */
  rate?: number;
  /** The parts of `fee`; absent if the acquirer does not say. */
  fees?: AcquirerFee[];
  /** The day on which the money can be paid out, `2026-03-13`; absent if it can be paid out at once. */
  availableOn?: string;
  /** The time at which the acquirer has booked the money, ISO 8601; absent if the acquirer does not say. */
  bookedAt?: string;
}

/**
 * A part of a fee, for the acquirer itself, the card network, the platform between the acquirer and the merchant, or
 * tax.
 */
export interface AcquirerFee {
  kind: FeeKind;
  /** Minor units of the account's currency; below 0 for a returned fee. */
  amount: number;
  /** The acquirer's own description. */
  description?: string;
}

/** Completes the acquirer's parts of a fee, so that they add up to the fee. The rest is `other`. */
export function completeFees(fees: readonly AcquirerFee[], fee: number): AcquirerFee[] | undefined {
  const rest = fee - fees.reduce((sum, { amount }) => sum + amount, 0);
  const whole = [...fees.filter(({ amount }) => amount !== 0)];
  if (rest !== 0) whole.push({ kind: 'other', amount: rest });
  return whole.length === 0 ? undefined : whole;
}

/** Money that an acquirer keeps in another currency than the merchant's. It is not part of the merchant's balance. */
export interface KeptFunds {
  currency: string;
  /** Signed, in minor units of the currency, including the fee. */
  net: number;
  fee: number;
}

/**
 * Money that an acquirer keeps for the merchant beside the balance that it pays out: a reserve, or money that the merchant has
 * prefunded for refunds and disputes. Minor units of the currency of the balance transaction.
 */
export interface PocketFunds {
  /** The acquirer's name of the pocket. */
  name: string;
  /** Signed, including the fee. */
  net: number;
  fee: number;
}

/** Describes a movement in another pocket, for people. */
export const movedIn = ({ name }: PocketFunds): string => `Moved in ${name}`;

/** The money that a balance transaction moves, in whatever pocket. */
export const movedBy = <F extends { net: number; fee: number; pocket?: PocketFunds }>(
  figures: F,
): { net: number; fee: number } => figures.pocket ?? figures;

/**
 * The figures in terms of a balance in this currency. Money that the account keeps in another currency changes
 * nothing.
 */
export const inBalance = <F extends Pick<AcquirerFigures, 'currency' | 'net' | 'fee'>>(
  figures: F,
  currency: string,
): F => (figures.currency === currency ? figures : { ...figures, net: 0, fee: 0 });

/** Describes money that is kept in another currency, for people. */
export const keptIn = (currency: string, net: number, fee: number): string =>
  `Kept in ${currency}: ${formatMoney(net, currency)}, with a fee of ${formatMoney(fee, currency)}`;

/** An acquirer's fee as one flat sum. */
export const feeOf = ({ fee }: AcquirerFigures): FeeParts => ({ flat: fee, rate: 0 });

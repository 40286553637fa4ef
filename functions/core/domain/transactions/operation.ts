import type { Id } from '../id.ts';
import { formatMoney } from '../money/money.ts';
import type { FeeParts } from '../money/pricing.ts';

/** The kinds of operation at an acquirer. */
export type OperationKind = 'authorize' | 'capture' | 'refund' | 'void';

/** A movement of a transaction that was asked for, and of which nobody knows yet whether the acquirer has made it. */
export interface OpenMovement {
  /** Of the operation, and of the trail entry that it becomes. */
  id: Id;
  kind: Exclude<OperationKind, 'authorize'>;
  /** Minor units of the transaction's currency. */
  amount: number;
}

/** A payment, as its acquirer knows it: kept with the transaction. */
export interface LivePayment {
  /** The acquirer's own id of it. */
  reference: string;
  /** Whether its acquirer captures it more than once. With one capture what is left is released. */
  manyCaptures: boolean;
  /** When the authorization ends by itself, ISO 8601; absent if the acquirer does not say. */
  captureBefore?: string;
}

/** The acquirer's figures of a movement, from a balance transaction on the merchant's account. */
export interface AcquirerFigures {
  /** Its own name for the entry in its books: no two lines have the same. */
  reference: string;
  /** The currency that the account is kept in. */
  currency: string;
  /** Signed, in minor units of that currency, its fee included: what the balance changes by. */
  net: number;
  /** Minor units of that currency, contained in `net`; not negative but where a fee is given back. */
  fee: number;
  /** Units of the account's currency for one of the payment's, in major units; absent where they are the same. */
  rate?: number;
  /** The parts of `fee`; absent if the acquirer does not say. */
  fees?: AcquirerFee[];
  /** The day on which the money can be paid out, `2026-03-13`; absent when it can be at once. */
  availableOn?: string;
}

/** A part of a fee: of the acquirer's own, of the card network, of the platform between it and the merchant, or tax. */
export interface AcquirerFee {
  kind: FeeKind;
  /** Minor units of the account's currency; below 0 where it is given back. */
  amount: number;
  /** In the acquirer's words. */
  description?: string;
}

export const feeKinds = ['processing', 'network', 'application', 'tax', 'withheld_tax', 'other'] as const;

export type FeeKind = (typeof feeKinds)[number];

/** Parts of a fee that add up to it: what the acquirer's parts leave open is `other`. */
export function completeFees(fees: readonly AcquirerFee[], fee: number): AcquirerFee[] | undefined {
  const rest = fee - fees.reduce((sum, { amount }) => sum + amount, 0);
  const whole = [...fees.filter(({ amount }) => amount !== 0)];
  if (rest !== 0) whole.push({ kind: 'other', amount: rest });
  return whole.length === 0 ? undefined : whole;
}

/** Money that an acquirer keeps in another currency than the merchant's. It is not part of the merchant's balance. */
export interface Kept {
  currency: string;
  /** Minor units of it, signed, the fee included. */
  net: number;
  fee: number;
}

/**
 * The figures as they change a balance in this currency. Money that the account keeps in another currency changes
 * nothing.
 */
export const inBalance = <F extends Pick<AcquirerFigures, 'currency' | 'net' | 'fee'>>(
  figures: F,
  currency: string,
): F => (figures.currency === currency ? figures : { ...figures, net: 0, fee: 0 });

/** Of money that changes no balance here, how much it is, for people. */
export const keptIn = (currency: string, net: number, fee: number): string =>
  `Kept in ${currency}: ${formatMoney(net, currency)}, with a fee of ${formatMoney(fee, currency)}`;

/** All of an acquirer's fee is one sum. */
export const feeOf = ({ fee }: AcquirerFigures): FeeParts => ({ flat: fee, rate: 0 });

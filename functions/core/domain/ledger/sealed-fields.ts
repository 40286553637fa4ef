import { createHash } from 'node:crypto';
import { canonical } from '#basics/canonical.ts';

/** The two logs of a merchant that are sealed. */
export const sealedLogs = ['ledger', 'audit'] as const;
export type SealedLog = (typeof sealedLogs)[number];

/** A line or an entry of the audit log as exports and the API show it. */
export type Shown = Readonly<Record<string, unknown>>;

/**
 * The fields of a line that its seal covers, by their names in the API. Published in docs/seals.md: a change of these names
 * needs another version of the seal, because the seals of earlier days must stay valid.
 *
 * They leave out each field that can change (the payout) or name a person (order, details, descriptions).
 */
const lineFields = [
  ...['test', 'bookedAt', 'transactionId', 'disputeId', 'balance', 'fee', 'exchange', 'reference', 'kept'],
  ...['pocket', 'available', 'reserve', 'capture', 'refund', 'dispute', 'payout', 'adjustment'],
] as const;

function coveredLine(line: Shown): Shown {
  const { amount, fees } = line as { amount?: Shown; fees?: readonly Shown[] };
  return {
    ...chosen(line, lineFields),
    ...(amount && { amount: chosen(amount, ['currency', 'amount']) }),
    ...(fees && { fees: fees.map((fee) => chosen(fee, ['kind', 'amount'])) }),
  };
}

const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);

/** Leaves out parts of a path that a merchant has chosen, such as a customer's reference: they can name a person. */
function coveredAuditEntry(entry: Shown): Shown {
  const { user, action, about = {}, status = null } = entry as { user?: Shown; about?: Shown } & Shown;
  const ids = Object.entries(about).filter(([name, value]) => name.endsWith('Id') && isId(value));
  return { user: user?.id, action, about: Object.fromEntries(ids), status };
}

const chosen = (from: Shown, names: readonly string[]): Shown =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

const covered: Record<SealedLog, (entry: Shown) => Shown> = {
  ledger: coveredLine,
  audit: coveredAuditEntry,
};

/** The text of an entry that is hashed, which contains neither its id nor its merchant's. */
export const sealedText = (log: SealedLog, entry: Shown): string => canonical(covered[log](entry));

/** SHA-256 of {@link sealedText}. */
export const digestOf = (log: SealedLog, entry: Shown): Buffer =>
  createHash('sha256').update(sealedText(log, entry)).digest();

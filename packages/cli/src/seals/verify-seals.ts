import type { KeyObject } from 'node:crypto';
import {
  faultOf,
  hashOfSeal,
  type SealFault,
  type SignedSeal,
} from '../../../../functions/core/domain/ledger/seal.ts';
import { addDays } from '../../../../functions/core/domain/merchants/days.ts';
import type { Export } from './read-export.ts';

/** A seal that is not right, or is missing. */
export interface SealDifference {
  merchantId: string;
  kind: 'seal' | 'missing';
  day?: string;
  says: string;
}

export interface SealOptions {
  keys: readonly KeyObject[];
  /** Milliseconds since 1970: seals made until then may be late. */
  lateUntil?: number | undefined;
  /** Hashes of seals that must be among the seals. */
  known: readonly string[];
}

const faults: Record<SealFault, string> = {
  signature: 'none of the given keys has signed it',
  order: 'it does not follow the seal before: a seal was removed, added or replaced',
  early: 'it was made before its day ended',
  late: 'it was made more than two days after its day, and may replace an earlier seal',
};

/**
 * Verifies the seals of each merchant, apart from the entries.
 *
 * @returns the seals of each merchant in their order, up to the first one that is not right
 */
export function verifySeals(
  { seals, live }: Pick<Export, 'seals' | 'live'>,
  { keys, lateUntil, known }: SealOptions,
): { trusted: Map<string, SignedSeal[]>; differences: SealDifference[] } {
  const trusted = new Map<string, SignedSeal[]>();
  const differences: SealDifference[] = [];
  const hashes = new Set<string>();
  for (const [merchantId, all] of [...seals].sort()) {
    const inOrder = withoutRepeats(all);
    const good: SignedSeal[] = [];
    for (const seal of inOrder) {
      const fault = faultOf(seal, good.at(-1), keys, lateUntil);
      if (fault) {
        const says = `${faults[fault]}. It was made at ${seal.sealedAt}`;
        differences.push({ merchantId, kind: 'seal', day: seal.day, says });
      }
      if (fault && fault !== 'late') break;
      good.push(seal);
      hashes.add(hashOfSeal(seal));
    }
    trusted.set(merchantId, good);
  }
  const newest = [...seals.values()].map(newestDay).sort().at(-1) ?? '';
  for (const [merchantId, all] of seals) {
    const day = newestDay(all);
    // The job may be at work during the export.
    if (day !== newest && addDays(day, 1) !== newest)
      differences.push({ merchantId, kind: 'missing', day: addDays(day, 1), says: `others have ${newest}` });
  }
  for (const merchantId of live)
    if (!seals.has(merchantId))
      differences.push({ merchantId, kind: 'missing', says: 'a merchant of real money has no seal' });
  for (const hash of known)
    if (!hashes.has(hash)) differences.push({ merchantId: '', kind: 'missing', says: `the seal ${hash}` });
  return { trusted, differences };
}

function newestDay(seals: readonly SignedSeal[]): string {
  let newest = '';
  for (const { day } of seals) if (day > newest) newest = day;
  return newest;
}

/** The same seal can be in two files. */
function withoutRepeats(seals: readonly SignedSeal[]): SignedSeal[] {
  const byHash = new Map(seals.map((seal) => [hashOfSeal(seal) + seal.signature, seal]));
  return [...byHash.values()].sort((one, other) => one.number - other.number);
}

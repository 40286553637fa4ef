import { date } from '../values/format.ts';
import type { t } from '../values/texts.ts';
import type { Paid } from '../values/types.ts';
import type { Intent } from './intents.ts';

type Moved = Pick<Paid, 'method'>;

/** A rule of a method for a movement. Each rule has a text. */
export type Rule = keyof typeof t.move.byMethod;

/** The rule of the payment's method for a movement; undefined for cards. The server decides. */
export function ruleOf(kind: Intent['kind'], { method: { rules } }: Moved): Rule | undefined {
  if (!rules) return undefined;
  const { partialCapture, partialRefund, refundDays, refundUntil } = rules;
  if (kind === 'void') return 'void';
  if (kind === 'capture') return partialCapture ? 'captureOnce' : 'captureWhole';
  if (refundDays === 0) return 'refundNever';
  if (!refundUntil) return partialRefund ? 'refundPartsAnyDay' : 'refundWholeAnyDay';
  if (Date.parse(refundUntil) < Date.now()) return 'refundLate';
  return partialRefund ? 'refundParts' : 'refundWhole';
}

/** Whether a movement moves all that is left, or nothing. */
export const isWhole = (rule: Rule | undefined): boolean =>
  rule === 'captureWhole' || rule === 'refundWhole' || rule === 'refundWholeAnyDay' || rule === 'void';

/** Whether the method does not make the movement. */
export const isImpossible = (rule: Rule | undefined): boolean =>
  rule === 'refundNever' || rule === 'refundLate';

/** The last day of refunds, for a text. */
export const lastDay = ({ method: { rules } }: Moved): string =>
  rules?.refundUntil ? date(rules.refundUntil) : '';

import { fill, t } from './texts.ts';

/** The reason of a decline, by the code of the processing error. */
export function declineText(code: number): string {
  const reasons: Record<string, string> = t.declines;
  return reasons[code] ?? fill(t.declines.other, { code });
}

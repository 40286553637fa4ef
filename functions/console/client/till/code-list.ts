import { codeWatchTime } from '#domain/transactions/till-code-lifetime.ts';

/** A code that a customer pays. It can be paid in its time, also after the till has stopped showing it. */
export interface Code {
  /** The till's permission to ask whether the code was paid. */
  watch: string;
  svg: string;
  /** When the till made the code, in milliseconds of its own clock, which may be wrong. */
  since: number;
  expires: string;
  /** Minor units of the merchant's currency. */
  amount: number;
  state: 'waiting' | 'paid' | 'expired';
  isShown: boolean;
}

/** Whether the code may still be paid. */
export const isOpen = ({ state, since }: Pick<Code, 'state' | 'since'>, now = Date.now()): boolean =>
  state !== 'paid' && now - since < codeWatchTime;

/** The codes that may still be paid, and the paid codes that nobody has put aside yet. */
export const codesToKeep = (codes: readonly Code[], now = Date.now()): Code[] =>
  codes.filter((code) => code.state === 'paid' || isOpen(code, now));

/**
 * The codes after somebody has put one aside. The till no longer shows it, but keeps asking about it while it may
 * still be paid.
 */
export const putAsideCode = (codes: readonly Code[], { watch }: Pick<Code, 'watch'>): Code[] =>
  codes.flatMap((one) =>
    one.watch !== watch ? one : one.state === 'paid' ? [] : { ...one, isShown: false },
  );

/** The codes that the browser has stored. */
export function readCodes(text: string | null): Code[] {
  try {
    return codesToKeep(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** A code that a customer pays. It can be paid for 15 minutes, also when the till shows it no more. */
export interface Code {
  /** The till's permission to ask whether it was paid. */
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

/**
 * In milliseconds from the making of a code: the longest time in which a payment that was begun in its 15 minutes can
 * still succeed, as the bank may ask its customer for another 15.
 */
const longest = 35 * 60_000;

/** Whether the code may still become paid. */
export const isOpen = ({ state, since }: Pick<Code, 'state' | 'since'>, now = Date.now()): boolean =>
  state !== 'paid' && now - since < longest;

/** The codes that may still become paid, and those that were paid and that nobody has put aside yet. */
export const needed = (codes: readonly Code[], now = Date.now()): Code[] =>
  codes.filter((code) => code.state === 'paid' || isOpen(code, now));

/** The codes after somebody has put one aside: the till shows it no more, and asks on about one that may become paid. */
export const without = (codes: readonly Code[], { watch }: Pick<Code, 'watch'>): Code[] =>
  codes.flatMap((one) =>
    one.watch !== watch ? one : one.state === 'paid' ? [] : { ...one, isShown: false },
  );

/** The codes that the browser has kept. */
export function readCodes(text: string | null): Code[] {
  try {
    return needed(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

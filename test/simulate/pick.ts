/** @param at from 0 to less than 1, as drawn */
export const pick = <T>(things: readonly T[], at: number): T => things[Math.floor(at * things.length)] as T;

import { passesLuhn } from '../cards/luhn.ts';

/** Groups of digits, with at most one space, dash or dot between two digits. */
const digitGroups = /\p{Nd}+(?:[\p{Zs}.\-\u2010-\u2015]\p{Nd}+)*/gu;

/** The most digits of a card number. */
const longest = 19;

/**
 * Masks possible card numbers: 13 to 19 digits in whole groups that begin like a card number and pass the Luhn check.
 * Numbers of invoices, dates and references stay.
 */
export const maskCards = (text: string): string => text.replace(digitGroups, maskIn);

interface Group {
  digits: string;
  start: number;
  end: number;
}

function maskIn(run: string): string {
  const groups = [...run.matchAll(/\p{Nd}+/gu)].map(({ 0: found, index }) => ({
    digits: found.replace(/\p{Nd}/gu, latin),
    start: index,
    end: index + found.length,
  }));
  let masked = '';
  let at = 0;
  for (const [first, { start }] of groups.entries()) {
    const card = start < at ? undefined : cardAt(groups, first);
    if (!card) continue;
    masked += `${run.slice(at, start)}•••• ${card.digits.slice(-4)}`;
    at = card.end;
  }
  return masked + run.slice(at);
}

/**
 * Returns the longest possible card number that begins with a group. It reads no more groups than a card number can
 * have, as a stranger chooses the text, which can have ten thousand groups.
 */
function cardAt(groups: readonly Group[], first: number): { digits: string; end: number } | undefined {
  let digits = '';
  let card: { digits: string; end: number } | undefined;
  for (let last = first; last < groups.length && digits.length < longest; last++) {
    const { digits: more, end } = groups[last] as Group;
    digits += more;
    if (mayBeCard(digits)) card = { digits, end };
  }
  return card;
}

const mayBeCard = (digits: string): boolean => /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits);

/** Converts a digit of any script to 0–9. Unicode has the ten digits of a script in a row, from 0 on. */
function latin(digit: string): string {
  let value = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(code < 128 ? code - 48 : value);
}

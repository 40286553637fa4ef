import { passesLuhn } from '../cards/luhn.ts';

/** Groups of digits, with at most one space, dash or dot between two digits. */
const digitGroups = /\p{Nd}+(?:[\p{Zs}.\-\u2010-\u2015]\p{Nd}+)*/gu;

/**
 * Masks possible card numbers: 13 to 19 digits in whole groups that begin like a card number and pass the Luhn check.
 * Numbers of invoices, dates and references stay.
 */
export const maskCards = (text: string): string =>
  text.replace(digitGroups, (run) => {
    const groups = [...run.matchAll(/\p{Nd}+/gu)];
    for (let first = 0; first < groups.length; first++)
      for (let last = groups.length - 1; last >= first; last--) {
        const chosen = groups.slice(first, last + 1);
        const number = chosen.map(([digits]) => digits.replace(/\p{Nd}/gu, latin)).join('');
        if (!mayBeCard(number)) continue;
        const [start, end] = [groups[first], groups[last]];
        const to = (end?.index ?? 0) + (end?.[0].length ?? 0);
        return `${run.slice(0, start?.index)}•••• ${number.slice(-4)}${maskCards(run.slice(to))}`;
      }
    return run;
  });

const mayBeCard = (digits: string): boolean => /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits);

/** Converts a digit of any script to 0–9. Unicode has the ten digits of a script in a row, from 0 on. */
function latin(digit: string): string {
  let value = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(code < 128 ? code - 48 : value);
}

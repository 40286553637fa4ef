import { passesLuhn } from '../cards/luhn.ts';

const longest = 40;
/** Enough for a year or a house number, but too few for a phone number. */
const mostDigits = 4;

/**
 * Cleans a name that a stranger chose, for use in mail to somebody else. The result is a few words, without anything
 * that a mail program turns into a link, that reads as a phone number, or that hides or reorders the text around it.
 *
 * @returns undefined if nothing is left
 */
export function nameInMail(name: string): string | undefined {
  const words = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{Mn}\p{Mc}\p{Nd}&'’+-]/gu, ' ')
    // A letter has at most three marks in real languages. Attackers stack many more, to cover other text.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
  const digits = words.match(/\p{Nd}/gu) ?? [];
  const plain = digits.length > mostDigits ? words.replace(/\p{Nd}/gu, ' ') : words;
  const short = [...plain.replace(/\s+/g, ' ').trim()].slice(0, longest).join('').trim();
  return /[\p{L}\p{Nd}]/u.test(short) ? short : undefined;
}

/**
 * Cleans a text that a stranger chose, for use in mail to somebody else. Words, numbers and lines stay. Removed are
 * texts that a mail program turns into a link, international phone numbers, card numbers, and characters that hide or
 * reorder the text around them.
 *
 * @returns undefined if nothing is left
 */
export function textInMail(text: string): string | undefined {
  const visible = text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Treats full-width digits, letters and dots as the characters that they look like.
    .replace(/[\uff01-\uff5e\uff61]/g, (character) => character.normalize('NFKC'))
    .replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
  const harmless = withoutCards(visible)
    .replace(/\+[\p{Zs}(]*\p{Nd}[\p{Nd}\p{Zs}()./-]{5,}\p{Nd}/gu, '…')
    .replace(/:\/\//g, ': ')
    .replace(/(?<=[\p{L}\p{M}\p{N}_-])([.。])(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ');
  const lines = harmless.split('\n').map((line) => line.replace(/\p{Zs}+/gu, ' ').trim());
  const tidy = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return /[\p{L}\p{Nd}]/u.test(tidy) ? tidy : undefined;
}

/** Groups of digits, with at most one space, dash or dot between two digits. */
const digitGroups = /\p{Nd}+(?:[\p{Zs}.\-\u2010-\u2015]\p{Nd}+)*/gu;

/**
 * Masks possible card numbers: 13 to 19 digits in whole groups that begin like a card number and pass the Luhn check.
 * Numbers of invoices, dates and references stay.
 */
const withoutCards = (text: string): string =>
  text.replace(digitGroups, (run) => {
    const groups = [...run.matchAll(/\p{Nd}+/gu)];
    for (let first = 0; first < groups.length; first++)
      for (let last = groups.length - 1; last >= first; last--) {
        const chosen = groups.slice(first, last + 1);
        const number = chosen.map(([digits]) => digits.replace(/\p{Nd}/gu, latin)).join('');
        if (!mayBeCard(number)) continue;
        const [start, end] = [groups[first], groups[last]];
        const to = (end?.index ?? 0) + (end?.[0].length ?? 0);
        return `${run.slice(0, start?.index)}•••• ${number.slice(-4)}${withoutCards(run.slice(to))}`;
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

/** The mailbox behind an address: tags (`ann+shop@…`) and Gmail's dots lead to the same person. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`;
}

import { maskCards } from './mask-cards.ts';

const longest = 40;
/** The most digits in a row that stay: enough for a year or a house number, but too few for a phone number. */
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
  const short = shorten(plain.replace(/\s+/g, ' ').trim());
  return /[\p{L}\p{Nd}]/u.test(short) ? short : undefined;
}

/** Cuts a long name after a word if possible, with an ellipsis, so that nobody takes the rest for the whole name. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= longest) return name;
  const start = characters.slice(0, longest - 1).join('');
  return `${start.replace(/(?<=.{20}) [^ ]*$/u, '').trim()}…`;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name with right-to-left letters, for plain text. Otherwise such a name moves the amount or the id that
 * follows to its other side.
 */
export const isolate = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Cleans a text that a stranger chose, for use in mail to somebody else. Words, numbers and line breaks stay. It
 * removes everything that a mail program turns into a link, international phone numbers, card numbers, and characters
 * that hide or reorder the text around them.
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
  const harmless = maskCards(visible)
    .replace(/\+[\p{Zs}(]*\p{Nd}[\p{Nd}\p{Zs}()./-]{5,}\p{Nd}/gu, '…')
    .replace(/:\/\//g, ': ')
    // Mail programs on Windows also turn these into links (EM_AUTOURLDETECT): `http:/192.0.2.1`, `mailto:` without an
    // address, and `\\server\share`, which sends the reader's Windows password hash to the server.
    .replace(/(?<=[\p{L}\p{M}]):(?=\S)/gu, ': ')
    .replace(/\\(?=\\)/g, '\\ ')
    // A domain can consist of emoji.
    .replace(/(?<=[\p{L}\p{M}\p{N}\p{S}_-])([.。])(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\S)@(?=\S)/g, ' @ ');
  const lines = harmless.split('\n').map((line) => line.replace(/\p{Zs}+/gu, ' ').trim());
  const tidy = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return /[\p{L}\p{Nd}]/u.test(tidy) ? tidy : undefined;
}

import { digitsIn, withLatinDigits } from '../basics/digits.ts';

/** The decimal separators on keyboards of all languages. */
const separator = /^[.,٫．，]$/;

/** The reason why a key or a pasted text was refused. The amount cannot be paid until a further key corrects it. */
type EntryFault = 'tooMuch' | 'tooFine';

export interface Entry {
  /** Minor units. */
  minor: number;
  /** The number of decimals typed after a separator; undefined before a separator. */
  decimals?: number;
  fault?: EntryFault;
}

/**
 * The amount after a key. Digits come in from the right, as on every till: 4 9 9 9 is 49.99. After a separator digits
 * are decimals: 4 9 . 5 is 49.50, and a currency without decimals refuses the separator. After a refused key, erasing
 * removes only that key.
 *
 * @param key digits of any script, a separator or `erase`; any other text changes nothing
 * @param digits decimals of the currency
 * @param max minor units
 */
export function press({ minor, decimals, fault }: Entry, key: string, digits: number, max: number): Entry {
  const scale = 10 ** digits;
  const entered = withLatinDigits(key);
  const stay = (why?: EntryFault): Entry => ({ minor, decimals, fault: why });
  const to = (next: number, typed?: number): Entry =>
    next > max ? stay('tooMuch') : { minor: next, decimals: typed, fault: undefined };
  if (key === 'erase') {
    if (fault) return to(minor, digits ? decimals : undefined);
    if (decimals === undefined) return to(Math.floor(minor / 10));
    if (decimals === 0) return to(minor / scale);
    return to(minor - (minor % 10 ** (digits - decimals + 1)), decimals - 1);
  }
  if (separator.test(key)) {
    if (digits === 0) return { minor, decimals: 0, fault: 'tooFine' };
    return decimals === undefined ? to(minor * scale, 0) : stay(fault);
  }
  if (!/^\d+$/.test(entered)) return stay(fault);
  if (decimals === undefined) return to(minor * 10 ** entered.length + Number(entered));
  const typed = decimals + entered.length;
  return typed > digits ? stay('tooFine') : to(minor + Number(entered) * 10 ** (digits - typed), typed);
}

/**
 * Reads the amount in a pasted text. A text with a decimal separator is in major units, `€ 49,5`. A text without a
 * separator counts as typed on the pad. More decimals than the currency has are refused, even zeros: in some languages
 * `1.500` is fifteen hundred.
 */
export function paste(text: string, digits: number, max: number): Entry {
  const [, whole = '', decimals = ''] = /^(.*)[.,٫．，](\p{Nd}+)\P{Nd}*$/su.exec(text) ?? [];
  if (!decimals) return press({ minor: 0 }, digitsIn(text).slice(0, 16), digits, max);
  const fraction = digits === 0 ? digitsIn(decimals).replace(/^0{1,2}$/, '') : digitsIn(decimals);
  if (fraction.length > digits) return { minor: 0, fault: 'tooFine' };
  return press({ minor: 0 }, digitsIn(whole).slice(0, 16) + fraction.padEnd(digits, '0'), digits, max);
}

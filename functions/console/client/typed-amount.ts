import { decimalMark, readAmount, type Typed } from './amount.ts';
import { decimalsOf } from './format.ts';
import { fill, locale, t } from './texts.ts';

/** Reads an amount that the user has typed in a currency. */
export const readTyped = (text: string, currency: string): Typed =>
  readAmount(text, decimalsOf(currency), decimalMark(locale));

/** The text beside a field whose amount cannot be read. */
export const typedFaultText = (fault: keyof typeof t.move.faults, currency: string): string =>
  fill(t.move.faults[fault], { currency, decimals: decimalsOf(currency) });

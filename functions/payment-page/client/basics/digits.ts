const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/**
 * Replaces the decimal digits of every script by 0 to 9: full-width, Arabic, Devanagari and all others. Unicode has the
 * digits of a script in order and without gaps, so a digit's distance from the first one is its value.
 */
export const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (first > 0 && isDigit(first - 1)) first--;
    return String((code - first) % 10);
  });

/** The decimal digits of a text as 0 to 9, without all other characters. */
export const digitsIn = (text: string): string => withLatinDigits(text).replace(/\D/g, '');

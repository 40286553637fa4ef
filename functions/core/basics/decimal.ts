/**
 * Whether a text is a number from 0 on in decimal digits, such as `30` or `0.5`. `Number` would read an empty text, and one of
 * spaces, as 0.
 */
export const isDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

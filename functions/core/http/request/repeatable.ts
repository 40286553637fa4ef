/** A name with more digits may contain a card number, which a response must not repeat. */
const mostDigits = 5;

/** Returns the name of a field for a response, or a description in place of a name with too many digits. */
export const repeatable = (field: string): string =>
  (field.match(/\p{Nd}/gu)?.length ?? 0) > mostDigits ? 'a name with many digits' : field;

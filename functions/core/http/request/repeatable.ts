/** A text with more digits may be a card number, which a response must not repeat. */
const mostDigits = 5;

/** Returns the name of a field, with too many digits masked, so that a response may repeat it. */
export const repeatable = (field: string): string =>
  (field.match(/\p{Nd}/gu)?.length ?? 0) > mostDigits ? 'a name with many digits' : field;

/** Card schemes that Florin knows by the number; which of them are taken an acquirer says. */
export type Scheme = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** Those of test merchants, whose transactions existing clients know. */
export const testSchemes: readonly Scheme[] = ['visa', 'mastercard'];

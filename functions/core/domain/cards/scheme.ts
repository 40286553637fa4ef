/** Card schemes that Florin knows by the number; which of them are taken an acquirer says. */
export type Scheme = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** Those of test merchants, whose transactions existing clients know. */
export const testSchemes: readonly Scheme[] = ['visa', 'mastercard'];

/** Digits of its security code: American Express prints four on the front. */
export const codeLengthOf = (scheme: Scheme | undefined): number => (scheme === 'amex' ? 4 : 3);

/** The names of the schemes. */
export const schemeNames: Record<Scheme, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

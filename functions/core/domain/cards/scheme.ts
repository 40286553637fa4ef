/** The card schemes that Florin recognizes by the number. The acquirer decides which of them a merchant takes. */
export type Scheme = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';

/** The schemes that test merchants take: only those two that existing clients know. */
export const testSchemes: readonly Scheme[] = ['visa', 'mastercard'];

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

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

/** The length of the scheme's security code: American Express prints four digits on the front. */
export const codeLengthOf = (scheme: Scheme | undefined): number => (scheme === 'amex' ? 4 : 3);

/**
 * Whether the security code has the right length for its card. In test mode any number can be a card, and three
 * digits are always right, as existing test suites send three.
 */
export const isCodeOf = (code: string, scheme: Scheme | undefined, test: boolean): boolean =>
  code.length === codeLengthOf(scheme) || (test && code.length === 3);

import type { Scheme } from './scheme.ts';

/** The length of the scheme's security code: American Express prints four digits on the front. */
export const codeLengthOf = (scheme: Scheme | undefined): number => (scheme === 'amex' ? 4 : 3);

/**
 * Whether the security code has the right length for its card. In test mode any number can be a card, and three
 * digits are always right, as existing test suites send three.
 */
export const isCodeOf = (code: string, scheme: Scheme | undefined, test: boolean): boolean =>
  code.length === codeLengthOf(scheme) || (test && code.length === 3);

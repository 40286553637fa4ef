/**
 * The reason for which an acquirer or an issuer has declined. It is the body of a 400, and the `error` of a failed
 * transaction.
 */
export interface ProcessingError extends DeclineAdvice {
  code: number;
  text: string;
  message: string;
  /** Whether the customer can correct the error. */
  client: boolean;
  /** Whether the merchant can correct the error. */
  merchant: boolean;
}

/** The advice of the card's bank or network about another attempt with the same card. */
export interface DeclineAdvice {
  advice?: 'do_not_try_again' | 'try_again_later' | 'confirm_card_data';
  /** The card network's own code of its advice, such as Mastercard's `03`. */
  networkAdvice?: string;
}

/**
 * For each code its text, and whether the customer and the merchant can correct the error (wire contract, section 2).
 */
const table = [
  [1, 'Invalid currency', true, true],
  [2, 'Invalid card details', true, false],
  [3, 'Invalid card number', true, false],
  [4, 'Invalid security code', true, false],
  [5, 'Invalid expire date', true, false],
  [6, 'Card expired', true, false],
  [7, 'Insufficient funds', true, false],
  [8, 'Declined by cardholder bank', true, false],
  [9, 'Card restricted', true, false],
  [10, 'Card rejected', true, false],
  [11, 'Transaction rejected', true, true],
  [12, 'Error, please try again or contact us', true, true],
  [13, 'Invalid descriptor', false, true],
  [14, 'Invalid amount', true, true],
  [15, 'Missing amount', true, true],
  [16, 'Missing currency', true, true],
  [17, 'Missing card number', true, false],
  [18, 'Missing card expiry month', true, false],
  [19, 'Missing card expiry year', true, false],
  [20, 'Missing card security code', true, false],
  [22, 'Amount is bigger than allowed', false, true],
  [25, 'Card amount limit exceeded', true, false],
  [26, 'Invalid merchant public key', false, true],
  [27, 'The merchant is not allowed to create transactions', false, true],
  [28, 'The merchant is not allowed to save cards', false, true],
  [29, 'Invalid card number or card not supported', true, false],
  [30, '3-D Secure is required', true, false],
  [31, '3-D Secure failed', true, false],
] as const;

export type ProcessingErrorCode = (typeof table)[number][0];

/** The processing error with this code, as the API shows it. */
export function processingError(code: ProcessingErrorCode, advice?: DeclineAdvice): ProcessingError {
  const row = table.find(([known]) => known === code);
  if (!row) throw new RangeError(`Unknown processing error ${code}`);
  const [, text, client, merchant] = row;
  return { code, text, message: text, client, merchant, ...advice };
}

export const processingErrors: readonly ProcessingError[] = table.map(([code]) => processingError(code));

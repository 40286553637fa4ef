/** The customer's own statement of name and e-mail address. Nobody has verified it. */
export interface Payer {
  name?: string;
  email?: string;
  /** The languages that the customer's browser asks for, for the mail with the receipt: `da, en;q=0.8`. */
  language?: string;
}

/** The data that customers are asked for beside the card. */
export type PayerField = 'name' | 'email';

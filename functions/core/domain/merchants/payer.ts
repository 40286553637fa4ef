/** The customer's own statement of name and e-mail address. Nobody has verified it. */
export interface Payer {
  name?: string;
  email?: string;
}

/** The data that customers are asked for beside the card. */
export type PayerField = keyof Payer;

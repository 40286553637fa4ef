/** Who pays, as they say themselves: nobody has checked it. */
export interface Payer {
  name?: string;
  email?: string;
}

/** What customers are asked for, beside the card. */
export type Asked = keyof Payer;

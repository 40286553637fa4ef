/** How a verb calls the API. */
export interface Row {
  /** The method and the path, in which `{}` stands for each argument. */
  at: string;
  gives: 'json' | 'list' | 'text' | 'location' | 'nothing';
  /** The field of the answer that the verb returns. */
  field?: string;
  takes?: 'body' | 'query';
  /** The operation takes an idempotency key. */
  keyed?: true;
  /** A repeat of the operation has no further effect. */
  repeatable?: true;
}

export type Table = Record<string, Record<string, Row>>;

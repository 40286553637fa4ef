/** `value / 10 ** exponent` of the currency's major unit; all integers. */
export interface Amount {
  currency: string;
  exponent: number;
  value: number;
}

export interface PayOptions {
  amount: Amount;
  /** For a test merchant, and only for one: `true`, or an object that steers the simulated acquirer. */
  test?: boolean | object;
  /** Shown to the customer. */
  text?: string;
  /** Another name for `text`. */
  description?: string;
  /** Any JSON, up to 50 KB; kept with the transaction. */
  custom?: unknown;
  /** Goes into `custom.reference`. */
  reference?: string;
  /** What is agreed about later payments. */
  plan?: unknown;
  unplanned?: unknown;
  recurring?: boolean;
  /** Whether you count on the payment being captured at once, as your merchant's setting is. */
  capture?: boolean;
  /** `de`, `de_AT`; the browser's own when there is none. */
  locale?: string;
}

/** From a browser: have your server fetch the transaction, and compare amount and order, before you deliver. */
export interface Result {
  transaction: { id: string };
}

export type DialogFailure = 'closed' | 'unavailable' | 'superseded' | 'unknown';
export type FieldsFailure = 'invalid' | 'declined' | 'unavailable' | 'unknown';

/** What the promises are rejected with. */
export interface FlorinError<Code extends string = DialogFailure | FieldsFailure> extends Error {
  code: Code;
}

export interface Fields {
  /** Pays with what is in the fields. Rejected with `FlorinError<FieldsFailure>`. */
  pay(): Promise<Result>;
  /** Takes them away. */
  remove(): void;
}

export interface Florin {
  /** Opens the payment page in a dialog. Rejected with `FlorinError<DialogFailure>`. */
  pay(options: PayOptions): Promise<Result>;
  pay(options: PayOptions, callback: (error: DialogFailure | null, result?: Result) => void): void;
  /** Puts card fields at the end of `place`. */
  fields(place: Element, options: PayOptions): Fields;
}

export function loadFlorin(posUrl: string, options: { key: string }): Promise<Florin>;

/** `value / 10 ** exponent` of the currency's major unit; all integers. */
export interface Amount {
  currency: string;
  exponent: number;
  value: number;
}

/** How the payment page looks within yours. Another property or value is a `TypeError`. */
export interface Appearance {
  /** `auto`, the default: as light or dark as your page is where the payment page stands. */
  theme?: 'auto' | 'light' | 'dark';
  /** One to five names of fonts that customers have on their devices, `Georgia, serif`. No font is loaded. */
  font?: string;
  /** The radius of fields and buttons: 0 to 24 CSS pixels. */
  radius?: number;
  /** `#rrggbb`. A colour that cannot be read on the background is shown in the nearest shade that can. */
  colors?: {
    /** Card fields have the colour of your own page if there is none. */
    background?: string;
    /** The ground of the fields. */
    field?: string;
    text?: string;
    border?: string;
    /** Of buttons, links and the focus; your merchant's `color` if there is none. */
    accent?: string;
    error?: string;
  };
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
  /** The agreement about later payments. */
  plan?: unknown;
  unplanned?: unknown;
  recurring?: boolean;
  /** Whether you count on the payment being captured at once, as your merchant's setting is. */
  capture?: boolean;
  /** `de`, `de_AT`; the browser's own when there is none. */
  locale?: string;
  appearance?: Appearance;
}

/** From a browser: have your server fetch the transaction, and compare amount and order, before you deliver. */
export interface Result {
  transaction: { id: string };
}

export type DialogFailure = 'closed' | 'unavailable' | 'superseded' | 'unknown';
export type FieldsFailure = 'invalid' | 'declined' | 'unavailable' | 'unknown';

/** The error that the promises are rejected with. */
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

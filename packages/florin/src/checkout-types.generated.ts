// Copied from functions/payment-page/client/sdk/sdk-types.ts by `npm run client`. Do not edit.

/** `value / 10 ** exponent` of the currency's major unit. Both are integers. */
export interface Amount {
  currency: string;
  exponent: number;
  value: number;
}

/** The look of the payment page within the merchant's page. Another property or value is a `TypeError`. */
export interface Appearance {
  /** `auto`, the default, is as light or dark as the place of the payment page. */
  theme?: 'auto' | 'light' | 'dark' | undefined;
  /** One to five names of fonts that customers have on their devices, `Georgia, serif`. No font is loaded. */
  font?: string | undefined;
  /** The corner radius of fields and buttons: 0 to 24 CSS pixels. */
  radius?: number | undefined;
  /** `#rrggbb`. A colour that is unreadable on the background is replaced by its nearest readable shade. */
  colors?:
    | {
        /** By default, card fields have the colour of the page around them. */
        background?: string | undefined;
        /** The background of the fields. */
        field?: string | undefined;
        text?: string | undefined;
        border?: string | undefined;
        /** The colour of buttons, links and the focus; the merchant's `color` by default. */
        accent?: string | undefined;
        error?: string | undefined;
      }
    | undefined;
}

/** The options that every payment takes. */
export interface DisplayOptions {
  /**
   * `false` closes the dialog as soon as the customer has paid, for a page that thanks the customer itself. By default the
   * dialog shows a receipt, which the customer closes. Your callback or promise does not wait for that.
   */
  receipt?: boolean | undefined;
  /** `de` or `de_AT`; the language of the browser by default. */
  locale?: string | undefined;
  appearance?: Appearance | undefined;
  /**
   * `false` offers cards alone. By default the page also offers the other methods that the merchant has switched on, such as
   * MobilePay. A transaction by one of them has `card: null`.
   */
  methods?: boolean | undefined;
}

/** The payment of a link that your server has made, which is paid once: in several tabs, on several devices, after Back. */
export interface LinkOptions extends DisplayOptions {
  /** The `url` of the link, or its `id`. The link has the amount, the texts and the reference. */
  link: string;
  /** Steers the simulated acquirer, for the link of a test merchant. */
  test?: object | undefined;
  amount?: undefined;
}

/** A payment whose terms come from this page. Each tab and each device can make one, so your server must compare them. */
export interface OrderOptions extends DisplayOptions {
  amount: Amount;
  link?: undefined;
  /**
   * Must be set for a test merchant, and only for one: `true`, or an object that steers the simulated acquirer. With
   * `auto` the key decides, for shops that cannot know which kind of key they have.
   */
  test?: boolean | object | 'auto' | undefined;
  /** Shown to the customer. */
  text?: string | undefined;
  /** Another name for `text`. */
  description?: string | undefined;
  /** Any JSON, up to 50 KB; kept with the transaction. */
  custom?: unknown;
  /**
   * Kept as `custom.reference`. Give each order its own: after a lost answer, the next call in this tab with the same
   * options continues that payment, so that the customer pays once. `custom` does not separate orders.
   */
  reference?: string | undefined;
  /** The agreement about later payments. */
  plan?: unknown;
  unplanned?: unknown;
  recurring?: boolean | undefined;
}

/** Another option is a `TypeError` that names it. */
export type PayOptions = LinkOptions | OrderOptions;

/** Comes from a browser. Before you deliver, your server must fetch the transaction and compare its amount and order. */
export interface Result {
  transaction: { id: string };
}

/** `ended`: the link was paid, has expired or was switched off, and this call has charged nothing. */
export type DialogFailure = 'closed' | 'ended' | 'unavailable' | 'superseded' | 'unknown';
export type FieldsFailure = 'invalid' | 'declined' | 'ended' | 'unavailable' | 'unknown';

/** The error with which the promises are rejected. */
export interface FlorinError<Code extends string = DialogFailure | FieldsFailure> extends Error {
  code: Code;
}

export type Callback = (error: DialogFailure | null, result?: Result) => void;

/** Card fields inside a form of the merchant's page. */
export interface Fields {
  /**
   * Pays with the card in the fields. While a payment is under way, a second call returns the same promise.
   *
   * @returns a promise of the transaction. It is rejected with a `FlorinError` whose `code` gives the reason: `invalid`
   *   (the fields show what is missing), `declined` (the fields show the customer's `message` as well), `ended` (the
   *   fields show the `message`: the link was paid, has expired or was switched off), `unavailable`, or `unknown` if the fields were removed while the payment was under way.
   */
  pay(): Promise<Result>;
  /** Removes the fields from the page. */
  remove(): void;
}

export interface Florin {
  /** Opens the payment page in a dialog. The promise is rejected with `FlorinError<DialogFailure>`. */
  pay(options: PayOptions): Promise<Result>;
  pay(options: PayOptions, callback: Callback): void;
  /** Puts card fields at the end of `place`. */
  fields(place: Element, options: PayOptions): Fields;
}

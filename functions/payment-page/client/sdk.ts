import type { Appearance } from '#domain/merchants/appearance.ts';
import type { FromPage, FromSdk } from './embed.ts';
import { type Amount, decimal } from './sdk-amount.ts';
import { type Look, lookOf } from './sdk-appearance.ts';
import { openDialog } from './sdk-dialog.ts';
import { type Fields, openFields, type Result } from './sdk-fields.ts';
import { failure, patience } from './sdk-frame.ts';

/**
 * `sdk.js`: lets a merchant's page take a payment without leaving it.
 *
 *     <script src="{pos_url}/sdk.js"></script>
 *     Florin({ key }).pay({ test: true, amount: { currency: 'EUR', exponent: 2, value: 4999 } }, callback)
 *
 * `pay` opens the payment page in a dialog over the merchant's own, and calls back once, in the way of Node.js:
 *
 * - `callback(null, { transaction: { id } })` when the customer has paid, and has seen the receipt. The id comes from
 *   a browser: before you deliver, fetch the transaction with your API key, and compare its amount, currency and
 *   `custom`.
 * - `callback('closed')` when the customer has closed the dialog: nothing was paid.
 * - `callback('unavailable')` when the payment page could not be loaded: the customer is offline, something blocks it,
 *   or it took longer than 20 seconds.
 * - `callback('superseded')` when `pay` was called again in the meantime.
 * - `callback('unknown')` when the customer has closed the dialog while the connection was gone, so that nobody could
 *   say whether the last press had paid: look at your transactions before you let them pay again.
 *
 * Without a callback, `pay` returns a promise of `{ transaction: { id } }`. It is rejected with an `Error` whose `code` and
 * `message` are the callback's error. Invalid options throw a `TypeError` at once.
 *
 * `fields` puts card fields among those of a form of the merchant's own; see `sdk-fields.ts`:
 *
 *     const fields = Florin({ key }).fields(document.querySelector('#card'), { test: true, amount })
 *     form.onsubmit = (event) => { event.preventDefault(); fields.pay().then(thank, explain) }
 *
 * A payment that is on its way to the bank cannot be closed; a declined one stays open for another try. Options:
 *
 * - `amount`, required: `{ currency, exponent, value }`, `value / 10^exponent` of the major unit, both integers.
 * - `test`: must be set for a test merchant, and only for one: `true`, or an object that steers the simulated acquirer.
 *   With `'auto'` the key decides; keep it for shops that cannot say which kind of key they have.
 * - `text`: shown to the customer; `description` is another name for it.
 * - `custom`: any JSON, up to 50 KB; kept with the transaction. `reference` goes into `custom.reference`.
 * - `plan`, `unplanned`, `recurring`: what is agreed about later payments.
 * - `capture`: whether you count on the payment being captured at once. That is the merchant's setting, which a customer
 *   could not change here: with another value than it has, payments are refused.
 * - `locale`: `de`, `de_AT`; the browser's own when there is none.
 * - `appearance`: `{ theme, font, radius, colors }`, see `domain/appearance.ts`. Without it the payment page is light or
 *   dark as the merchant's page is. A property or value that is none is a `TypeError`; a colour that cannot be read on
 *   its background is shown in the nearest shade that can.
 */
export interface PayOptions {
  amount: Amount;
  test?: boolean | object | 'auto';
  text?: string;
  description?: string;
  custom?: unknown;
  reference?: string;
  plan?: unknown;
  unplanned?: unknown;
  recurring?: boolean;
  capture?: boolean;
  locale?: string;
  appearance?: Appearance;
}

export type Failure = 'closed' | 'unavailable' | 'superseded' | 'unknown';

export type Callback = (error: Failure | null, result?: Result) => void;

/** The page has the origin of this script. */
const source = (document.currentScript as HTMLScriptElement).src;
const home = source.replace(/\/(sdk|10)\.js([?#].*)?$/, '');
const origin = new URL(home).origin;

/**
 * The time, in milliseconds, from the frame's `load` event until its page must have reported. A browser's own error
 * page fires `load` too.
 */
const grace = 2000;

/** The payment that is open on this page. */
let current: { end(error: 'superseded'): void } | undefined;

export function Florin({ key }: { key: string }) {
  return { pay, fields };

  /**
   * Puts card fields into a page that has a form of its own. The page never sees the card number. A challenge of the
   * bank covers the whole page. The options are those of `pay`.
   */
  function fields(place: Element, options: PayOptions): Fields {
    const look = lookOf(options.appearance, place, true);
    return openFields(urlOf(key, options, look, true), look, place, orderOf(options));
  }

  function pay(options: PayOptions): Promise<Result>;
  function pay(options: PayOptions, callback: Callback): void;
  function pay(options: PayOptions, callback?: Callback): Promise<Result> | undefined {
    const look = lookOf(options.appearance, document.body, false);
    const url = urlOf(key, options, look);
    if (callback) {
      open(url, look, options, callback);
      return undefined;
    }
    return new Promise((resolve, reject) =>
      open(url, look, options, (error, result) =>
        result ? resolve(result) : reject(failure(String(error))),
      ),
    );
  }
}

function urlOf(
  key: string,
  { amount, test, text, description, reference, recurring, locale }: PayOptions,
  look: Look,
  inline = false,
): string {
  const parameters: Record<string, string | undefined> = {
    key,
    test: test === 'auto' ? test : test ? '1' : undefined,
    value: decimal(amount),
    currency: amount.currency,
    text: text ?? description,
    reference,
    recurring: recurring ? 'y' : undefined,
    locale,
    embed: location.origin,
    appearance: JSON.stringify(look),
    inline: inline ? 'y' : undefined,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return `${home}/?${query}`;
}

/** The options that the page gets by message, beside its address. */
const orderOf = ({ test, custom, plan, unplanned, capture }: PayOptions) => ({
  test: typeof test === 'object' ? test : undefined,
  custom,
  plan,
  unplanned,
  capture,
});

function open(url: string, look: Look, options: PayOptions, callback: Callback): void {
  current?.end('superseded');
  const order = orderOf(options);
  const dialog = openDialog(url, look, leave);
  const { frame } = dialog;
  /** Whether the page runs. It then decides whether the dialog can be closed. */
  let ready = false;
  let paid: Result | undefined;
  let timer = setTimeout(end, patience, 'unavailable');

  const tell = (message: FromSdk) => frame.contentWindow?.postMessage(message, origin);
  function hear({ source, origin: from, data }: MessageEvent<FromPage>): void {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.florin === 'ready' || data?.florin === 'refused') {
      clearTimeout(timer);
      ready = data.florin === 'ready';
      dialog.show(ready);
      if (ready) tell({ florin: 'order', order });
    }
    if (data?.florin === 'height') dialog.fit(data.height);
    if (data?.florin === 'paid') paid = { transaction: { id: data.transaction.id } };
    if (data?.florin === 'closed') end(data.unknown ? 'unknown' : 'closed');
  }
  function leave(): void {
    if (ready) tell({ florin: 'close' });
    else end('closed');
  }
  /** Ends with the result if the customer has paid, whatever closed the dialog. */
  function end(error: Failure): void {
    if (current !== self) return;
    current = undefined;
    clearTimeout(timer);
    removeEventListener('message', hear);
    dialog.close();
    if (paid) callback(null, paid);
    else callback(error);
  }
  const self = { end };
  current = self;

  addEventListener('message', hear);
  // Only a message from the page proves that it runs. A frame that loads without a message shows a browser's error
  // page.
  frame.addEventListener('load', () => {
    if (dialog.isShown()) return;
    clearTimeout(timer);
    timer = setTimeout(end, grace, 'unavailable');
  });
}

export type Sdk = ReturnType<typeof Florin>;

Object.assign(window, { Florin });

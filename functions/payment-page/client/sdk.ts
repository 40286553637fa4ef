import type { FromPage, FromSdk, ShopOrder } from './basics/embedding.ts';
import { decimal } from './sdk/decimal-amount.ts';
import { openDialog } from './sdk/dialog.ts';
import { failure, patience } from './sdk/frame.ts';
import { openFields } from './sdk/inline-fields.ts';
import { type Look, lookOf } from './sdk/look.ts';
import { requireKnown } from './sdk/option-names.ts';
import type {
  Callback,
  DialogFailure,
  Fields,
  OrderOptions,
  PayOptions,
  Result,
  Florin as Sdk,
} from './sdk/sdk-types.ts';

/** The payment page has the same origin as this script. */
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

/**
 * `sdk.js`: lets a merchant's page take a payment without leaving it.
 *
 *     <script src="{pos_url}/sdk.js"></script>
 *     Florin().pay({ link: '{pos_url}/l/…' }, callback)
 *     Florin({ key }).pay({ test: true, amount: { currency: 'EUR', exponent: 2, value: 4999 } }, callback)
 *
 * A `link` that the merchant's server has made is paid once, and nobody can change its terms. `pay` opens the payment page in a dialog over the merchant's own, and calls back once, in the way of Node.js:
 *
 * - `callback(null, { transaction: { id } })` as soon as the customer has paid. The receipt is still open then, unless
 *   `receipt` is false. The id comes from a browser: before you deliver, fetch the transaction with your API key, and compare its amount, currency and
 *   `custom`.
 * - `callback('closed')` when the customer has closed the dialog: nothing was paid.
 * - `callback('ended')` when the customer has closed the dialog of a link that was paid, has expired or was switched off:
 *   this call has charged nothing. Ask your server whether the order is paid.
 * - `callback('unavailable')` when the payment page could not be loaded: the customer is offline, something blocks it,
 *   or it took longer than 20 seconds.
 * - `callback('superseded')` when `pay` was called again in the meantime. If the customer had pressed the button, this call
 *   may have paid; a call with the same amount, texts and reference continues its payment.
 * - `callback('unknown')` when the customer has closed the dialog while the connection was gone, so that nobody could
 *   say whether the last press had paid: look at your transactions before you let them pay again.
 *
 * Without a callback, `pay` returns a promise of `{ transaction: { id } }`. It is rejected with an `Error` whose `code` and
 * `message` are the callback's error. Unknown and invalid options throw a `TypeError` at once.
 *
 * `fields` puts card fields among those of a form of the merchant's own; see `sdk/inline-fields.ts`:
 *
 *     const fields = Florin().fields(document.querySelector('#card'), { link })
 *     form.onsubmit = (event) => { event.preventDefault(); fields.pay().then(thank, explain) }
 *
 * A payment that is on its way to the bank cannot be closed; a declined one stays open for another try. `PayOptions`
 * describes the options.
 */
export function Florin({ key }: { key?: string } = {}): Sdk {
  return { pay, fields };

  /**
   * Puts card fields into a page that has a form of its own. The page never sees the card number. A challenge of the
   * bank covers the whole page. The options are those of `pay`.
   */
  function fields(place: Element, options: PayOptions): Fields {
    requireKnown(options);
    const look = lookOf(options.appearance, place, true);
    return openFields(
      urlOf(key, options, look, true),
      look,
      place,
      orderOf(options as Partial<OrderOptions>),
    );
  }

  function pay(options: PayOptions): Promise<Result>;
  function pay(options: PayOptions, callback: Callback): void;
  function pay(options: PayOptions, callback?: Callback): Promise<Result> | undefined {
    requireKnown(options);
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

function urlOf(key: string | undefined, options: PayOptions, look: Look, inline = false): string {
  const parameters: Record<string, string | undefined> = {
    ...(options.link === undefined ? { key, ...termsOf(options) } : {}),
    locale: options.locale,
    embed: location.origin,
    appearance: JSON.stringify(look),
    inline: inline ? 'y' : undefined,
    methods: options.methods === false ? 'n' : undefined,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return `${home}/${options.link === undefined ? '' : `l/${linkIdOf(options.link)}`}?${query}`;
}

const termsOf = ({ amount, test, text, description, reference, recurring }: OrderOptions) => ({
  test: test === 'auto' ? test : test ? '1' : undefined,
  value: decimal(amount),
  currency: amount.currency,
  text: text ?? description,
  reference,
  recurring: recurring ? 'y' : undefined,
});

/** @throws TypeError for anything but the id of a link, or the URL of a link of this Florin */
function linkIdOf(link: string): string {
  const text = String(link);
  const id = text.startsWith(`${home}/l/`) ? text.slice(home.length + 3) : text;
  if (!/^[\w-]+$/.test(id))
    throw new TypeError(
      `Florin: link must be the url or the id of a link, like ${home}/l/6b0474b386512fe669665610`,
    );
  return id;
}

/**
 * The options that the page gets by message, in addition to its URL. Converting them to JSON copies them as they are
 * at the call, and makes them postable: browsers can post neither functions nor the proxies of frameworks.
 *
 * @throws TypeError for options that JSON cannot contain, at once, so that the customer does not wait for a page that
 *   lacks them
 */
const orderOf = ({ test, custom, plan, unplanned }: Partial<OrderOptions>): ShopOrder =>
  JSON.parse(JSON.stringify({ test: typeof test === 'object' ? test : undefined, custom, plan, unplanned }));

function open(url: string, look: Look, options: PayOptions, callback: Callback): void {
  const order = orderOf(options as Partial<OrderOptions>);
  current?.end('superseded');
  const dialog = openDialog(url, look, leave);
  const { frame } = dialog;
  /** Whether the page runs. From then on the page decides whether the dialog can be closed. */
  let ready = false;
  let isPaid = false;
  let hasEnded = false;
  let timer = setTimeout(end, patience, 'unavailable');

  const tell = (message: FromSdk) => frame.contentWindow?.postMessage(message, origin);
  function hear({ source, origin: from, data }: MessageEvent<FromPage>): void {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.florin === 'ready' || data?.florin === 'refused' || data?.florin === 'ended') {
      clearTimeout(timer);
      ready = data.florin !== 'refused';
      hasEnded = data.florin === 'ended';
      dialog.show(ready, data.title);
      if (ready) tell({ florin: 'order', order });
    }
    if (data?.florin === 'height') dialog.fit(data.height);
    if (data?.florin === 'paid') finish({ transaction: { id: data.transaction.id } });
    if (data?.florin === 'closed') end(data.unknown ? 'unknown' : hasEnded ? 'ended' : 'closed');
  }
  function leave(): void {
    if (ready) tell({ florin: 'close' });
    else end('closed');
  }
  /**
   * Reports the payment at once: a customer who closes the tab at the receipt has paid, and the shop makes its order in the
   * callback.
   */
  function finish(result: Result): void {
    if (isPaid) return;
    isPaid = true;
    if (options.receipt === false) end('closed');
    callback(null, result);
  }
  /** Closes the dialog, and reports why nothing was paid. */
  function end(error: DialogFailure): void {
    if (current !== self) return;
    current = undefined;
    clearTimeout(timer);
    removeEventListener('message', hear);
    dialog.close();
    if (!isPaid) callback(error);
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

Object.assign(window, { Florin });

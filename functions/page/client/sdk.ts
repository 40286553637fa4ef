import type { FromPage, FromSdk } from './embed.ts';

/**
 * `sdk.js`: lets a merchant's page take a payment without leaving it.
 *
 *     <script src="{pos_url}/sdk.js"></script>
 *     Florin({ key }).pay({ test: true, amount: { currency: 'EUR', exponent: 2, value: 4999 } }, callback)
 *
 * `pay` opens the payment page in a dialog over the merchant's own, and calls back once, in the way of Node.js:
 *
 * - `callback(null, { transaction: { id } })` when the customer has paid. The id comes from a browser: before you
 *   deliver, fetch the transaction with your API key, and compare its amount, currency and `custom`.
 * - `callback('closed')` when the customer has closed the dialog.
 * - `callback('superseded')` when `pay` was called again in the meantime.
 *
 * A payment that is on its way to the bank cannot be closed; a declined one stays open for another try. Options:
 *
 * - `amount`, required: `{ currency, exponent, value }`, `value / 10^exponent` of the major unit.
 * - `test`: must be set for a test merchant, and only for one: `true`, or an object that steers the simulated acquirer.
 * - `text`: shown to the customer; `description` is another name for it.
 * - `custom`: any JSON, up to 50 KB; kept with the transaction. `reference` goes into `custom.reference`.
 * - `plan`, `unplanned`, `recurring`: what is agreed about later payments.
 * - `locale`: `de`, `de_AT`; the browser's own when there is none.
 */
export interface PayOptions {
  amount: { currency: string; exponent: number; value: number };
  test?: boolean | object;
  text?: string;
  description?: string;
  custom?: unknown;
  reference?: string;
  plan?: unknown;
  unplanned?: unknown;
  recurring?: boolean;
  locale?: string;
}

export type Callback = (
  error: 'closed' | 'superseded' | null,
  result?: { transaction: { id: string } },
) => void;

/** Where this script came from is where the page is. */
const source = (document.currentScript as HTMLScriptElement).src;
const home = source.replace(/\/sdk\.js([?#].*)?$/, '');
const origin = new URL(home).origin;

/** Of all that was opened on this page. */
let current: { end(error: 'superseded'): void } | undefined;

function Florin({ key }: { key: string }) {
  return { pay: (options: PayOptions, callback: Callback) => open(urlOf(key, options), options, callback) };
}

function urlOf(
  key: string,
  { amount, test, text, description, reference, recurring, locale }: PayOptions,
): string {
  if (!amount) throw new TypeError('Florin: pay() needs an amount, {currency, exponent, value}');
  const parameters: Record<string, string | undefined> = {
    key,
    test: test ? '1' : undefined,
    currency: amount.currency,
    value: decimal(amount),
    text: text ?? description,
    reference,
    recurring: recurring ? 'y' : undefined,
    locale,
    embed: location.origin,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return `${home}/?${query}`;
}

function decimal({ exponent, value }: PayOptions['amount']): string {
  const digits = String(value).padStart(exponent + 1, '0');
  return exponent ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : digits;
}

function open(url: string, { test, custom, plan, unplanned }: PayOptions, callback: Callback): void {
  current?.end('superseded');
  const order = { test: typeof test === 'object' ? test : undefined, custom, plan, unplanned };
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  const way = document.createElement('button');
  let ready = false;

  const tell = (message: FromSdk) => frame.contentWindow?.postMessage(message, origin);
  function hear({ source, origin: from, data }: MessageEvent<FromPage>): void {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.florin === 'ready') {
      ready = true;
      // From here on, the page has a button of its own.
      way.remove();
      tell({ florin: 'order', order });
    }
    if (data?.florin === 'closed') end('closed');
    if (data?.florin === 'paid') end(null, { transaction: { id: data.transaction.id } });
  }
  function end(...result: Parameters<Callback>): void {
    if (current !== self) return;
    current = undefined;
    removeEventListener('message', hear);
    dialog.close();
    dialog.remove();
    callback(...result);
  }
  const self = { end };
  current = self;

  /** Once it is there, the page knows best whether it can be closed. */
  const leave = () => (ready ? tell({ florin: 'close' }) : end('closed'));
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    leave();
  });
  way.addEventListener('click', leave);
  addEventListener('message', hear);

  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((known) => known !== sheet), sheet];
  dialog.className = 'florin-payment';
  dialog.setAttribute('aria-label', 'Payment');
  Object.assign(way, { type: 'button', textContent: '×', ariaLabel: 'Close' });
  frame.title = 'Payment';
  frame.src = url;
  frame.allow = 'payment';
  dialog.append(frame, way);
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
}

/** Made here, as a merchant's own content security policy may forbid what stands in the markup. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
.florin-payment { box-sizing: border-box; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0; overflow: hidden; background: Canvas; color-scheme: light dark }
.florin-payment::backdrop { background: rgb(10 14 22 / .6) }
.florin-payment iframe { display: block; width: 100%; height: 100%; border: 0 }
.florin-payment button { position: absolute; top: 8px; right: 8px; width: 44px; height: 44px; border: 0; background: none; color: CanvasText; font: 28px/1 system-ui, sans-serif; cursor: pointer }
@media (min-width: 520px) and (min-height: 500px) { .florin-payment { width: 440px; height: 780px; max-height: calc(100% - 32px); margin: auto; border-radius: 16px; box-shadow: 0 24px 80px rgb(0 0 0 / .35) } }
`);

Object.assign(window, { Florin });

import type { PageData } from '../../page-data.ts';

/** The messages between `sdk.ts` and this page. `florin` distinguishes them from other messages. */
export type FromPage =
  /** The title of the page is in the customer's language. A page of an earlier release sends none. */
  | { florin: 'ready'; title?: string }
  /** The page has loaded, but its link is invalid (`bad-link-page.ts`). */
  | { florin: 'refused'; title?: string }
  /** The link was paid, has expired or was switched off. The title says which. */
  | { florin: 'ended'; title: string }
  /**
   * Only for inline fields: the bank's page or a question to the customer needs the whole screen, or no longer needs
   * it.
   */
  | { florin: 'screen'; whole: boolean }
  /**
   * Only for inline fields: the payment has stopped, as a field is incomplete or the payment was refused. `message` is
   * the text that the customer sees.
   */
  | { florin: 'stopped'; code: 'invalid' | 'declined'; message: string }
  /** Enter was pressed in an inline field. The button belongs to the merchant's page. */
  | { florin: 'submit' }
  /** The height of the page, in CSS pixels. */
  | { florin: 'height'; height: number }
  | { florin: 'paid'; transaction: { id: string } }
  /** `unknown`: it is unknown whether the last press of the button has led to a payment. */
  | { florin: 'closed'; unknown?: boolean };
export type FromSdk = { florin: 'order'; order: ShopOrder } | { florin: 'close' } | { florin: 'pay' };

export interface Opener {
  /** The fields that the merchant's page adds to the payment. */
  order: Promise<ShopOrder>;
  tell(message: FromPage): void;
}

/** Requests by the merchant's page: to close the dialog, or to pay with inline fields. */
interface Wishes {
  onClose?(): void;
  onPay?(): void;
}

/**
 * Connects with the page that has opened this one. The browser lets only this origin embed the page, and messages are
 * sent to no other origin.
 */
export function meetOpener(origin: string, { onClose, onPay }: Wishes): Opener {
  const tell = (message: FromPage) => parent.postMessage(message, origin);
  const order = new Promise<ShopOrder>((resolve) => {
    addEventListener('message', ({ source, origin: from, data }: MessageEvent<FromSdk>) => {
      if (source !== parent || from !== origin) return;
      const florin = data?.florin;
      if (florin === 'order') resolve(data.order);
      if (florin === 'close') onClose?.();
      if (florin === 'pay') onPay?.();
    });
  });
  // An input method has an Escape of its own, which drops what it composes.
  addEventListener('keydown', ({ key, isComposing }) => key === 'Escape' && !isComposing && onClose?.());
  document.documentElement.classList.add('embedded');
  new ResizeObserver(() => tell({ florin: 'height', height: document.body.offsetHeight })).observe(
    document.body,
  );
  return { order, tell };
}

/** Options that a merchant's page may add through `sdk.js`. */
export interface ShopOrder {
  test?: object;
  custom?: unknown;
  plan?: unknown;
  unplanned?: unknown;
}

/** The other terms of the payment. A link that the merchant's server has made has its own terms instead. */
export function orderFields(
  { linkId, text, reference, recurring }: Pick<PageData, 'linkId' | 'text' | 'reference' | 'recurring'>,
  { custom, plan, unplanned }: ShopOrder,
) {
  if (linkId) return { linkId };
  return {
    text,
    custom: customOf(custom, reference),
    plan,
    unplanned: unplanned ?? (recurring ? { merchant: true } : undefined),
  };
}

/** Adds the link's reference to the merchant's own data if the data is an object. */
function customOf(custom: unknown, reference: string | undefined): unknown {
  if (reference === undefined) return custom;
  return typeof custom === 'object' && custom !== null && !Array.isArray(custom)
    ? { reference, ...custom }
    : (custom ?? { reference });
}

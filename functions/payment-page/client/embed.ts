import type { Order } from './shop-order.ts';

/** The messages between `sdk.ts` and this page. `florin` distinguishes them from other messages. */
export type FromPage =
  | { florin: 'ready' }
  /** There is a page, but none to pay on (`bad-link-page.ts`). */
  | { florin: 'refused' }
  /** The customer's bank, or a question, needs the screen; and does no longer. Only for inline fields. */
  | { florin: 'screen'; whole: boolean }
  /** Inline fields pay no more, for now: something is not filled in, or the payment was refused, in these words. */
  | { florin: 'stopped'; code: 'invalid' | 'declined'; message: string }
  /** Enter was pressed in an inline field: the button is the merchant's page's. */
  | { florin: 'submit' }
  /** How high the page is, in CSS pixels. */
  | { florin: 'height'; height: number }
  | { florin: 'paid'; transaction: { id: string } }
  /** `unknown`: nobody can say yet whether the last press has paid. */
  | { florin: 'closed'; unknown?: boolean };
export type FromSdk = { florin: 'order'; order: Order } | { florin: 'close' } | { florin: 'pay' };

export interface Opener {
  /** The fields that the merchant's page adds to the payment. */
  order: Promise<Order>;
  tell(message: FromPage): void;
}

/** The requests that the merchant's page may make: to close the dialog, or to pay with inline fields. */
interface Wishes {
  onClose?(): void;
  onPay?(): void;
}

/** The page that has opened this one. The browser lets no other origin hold it, and we speak to no other. */
export function meetOpener(origin: string, { onClose, onPay }: Wishes): Opener {
  const tell = (message: FromPage) => parent.postMessage(message, origin);
  const order = new Promise<Order>((resolve) => {
    addEventListener('message', (event: MessageEvent<FromSdk>) => {
      if (event.source !== parent || event.origin !== origin) return;
      if (event.data?.florin === 'order') resolve(event.data.order);
      if (event.data?.florin === 'close') onClose?.();
      if (event.data?.florin === 'pay') onPay?.();
    });
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && onClose?.());
  document.documentElement.classList.add('embedded');
  new ResizeObserver(() => tell({ florin: 'height', height: document.body.offsetHeight })).observe(
    document.body,
  );
  return { order, tell };
}

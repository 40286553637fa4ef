import type { Order } from './flow.ts';

/** What `sdk.ts` and this page say to each other, with `florin` to tell it from all else that pages post. */
export type FromPage =
  | { florin: 'ready' }
  | { florin: 'closed' }
  | { florin: 'paid'; transaction: { id: string } };
export type FromSdk = { florin: 'order'; order: Order } | { florin: 'close' };

export interface Opener {
  /** What the merchant's page adds to the payment. */
  order: Promise<Order>;
  tell(message: FromPage): void;
}

/** The page that has opened this one. The browser lets no other origin hold it, and we speak to no other. */
export function meetOpener(origin: string, onClose: () => void): Opener {
  const tell = (message: FromPage) => parent.postMessage(message, origin);
  const order = new Promise<Order>((resolve) => {
    addEventListener('message', (event: MessageEvent<FromSdk>) => {
      if (event.source !== parent || event.origin !== origin) return;
      if (event.data?.florin === 'order') resolve(event.data.order);
      if (event.data?.florin === 'close') onClose();
    });
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && onClose());
  return { order, tell };
}

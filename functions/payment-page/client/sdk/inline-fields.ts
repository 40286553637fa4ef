import type { FromPage, FromSdk, ShopOrder } from '../basics/embedding.ts';
import { addStyles, failure, lockScroll, paint, patience } from './frame.ts';
import type { Look } from './look.ts';
import type { Fields, Result } from './sdk-types.ts';

/** @param place the element at whose end the fields are put */
export function openFields(url: string, look: Look, place: Element, order: ShopOrder): Fields {
  const { origin } = new URL(url);
  const frame = document.createElement('iframe');
  frame.className = 'florin-fields';
  paint(frame, look);
  frame.title = 'Card';
  frame.src = url;
  let isReady = false;
  /** Set if the fields cannot pay: their page has not loaded, or its link is invalid or has ended. */
  let stop: ReturnType<typeof failure> | undefined;
  let uncover: (() => void) | undefined;
  let paid: Result | undefined;
  let paying: { promise: Promise<Result>; settle(error?: Error): void } | undefined;

  const tell = (message: FromSdk) => frame.contentWindow?.postMessage(message, origin);
  function hear({ source, origin: from, data }: MessageEvent<FromPage>): void {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.florin === 'ready') {
      isReady = true;
      stop = undefined;
      if (data.title) frame.title = data.title;
      clearTimeout(timer);
      tell({ florin: 'order', order });
      if (paying) tell({ florin: 'pay' });
    }
    if (data?.florin === 'refused') giveUp();
    if (data?.florin === 'ended') {
      clearTimeout(timer);
      frame.title = data.title;
      giveUp(failure('ended', data.title));
    }
    if (data?.florin === 'height') frame.style.setProperty('--florin-height', `${Math.ceil(data.height)}px`);
    if (data?.florin === 'screen') cover(data.whole);
    if (data?.florin === 'submit') place.closest('form')?.requestSubmit();
    if (data?.florin === 'stopped') paying?.settle(failure(data.code, data.message));
    if (data?.florin === 'paid') {
      paid = { transaction: { id: data.transaction.id } };
      paying?.settle();
    }
  }

  /**
   * Shows the frame on the whole screen, or in its place again. Styles that clip or move the place do not affect the
   * browser's top layer.
   */
  function cover(whole: boolean): void {
    if (whole === Boolean(uncover)) return;
    if (!whole) {
      uncover?.();
      uncover = undefined;
      return;
    }
    const unlock = lockScroll(document.documentElement);
    const others = elementsOutside(frame).filter((element) => !element.inert);
    for (const element of others) element.inert = true;
    frame.classList.add('whole');
    frame.popover = 'manual';
    frame.showPopover?.();
    frame.focus();
    uncover = () => {
      frame.hidePopover?.();
      frame.popover = null;
      frame.classList.remove('whole');
      for (const element of others) element.inert = false;
      unlock();
    };
  }

  function giveUp(reason = failure('unavailable')): void {
    stop = reason;
    paying?.settle(reason);
  }

  const timer = setTimeout(giveUp, patience);
  addEventListener('message', hear);
  addStyles();
  place.append(frame);

  return {
    pay() {
      if (paid) return Promise.resolve(paid);
      if (stop) return Promise.reject(stop);
      if (paying) return paying.promise;
      let settle = (_?: Error) => {};
      const promise = new Promise<Result>((resolve, reject) => {
        settle = (error) => {
          paying = undefined;
          if (error) reject(error);
          else resolve(paid as Result);
        };
      });
      paying = { promise, settle };
      if (isReady) tell({ florin: 'pay' });
      return promise;
    },
    remove() {
      cover(false);
      clearTimeout(timer);
      removeEventListener('message', hear);
      frame.remove();
      stop = failure('unavailable');
      paying?.settle(failure('unknown'));
    },
  };
}

/** Returns the siblings of the element and of each of its ancestors. */
function elementsOutside(element: Element): HTMLElement[] {
  const parent = element.parentElement;
  if (!parent) return [];
  const siblings = [...parent.children].filter((other) => other !== element) as HTMLElement[];
  return element === document.body ? [] : [...siblings, ...elementsOutside(parent)];
}

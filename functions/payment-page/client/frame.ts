import { after } from './attention.ts';
import { Unreachable } from './wire.ts';

/** The description of a challenge's iframe. */
export interface FrameInit {
  action: string;
  method: string;
  fields: Record<string, string>;
  width: number;
  height: number;
  timeout: number;
  hints?: string[];
  /** The hints that give up a payment of real money. */
  left?: string[];
}

/** The customer would rather not. */
export class Cancelled extends Error {}

/** The iframe has had its time. */
export class TimedOut extends Error {}

/**
 * Posts the challenge's form into an iframe in `place`, and waits for the hints that the page there posts to us.
 *
 * @param cancel a button that ends it
 * @throws TimedOut, Cancelled, Unreachable when the connection goes: whatever the iframe shows, it is not the bank
 */
export async function runFrame(init: FrameInit, place: HTMLElement, cancel?: HTMLElement): Promise<string[]> {
  const frame = document.createElement('iframe');
  frame.name = `challenge-${Date.now()}`;
  frame.title = place.dataset.title ?? '';
  frame.height = String(init.height);
  const stop = new AbortController();
  try {
    return await new Promise<string[]>((resolve, reject) => {
      const { signal } = stop;
      signal.addEventListener(
        'abort',
        after(init.timeout, () => reject(new TimedOut())),
      );
      addEventListener('offline', () => reject(new Unreachable()), { signal });
      cancel?.addEventListener('click', () => reject(new Cancelled()), { signal });
      addEventListener(
        'message',
        ({ source, data }) => {
          // Any page may post to us. Only this one has our form, and its hints are sealed for this payment.
          if (source === frame.contentWindow && Array.isArray(data?.hints)) resolve(data.hints);
        },
        { signal },
      );
      place.replaceChildren(frame);
      place.scrollIntoView({ block: 'nearest' });
      submitInto(frame, init);
    });
  } finally {
    stop.abort();
    place.replaceChildren();
  }
}

function submitInto(frame: HTMLIFrameElement, { action, method, fields }: FrameInit): void {
  const form = document.createElement('form');
  Object.assign(form, { action, method, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

import { after } from '../basics/attention.ts';
import { element } from '../basics/dom.ts';
import { Unreachable } from '../basics/wire.ts';

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

/** Thrown if the customer presses the button that cancels. */
export class Cancelled extends Error {}

/** Thrown if the iframe has used up its time. */
export class TimedOut extends Error {}

/**
 * Posts the challenge's form into an iframe in `place`, and waits for the hints that the iframe's page posts back.
 *
 * @param cancel a button that ends the wait
 * @throws TimedOut, Cancelled, Unreachable if the connection is lost, since the iframe then shows a browser error
 *   instead of the bank
 */
export async function runFrame(init: FrameInit, place: HTMLElement, cancel?: HTMLElement): Promise<string[]> {
  const frame = element('iframe') as HTMLIFrameElement;
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
          // Any page may post messages here. Only this iframe has the form, and its hints are sealed for this payment.
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
  const form = element('form') as HTMLFormElement;
  Object.assign(form, { action, method, target: frame.name, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const field = element('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

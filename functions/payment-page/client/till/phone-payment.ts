import { localizeMoney } from '#domain/money/show-money.ts';
import type { AmountData } from '../../page-data.ts';
import { byId, fill, show } from '../basics/dom.ts';
import { post, Unreachable } from '../basics/wire.ts';
import { isOpen, type Payment, tillMemory, type WatchedCode } from './code-memory.ts';

/** The pad for the amount, next to the codes. */
interface Pad {
  complain(message: string): void;
  clear(): void;
}

/**
 * The pauses between two requests, in milliseconds: for a code that was made just now, for an older one on the
 * screen, and for one that is no longer shown.
 */
const [soon, later, aside] = [2500, 5000, 15_000];
/** For how long a code counts as made just now, in milliseconds. */
const fresh = 2 * 60_000;
const longestPause = 20_000;
/** The longest wait for an answer, in milliseconds. */
const patience = 10_000;

/**
 * Shows codes with which customers pay on their phones, and asks the server until the outcome of each is known. A
 * code that is no longer shown can still be paid for a while, and then the till shows the payment.
 */
export function makeTill(
  { currency, digits, locale, messages }: AmountData,
  { base, asked }: NonNullable<AmountData['code']>,
  { complain, clear }: Pad,
) {
  const form = byId('amount');
  const memory = tillMemory(`${asked.integration.key} ${currency}`);
  const { watched } = memory;
  /** The element on the screen that replaces the pad. */
  let part: HTMLElement | undefined;
  let shown: WatchedCode | undefined;
  let timer = 0;
  let failures = 0;
  let asking = false;
  let busy = false;

  const current = () => watched.find(({ payment }) => payment) ?? watched.find(({ svg }) => svg);
  const money = (minor: number) => localizeMoney(minor, currency, digits, locale);

  async function ask(minor: number, say = complain): Promise<void> {
    if (busy) return;
    let fault = '';
    setBusy(true);
    try {
      const amount = { currency, exponent: digits, value: minor };
      const { watch, svg, expires } = await post(`${base}/payments/codes`, { ...asked, amount });
      watched.push({ watch, svg, expires, amount: minor, since: Date.now() });
    } catch (error) {
      fault = error instanceof Unreachable ? messages.offline : messages.trouble;
    }
    setBusy(false);
    update();
    say(fault);
  }

  function setBusy(now: boolean): void {
    busy = now;
    byId('phone').setAttribute('aria-disabled', String(now));
  }

  /** Shows the current state, and plans the next request. */
  function update(): void {
    memory.keep();
    const next = current();
    const name = next && (next.payment ? 'paid' : 'waiting');
    if (next !== shown || (name === 'paid') !== (part?.dataset.name === 'paid')) turnTo(next, name);
    if (next && name === 'waiting') sayState(next);
    plan();
  }

  function turnTo(next: WatchedCode | undefined, name: 'paid' | 'waiting' | undefined): void {
    part?.remove();
    shown = next;
    part = undefined;
    show(form, !next);
    if (!next || !name) return;
    const content = byId<HTMLTemplateElement>(name).content.cloneNode(true) as DocumentFragment;
    part = content.firstElementChild as HTMLElement;
    part.dataset.name = name;
    byId('payable').before(part);
    byId('payable').textContent = '';
    say('amount', money(next.payment?.amount ?? next.amount));
    if (next.payment) showPaid(next, next.payment);
    else showCode(next);
    byId(`${next.payment ? 'paid' : 'code'}-title`).focus();
  }

  function say(name: string, text: string | null): void {
    const place = part?.querySelector<HTMLElement>(`[data-part=${name}]`);
    if (!place) return;
    place.textContent = text;
    if (text === null && place.parentElement) show(place.parentElement, false);
  }

  function showCode(code: WatchedCode): void {
    byId<HTMLImageElement>('qr').src = `data:image/svg+xml,${encodeURIComponent(code.svg ?? '')}`;
    byId('code-cancel').addEventListener('click', () => leave(code));
    byId('renew').addEventListener('click', async () => {
      await ask(code.amount, (fault) => {
        if (fault) byId('code-state').textContent = fault;
        else putAside(code);
      });
    });
  }

  function sayState({ expired = false }: WatchedCode): void {
    const state = byId('code-state');
    const text = expired ? messages.expired : failures > 1 ? messages.offline : messages.waiting;
    if (state.textContent !== text) state.textContent = text;
    byId('qr').classList.toggle('over', expired);
    show(byId('renew'), expired);
  }

  function showPaid(code: WatchedCode, payment: Payment): void {
    if (payment.capturedAmount === 0) byId('paid-title').textContent = messages.held;
    const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
    say('date', time.format(new Date(payment.created)));
    say('card', payment.card);
    say('statement', payment.descriptor);
    say('reference', payment.reference);
    say('transaction', payment.transactionId);
    byId('done').addEventListener('click', () => {
      watched.splice(watched.indexOf(code), 1);
      clear();
      update();
      if (!shown) byId('shown').focus();
    });
  }

  /** Stops showing a code. The code can still be paid until it expires, as a customer may have scanned it. */
  function leave(code: WatchedCode): void {
    putAside(code);
    byId('shown').focus();
    if (code.expired) return;
    const until = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(code.expires));
    byId('payable').textContent = fill(messages.payable, { time: until });
  }

  function putAside(code: WatchedCode): void {
    code.svg = undefined;
    update();
  }

  const pauseFor = ({ svg, since, expired }: WatchedCode): number =>
    expired || !svg ? aside : Date.now() - since < fresh ? soon : later;

  function plan(): void {
    clearTimeout(timer);
    const open = watched.filter(isOpen);
    if (open.length === 0 || document.hidden) return;
    const pause = Math.min(...open.map(pauseFor));
    timer = window.setTimeout(look, failures > 0 ? Math.min(soon * 2 ** failures, longestPause) : pause);
  }

  /** Asks the server about all open codes. */
  async function look(): Promise<void> {
    if (asking) return;
    asking = true;
    const answers = await Promise.all(watched.filter(isOpen).map(lookAt));
    asking = false;
    failures = answers.includes(false) ? failures + 1 : 0;
    update();
  }

  /** Asks about one code. Returns whether the server has answered. */
  async function lookAt(code: WatchedCode): Promise<boolean> {
    try {
      const response = await fetch(`${base}/payments/codes/${code.watch}`, {
        headers: { 'Accept-Version': '1' },
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(patience),
      });
      const { state, payment } = await response.json();
      if (response.status === 404) code.expired = true;
      else if (!response.ok) return false;
      if (state === 'expired') code.expired = true;
      if (payment) code.payment = payment;
      return true;
    } catch {
      return false;
    }
  }

  function lookNow(): void {
    clearTimeout(timer);
    if (!document.hidden && watched.some(isOpen)) void look();
  }

  for (const event of ['visibilitychange', 'online', 'pageshow'])
    addEventListener(event, lookNow, { capture: true });
  update();

  return { ask };
}

import type { PageData } from '../../page-data.ts';
import { type Attempt, type MethodState, remember } from '../attempt/memory.ts';
import type { Failure } from '../attempt/progress.ts';
import { isAttended } from '../basics/attention.ts';
import { digitsIn } from '../basics/digits.ts';
import { byId, fill, show } from '../basics/dom.ts';
import { orderFields } from '../basics/embedding.ts';
import type { LaterPage, MethodError, MethodRun } from './parts.ts';

/** The least time for which the page asks for an answer. A customer's clock can be wrong by more than the method's time. */
const leastTime = 3 * 60_000;

/** The longest address that Florin takes. */
const longestUrl = 2048;

type ByMethod = Attempt & { method: MethodState };

/** Pays by a method, and waits for its answer. */
export function makeMethod(page: LaterPage): MethodRun {
  const { data, post } = page;
  const isTop = parent === window;

  return {
    async go(attempt, chosen, tab) {
      const current = (attempt ?? (await begin(chosen as HTMLInputElement))) as ByMethod;
      return translated(current, () => ask(current, tab));
    },
    leave(attempt) {
      const current = attempt as ByMethod;
      current.method.isLeft = true;
      current.body.hints = [...new Set([...current.body.hints, ...(current.left ?? [])])];
      return translated(current, () => ask(current, null));
    },
    showWaiting,
  };

  async function begin({ value: type, dataset, nextSibling }: HTMLInputElement): Promise<Attempt> {
    const name = nextSibling?.textContent ?? type;
    const order = (await page.opener?.order) ?? {};
    const { key, amount, testCards } = data;
    const field = byId<HTMLInputElement>(`code-${type}`) as HTMLInputElement | null;
    const attempt: Attempt = {
      idempotencyKey: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      card: name,
      method: { type, name, minutes: Number(dataset.minutes) },
      since: Date.now(),
      pressed: page.progress().pressed,
      body: {
        integration: { key },
        test: testCards && { ...order.test },
        amount,
        payer: page.payer().read(),
        method: { type, code: field ? digitsIn(field.value) : undefined, returnUrl: returnUrl() },
        ...orderFields(data, order),
        hints: [],
      },
    };
    remember({ attempt });
    page.applyEvent('begun', attempt);
    return attempt;
  }

  /** Asks for the outcome of a payment, which is begun first if necessary. */
  async function ask(attempt: ByMethod, tab: Window | null): Promise<string> {
    const { method, body } = attempt;
    if (method.state) return askAfterReturn(attempt);
    const headers = { 'Idempotency-Key': attempt.idempotencyKey };
    // Nothing was asked of the method so far, so the payment can begin again, however old its hints are.
    if (!attempt.sent) body.hints = [];
    for (;;) {
      const answer = await post(`${data.base}/payments`, body, headers, () => {
        if (body.hints.length > 0) remember({ attempt: Object.assign(attempt, { sent: Date.now() }) });
      });
      if (answer.authorizationId) return answer.authorizationId;
      const [challenge] = answer.challenges ?? [];
      if (!challenge) throw failing({ kind: 'trouble' });
      if (attempt.left) throw failing({ kind: 'waiting' });
      const { hints, left, kind, url, until } = await post(data.base + challenge.path, body);
      if (hints) body.hints = [...body.hints, ...hints];
      else {
        const agreeUntil = Date.now() + (method.minutes ?? 0) * 60_000;
        Object.assign(method, { url, isPage: kind === 'page', agreeUntil, until: endOf(until) });
        attempt.left = left;
      }
      remember({ attempt });
      if (!left) continue;
      // A customer who is away finds the link to the method when they come back.
      if (method.isPage && isAttended(attempt.pressed)) goTo(url, tab);
      else tab?.close();
      throw failing({ kind: 'waiting' });
    }
  }

  /** Asks for the outcome of a payment of which this browser knows only the state that it was given. */
  async function askAfterReturn(attempt: ByMethod): Promise<string> {
    const { method } = attempt;
    const { base, key, amount, linkId } = data;
    const answer = await post(`${base}/payments/returns`, {
      state: method.state,
      // The receipt says what this page says, so the payment must be this page's.
      integration: { key },
      amount,
      linkId,
      leave: method.isLeft,
    });
    attempt.card = method.name = answer.method.name;
    if (answer.authorizationId) return answer.authorizationId;
    method.until ??= endOf(answer.until);
    remember({ attempt });
    throw failing({ kind: 'waiting' });
  }

  /** Sends the customer to the page of the method: from a shop's page in the tab that was opened with the click. */
  function goTo(url: string, tab: Window | null): void {
    if (tab && !tab.closed) tab.location.replace(url);
    else if (isTop) location.assign(url);
  }

  async function translated(attempt: ByMethod, step: () => Promise<string>): Promise<string> {
    try {
      return await step();
    } catch (error) {
      throw (error as MethodError).failure ? error : failing(failureOf(attempt, error));
    }
  }

  /** Translates an error. A decline of a method says nothing about a card. */
  function failureOf({ method, left, sent }: ByMethod, error: unknown): Failure {
    const { code = '', reason = '' } = error as { code?: string; reason?: string };
    const failure = page.failureOf(error, data);
    const { errors } = data.messages;
    const words = data.methods as NonNullable<PageData['methods']>;
    if (code === 'PAYMENT_CHALLENGE_UNAVAILABLE') return { kind: 'silent' };
    if (failure.kind === 'silent' && left) return { kind: 'waiting' };
    if (failure.kind !== 'refused' || failure.isDisabled || 'field' in failure.refusal) return failure;
    const refused = (text: string, hint = words.notCharged): Failure => ({
      ...failure,
      refusal: { words: [text], hint },
    });
    // A state that was changed, or that is too old, tells nothing about the payment.
    if (code === 'TOKEN_INVALID' && method.state) return refused(words.lost, '');
    if (code === 'TOKEN_INVALID' && sent) return { kind: 'trouble' };
    if (/\bmethod\./.test(reason)) return refused(words.gone);
    if (code === 'TOO_MANY_DECLINES' || /INTEGRATION|RECEIVER|TEST_MODE|_INVALID/.test(code)) return failure;
    return refused(method.isLeft ? errors.cancelled : words.declined);
  }

  function showWaiting(): void {
    const { method } = page.progress().attempt as ByMethod;
    const words = data.methods as NonNullable<PageData['methods']>;
    const { name, url, isPage, isBack, agreeUntil = 0 } = method;
    const named = (text: string) => fill(text, { method: name ?? '' });
    const [title, hint] = isBack
      ? [name ? words.pending : data.messages.errors.silent, words.pendingHint]
      : [words.confirm, isPage ? words.redirect : words.app];
    const heading = byId('method-title');
    const isNew = heading.textContent !== named(title);
    heading.textContent = named(title);
    byId('method-hint').textContent = named(hint);
    const link = byId<HTMLAnchorElement>('method-open');
    show(link, url !== undefined && !isBack);
    link.href = url ?? '';
    link.target = isTop && isPage ? '' : '_blank';
    link.textContent = named(words.open);
    showTime(isBack ? 0 : agreeUntil);
    if (isNew || document.activeElement === document.body) heading.focus();
  }

  /** Shows the time that is left, as long as the part of the page is shown. */
  function showTime(until: number): void {
    clearInterval(ticking);
    const place = byId('method-left');
    const tick = () => {
      const seconds = Math.floor((until - Date.now()) / 1000);
      const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
      place.textContent = seconds > 0 ? fill(data.methods?.left ?? '', { time }) : '';
      if (seconds <= 0 || byId('method').hidden) clearInterval(ticking);
    };
    ticking = setInterval(tick, 1000);
    tick();
  }
}

let ticking: ReturnType<typeof setInterval>;

const failing = (failure: Failure): MethodError => Object.assign(new Error(failure.kind), { failure });

const endOf = (until: string): number => Math.max(Date.parse(until), Date.now() + leastTime);

/**
 * The address of this page, to which the method sends the customer back. In a tab of its own, the page has its own form.
 * Texts that make the address too long are left out.
 */
function returnUrl(): string {
  const url = new URL(location.href);
  url.hash = '';
  url.searchParams.delete('inline');
  for (const name of ['appearance', 'text', 'reference', 'redirect', 'cancel'])
    if (url.href.length > longestUrl) url.searchParams.delete(name);
  return url.href;
}

import type { PageData } from '../data.ts';
import type { Card } from './fields.ts';
import { type FrameInit, runFrame, TimedOut } from './frame.ts';
import { type Attempt, remember } from './memory.ts';
import { post } from './wire.ts';

/** Where the flow shows what it is at. */
export interface Stage {
  /** Behind the scenes. */
  working(): void;
  /** The bank asks; returns where its page goes, and the button that leaves it. */
  bank(): { place: HTMLElement; cancel: HTMLElement };
  /** Out of sight. */
  background: HTMLElement;
}

/** What a merchant's page may add, through `sdk.js`. */
export interface Order {
  test?: object;
  custom?: unknown;
  plan?: unknown;
  unplanned?: unknown;
}

/** Gives the card to the vault and to nobody else; the attempt has the sealed tokens that come back. */
export async function beginAttempt(data: PageData, card: Card, order: Order): Promise<Attempt> {
  const vault = (type: string, value: string) => post(`${data.base}/vault`, { type, value });
  const [number, code] = await Promise.all([vault('pcn', card.number), vault('pcsc', card.code)]);
  const { key, amount, text, reference, recurring, testCards } = data;
  const attempt: Attempt = {
    idempotencyKey: crypto.randomUUID?.() ?? randomKey(),
    since: Date.now(),
    body: {
      integration: { key },
      test: testCards && { ...testCards[card.number], ...order.test },
      amount,
      text,
      card: { number, code, expiry: card.expiry },
      custom: customOf(order.custom, reference),
      plan: order.plan,
      unplanned: order.unplanned ?? (recurring ? { merchant: true } : undefined),
      hints: [],
    },
  };
  remember({ attempt });
  return attempt;
}

/** The link's reference beside the merchant's own data, where that is an object. */
function customOf(custom: unknown, reference: string | undefined): unknown {
  if (reference === undefined) return custom;
  return typeof custom === 'object' && custom !== null && !Array.isArray(custom)
    ? { reference, ...custom }
    : (custom ?? { reference });
}

/** `randomUUID` is for secure contexts; a development machine's address in the local network is none. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Goes on with an attempt, from wherever it is, to the transaction's id. Every hint is remembered as it comes, so that
 * a reload or a lost connection costs no more than the step under way.
 */
export async function finish(data: PageData, attempt: Attempt, stage: Stage): Promise<string> {
  const { body, idempotencyKey } = attempt;
  for (;;) {
    const answer = await post(`${data.base}/payments`, body, { 'Idempotency-Key': idempotencyKey });
    if (answer.authorizationId) return answer.authorizationId;
    const [challenge] = answer.challenges;
    const hints = await perform(challenge, await post(data.base + challenge.path, body));
    body.hints = [...body.hints, ...hints];
    remember({ attempt });
  }

  async function perform({ type }: { type: string }, init: FrameInit): Promise<string[]> {
    const given = init.hints ?? [];
    // The bank speaks the customer's language too.
    init.fields = { ...init.fields, locale: data.locale };
    if (type === 'fetch') return given;
    if (type === 'background-iframe') {
      // Its own hints say that it was begun: one that stays silent does not hold the payment up.
      const found = runFrame(init, stage.background).catch((error) => {
        if (error instanceof TimedOut) return [];
        throw error;
      });
      return [...given, ...(await found)];
    }
    const { place, cancel } = stage.bank();
    const found = await runFrame(init, place, cancel);
    stage.working();
    return [...given, ...found];
  }
}

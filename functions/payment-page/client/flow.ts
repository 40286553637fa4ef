import type { Payer } from '#domain/merchants/payer.ts';
import type { PageData } from '../data.ts';
import { isAttended } from './attention.ts';
import { type Card, mask } from './fields.ts';
import { Cancelled, type FrameInit, runFrame, TimedOut } from './frame.ts';
import { type Attempt, remember } from './memory.ts';
import { type Order, saidOf } from './shop-order.ts';
import { post, Refused, Trouble } from './wire.ts';

/** The customer pressed too long ago to be charged without being asked again. */
export class Unattended extends Error {}

/** The parts of the page in which the flow shows its progress. */
export interface Stage {
  /** Behind the scenes. */
  working(): void;
  /** The bank asks; returns where its page goes, and the button that leaves it. */
  bank(): { place: HTMLElement; cancel: HTMLElement };
  /** Out of sight. */
  background: HTMLElement;
}

/** Gives the card to the vault and to nobody else; the attempt has the sealed tokens that come back. */
export async function beginAttempt(
  data: PageData,
  card: Card,
  order: Order,
  pressed: number,
  payer: Payer | undefined,
): Promise<Attempt> {
  const vault = (type: string, value: string) => post(`${data.base}/vault`, { type, value });
  const { saved } = card;
  const [number, code] = await Promise.all([
    saved ? undefined : vault('pcn', card.number),
    vault('pcsc', card.code),
  ]);
  const keep = document.getElementById('keep') as HTMLInputElement | null;
  const { key, amount, testCards } = data;
  const attempt: Attempt = {
    idempotencyKey: crypto.randomUUID?.() ?? randomKey(),
    card: mask(data, card),
    since: Date.now(),
    pressed,
    body: {
      integration: { key },
      test: testCards && { ...testCards[card.number], ...order.test },
      amount,
      payer,
      card: { saved: saved?.value, number, code, expiry: card.expiry },
      save: (!saved && keep?.checked) || undefined,
      ...saidOf(data, order),
      hints: [],
    },
  };
  remember({ attempt });
  return attempt;
}

/** `randomUUID` is for secure contexts; a development machine's address in the local network is none. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const requestOf = ({ base }: PageData, { idempotencyKey }: Attempt) =>
  [`${base}/payments`, { 'Idempotency-Key': idempotencyKey }] as const;

/**
 * Goes on with an attempt, from wherever it is, to the transaction's id. Every hint is remembered as it comes, so that
 * a reload or a lost connection costs no more than the step under way.
 *
 * @param gone why the customer has left their bank
 * @throws Unattended before a request that could pay when nobody may be there any more
 */
export async function finish(
  data: PageData,
  attempt: Attempt,
  stage: Stage,
  gone?: Cancelled | TimedOut,
): Promise<string> {
  const { body } = attempt;
  const [url, headers] = requestOf(data, attempt);
  for (;;) {
    const { sent } = attempt;
    const answer = await post(url, body, headers, () => {
      if (!isAttended(attempt.pressed)) throw new Unattended();
      // Without a hint there is no payment, but the first challenge.
      if (body.hints.length > 0) remember({ attempt: Object.assign(attempt, { sent: Date.now() }) });
    }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      // Too old to be sent again; what was sent before may have paid.
      if (error.code === 'TOKEN_INVALID' && attempt.real && sent) throw new Trouble(error.code);
      throw (error.code === 'TDSECURE_FAILED' && gone) || error;
    });
    if (answer.authorizationId) return answer.authorizationId;
    const [challenge] = answer.challenges ?? [];
    if (!challenge) throw new Trouble('neither paid nor challenged');
    // Not, where the bank has asked before, and may have had its answer.
    if (!attempt.left) remember({ attempt: Object.assign(attempt, { sent: undefined }) });
    const hints = await perform(challenge, await post(data.base + challenge.path, body));
    body.hints = [...body.hints, ...hints];
    remember({ attempt });
  }

  async function perform({ name, type }: Challenge, init: FrameInit): Promise<string[]> {
    if (name === 'begin') attempt.real = true;
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
    const { left } = init;
    if (left) remember({ attempt: Object.assign(attempt, { left, sent: Date.now() }) });
    const { place, cancel } = stage.bank();
    const found = await runFrame(init, place, cancel).catch((error) => {
      if (!left || !(error instanceof Cancelled || error instanceof TimedOut)) throw error;
      gone = error;
      return left;
    });
    // At the bank too, it was the customer who said so.
    attempt.pressed = Date.now();
    stage.working();
    return [...given, ...found];
  }
}

interface Challenge {
  name: string;
  type: string;
}

/**
 * Gives up a payment at whose bank the customer may have answered: then it has paid, as {@link finish} says. It charges
 * nobody, so nobody has to be there.
 */
export function leave(data: PageData, attempt: Attempt, stage: Stage): Promise<string> {
  attempt.body.hints = [...new Set([...attempt.body.hints, ...(attempt.left ?? [])])];
  attempt.pressed = Date.now();
  return finish(data, attempt, stage, new Cancelled());
}

/**
 * Finds out the outcome of an attempt whose last answer never came: the id of its transaction, or undefined if nothing
 * was paid. This request cannot pay: its hint is invalid, so that it is always refused. For a key that has paid, the
 * refusal has another code.
 *
 * @throws Refused if the bank has declined the payment, or nobody can pay any more
 */
export async function whatBecameOf(data: PageData, attempt: Attempt): Promise<string | undefined> {
  const [url, headers] = requestOf(data, attempt);
  // Once the bank asks, the same request says what it has been answered, and pays nothing else.
  if (attempt.left) return again();
  const refusal = await refusalOf(post(url, { ...attempt.body, hints: ['none'] }, headers));
  if (refusal === 'TOKEN_INVALID') return undefined;
  if (refusal === disabled) throw new Refused(refusal);
  if (refusal !== keyUsed) throw new Trouble(refusal);
  return again();

  /** The request that had no answer, once more: now it gets it. */
  async function again(): Promise<string | undefined> {
    const answer = await post(url, attempt.body, headers).catch((error) => {
      // Too old to be carried out, and no answer to give: it was cut off while the bank was asked.
      throw error instanceof Refused && error.code === 'TOKEN_INVALID' ? new Trouble(error.code) : error;
    });
    if (!answer.authorizationId && !attempt.real) throw new Trouble('neither paid nor declined');
    return answer.authorizationId;
  }
}

/** The merchant takes no payments, or the link has ended: whatever was sent with this key has not paid. */
export const disabled = 'PAYMENT_INTEGRATION_DISABLED';

/** The key has paid, or has been declined, with other hints. */
export const keyUsed = 'IDEMPOTENCY_KEY_REUSED';

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'none';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

import type { Payer } from '#domain/merchants/payer.ts';
import type { PageData } from '../../page-data.ts';
import { isAttended } from '../basics/attention.ts';
import { byId } from '../basics/dom.ts';
import { orderFields, type ShopOrder } from '../basics/embedding.ts';
import { post, Refused, Trouble } from '../basics/wire.ts';
import { type Card, mask } from '../form/card-fields.ts';
import { Cancelled, type FrameInit, runFrame, TimedOut } from './challenge-frame.ts';
import { type Attempt, remember } from './memory.ts';

/** Thrown if the customer's last press is too long ago to charge them without asking again. */
export class CustomerMayHaveLeft extends Error {}

/** The parts of the page in which the flow shows its progress. */
export interface Stage {
  /** Shows that the payment is being processed. */
  showBusy(): void;
  /**
   * Shows the bank's part of the page. Returns the place for the bank's iframe, and the button that leaves the bank.
   */
  showBank(): { place: HTMLElement; cancel: HTMLElement };
  /** An invisible place for iframes. */
  background: HTMLElement;
}

/**
 * Sends the card to the vault, and to no other server. The attempt stores only the sealed tokens that the vault
 * returns.
 */
export async function beginAttempt(
  data: PageData,
  card: Card,
  order: ShopOrder,
  pressed: number,
  payer: Payer | undefined,
): Promise<Attempt> {
  const vault = (type: string, value: string) => post(`${data.base}/vault`, { type, value });
  const { saved } = card;
  const [number, code] = await Promise.all([
    saved ? undefined : vault('pcn', card.number),
    vault('pcsc', card.code),
  ]);
  const keep = byId('keep') as HTMLInputElement | null;
  const { key, amount, testCards } = data;
  const attempt: Attempt = {
    idempotencyKey: randomKey(),
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
      ...orderFields(data, order),
      hints: [],
    },
  };
  remember({ attempt });
  return attempt;
}

/**
 * `randomUUID` exists only in secure contexts, and a development machine's address in the local network is not one.
 */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

const requestOf = ({ base }: PageData, { idempotencyKey }: Attempt) =>
  [`${base}/payments`, { 'Idempotency-Key': idempotencyKey }] as const;

/**
 * Continues an attempt from its present step, and returns the transaction's id. Stores every hint as soon as it
 * arrives, so that after a reload or a lost connection only the current step must be repeated.
 *
 * @param gone the reason why the customer has left their bank
 * @throws CustomerMayHaveLeft before a request that could pay, if the customer may have left
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
      if (!isAttended(attempt.pressed)) throw new CustomerMayHaveLeft();
      // A request without hints cannot pay, as its answer is the first challenge.
      if (body.hints.length > 0) remember({ attempt: Object.assign(attempt, { sent: Date.now() }) });
    }).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      // The tokens have expired, so the request cannot be sent again. An earlier request may have paid.
      if (error.code === 'TOKEN_INVALID' && attempt.real && sent) throw new Trouble();
      throw (error.code === 'TDSECURE_FAILED' && gone) || error;
    });
    if (answer.authorizationId) return answer.authorizationId;
    const [challenge] = answer.challenges ?? [];
    if (!challenge) throw new Trouble();
    // If the bank has already asked the customer, `sent` stays, as the bank may have received the customer's
    // answer.
    if (!attempt.left) remember({ attempt: Object.assign(attempt, { sent: undefined }) });
    const hints = await perform(challenge, await post(data.base + challenge.path, body));
    body.hints = [...body.hints, ...hints];
    remember({ attempt });
  }

  async function perform({ name, type }: Challenge, init: FrameInit): Promise<string[]> {
    if (name === 'begin') attempt.real = true;
    const given = init.hints ?? [];
    // The bank uses the customer's language too.
    init.fields = { ...init.fields, locale: data.locale };
    if (type === 'fetch') return given;
    if (type === 'background-iframe') {
      // The given hints already prove that the challenge has begun, so an iframe that does not answer does not delay
      // the payment.
      const found = runFrame(init, stage.background).catch((error) => {
        if (error instanceof TimedOut) return [];
        throw error;
      });
      return [...given, ...(await found)];
    }
    const { left } = init;
    if (left) remember({ attempt: Object.assign(attempt, { left, sent: Date.now() }) });
    const { place, cancel } = stage.showBank();
    const found = await runFrame(init, place, cancel).catch((error) => {
      if (!left || !(error instanceof Cancelled || error instanceof TimedOut)) throw error;
      gone = error;
      return left;
    });
    // The customer's answer at the bank counts as a press of the button.
    attempt.pressed = Date.now();
    stage.showBusy();
    return [...given, ...found];
  }
}

interface Challenge {
  name: string;
  type: string;
}

/**
 * Gives up a payment. If the customer has already answered their bank, the payment may have succeeded, and {@link
 * finish} returns its id. Giving up charges nobody, so the customer need not be present.
 */
export function leave(data: PageData, attempt: Attempt, stage: Stage): Promise<string> {
  attempt.body.hints = [...new Set([...attempt.body.hints, ...(attempt.left ?? [])])];
  attempt.pressed = Date.now();
  return finish(data, attempt, stage, new Cancelled());
}

/**
 * Resolves an attempt whose last answer was lost: returns the id of its transaction, or undefined if nothing was
 * paid. The request of this function has an invalid hint, so Florin always refuses it, and it cannot pay. The code of
 * the refusal tells whether an earlier request with this key has paid.
 *
 * @throws Refused if the bank has declined the payment, or the attempt can no longer pay
 */
export async function resolveAttempt(data: PageData, attempt: Attempt): Promise<string | undefined> {
  const [url, headers] = requestOf(data, attempt);
  // While the bank asks, the same request returns the outcome at the bank, and cannot start another payment.
  if (attempt.left) return askAgain();
  const refusal = await refusalOf(post(url, { ...attempt.body, hints: ['none'] }, headers));
  if (refusal === 'TOKEN_INVALID') return undefined;
  if (refusal === integrationDisabled) throw new Refused(refusal);
  // The refusal KEY_REUSED means that a request with this key and other hints has paid, or was declined.
  if (refusal !== 'IDEMPOTENCY_KEY_REUSED') throw new Trouble();
  return askAgain();

  /** Sends the request whose answer was lost once more, to get the recorded answer. */
  async function askAgain(): Promise<string | undefined> {
    const answer = await post(url, attempt.body, headers).catch((error) => {
      // The request is too old to be processed, and has no recorded answer: it was cut off while the bank asked the
      // customer.
      throw error instanceof Refused && error.code === 'TOKEN_INVALID' ? new Trouble() : error;
    });
    if (!answer.authorizationId && !attempt.real) throw new Trouble();
    return answer.authorizationId;
  }
}

/** The merchant takes no payments, or the link has ended. No request with this key has paid. */
export const integrationDisabled = 'PAYMENT_INTEGRATION_DISABLED';

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'none';
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

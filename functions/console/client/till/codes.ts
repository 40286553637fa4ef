import { useEffect, useRef, useState } from 'preact/hooks';
import { codeWatchTime } from '#domain/transactions/till-code-lifetime.ts';
import { storeChoice, storedChoice } from '../browser/memory.ts';
import { call, faultOf } from '../requests/api.ts';
import type { TillSession } from '../values/types.ts';

/** A code that a customer pays. It can be paid in its time, also after the till has stopped showing it. */
export interface Code {
  /** The till's permission to ask whether the code was paid. */
  watch: string;
  svg: string;
  /** When the till made the code, in milliseconds of its own clock, which may be wrong. */
  since: number;
  expires: string;
  /** Minor units of the merchant's currency. */
  amount: number;
  state: 'waiting' | 'paid' | 'expired';
  isShown: boolean;
  /** Whether the payment only holds the money. Set once the code is paid. */
  isHeld?: boolean;
}

/** Whether the code may still be paid. */
export const isOpen = ({ state, since }: Pick<Code, 'state' | 'since'>, now = Date.now()): boolean =>
  state !== 'paid' && now - since < codeWatchTime;

/** The codes that may still be paid, and the paid codes that nobody has put aside yet. */
export const codesToKeep = (codes: readonly Code[], now = Date.now()): Code[] =>
  codes.filter((code) => code.state === 'paid' || isOpen(code, now));

/**
 * The codes after somebody has put one aside. The till no longer shows it, but keeps asking about it while it may
 * still be paid.
 */
export const putAsideCode = (codes: readonly Code[], { watch }: Pick<Code, 'watch'>): Code[] =>
  codes.flatMap((one) =>
    one.watch !== watch ? one : one.state === 'paid' ? [] : { ...one, isShown: false },
  );

/** The codes that the browser has stored. */
export function readCodes(text: string | null): Code[] {
  try {
    return codesToKeep(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The pause between two requests, in milliseconds. */
const pause = 2500;
/** The longest wait for an answer, in milliseconds. */
const patience = 15_000;

/**
 * Makes codes, and asks the checkout API about each until its outcome is known. The codes survive a reload of the
 * page, so that no payment is missed.
 *
 * @param paid called when a code was paid
 */
export function useCodes({ merchant }: TillSession, posUrl: string, paid: () => void) {
  const name = `till.${merchant.id}`;
  const [codes, setCodes] = useState<Code[]>(() => readCodes(storedChoice(name)));
  const latest = useRef(codes);
  latest.current = codes;

  const change = (update: (codes: Code[]) => Code[]) => {
    latest.current = codesToKeep(update(latest.current));
    storeChoice(name, JSON.stringify(latest.current));
    setCodes(latest.current);
  };

  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const look = async () => {
      for (const { watch, state: known } of latest.current.filter((code) => isOpen(code))) {
        const found = await stateOf(posUrl, watch);
        if (isOver) return;
        if (!found || found.state === known) continue;
        change((all) => all.map((code) => (code.watch === watch ? { ...code, ...found } : code)));
        if (found.state === 'paid') paid();
      }
      timer = window.setTimeout(look, pause);
    };
    timer = window.setTimeout(look, pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);

  return {
    codes,
    /** Makes a code and shows it. @throws CannotTake, Refusal, Unreachable */
    async make(amount: number): Promise<void> {
      const { watch, svg, expires } = await makeCode(amount);
      const since = Date.now();
      const made: Code = { watch, svg, since, expires, amount, state: 'waiting', isShown: true };
      change((all) => [...all.map((code) => ({ ...code, isShown: false })), made]);
    },
    /** Stops showing a code. If it can still be paid, the till keeps asking about it. */
    putAside(code: Code): void {
      change((all) => putAsideCode(all, code));
    },
  };
}

const init = () => ({
  headers: { 'Accept-Version': '1' },
  credentials: 'omit' as const,
  cache: 'no-store' as const,
  signal: AbortSignal.timeout(patience),
});

/** The merchant takes no payments, for example as its acquirer has blocked its account. */
export class CannotTake extends Error {}

async function makeCode(amount: number): Promise<Pick<Code, 'watch' | 'svg' | 'expires'>> {
  try {
    return await call('POST', 'till/codes', { body: { amount } });
  } catch (error) {
    throw faultOf(error as Error, 'merchant') ? new CannotTake() : error;
  }
}

/** The state of a code; undefined without an answer. */
async function stateOf(posUrl: string, watch: string): Promise<Pick<Code, 'state' | 'isHeld'> | undefined> {
  try {
    const response = await fetch(`${posUrl}/payments/codes/${watch}`, init());
    if (response.status === 404) return { state: 'expired' };
    if (!response.ok) return undefined;
    const { state, payment } = await response.json();
    return { state, ...(payment && { isHeld: payment.capturedAmount === 0 }) };
  } catch {
    return undefined;
  }
}

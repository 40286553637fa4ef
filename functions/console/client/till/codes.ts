import { useEffect, useRef, useState } from 'preact/hooks';
import { codeWatchTime } from '#domain/transactions/till-code-lifetime.ts';
import { storeChoice, storedChoice } from '../browser/memory.ts';
import { Unreachable } from '../requests/api.ts';
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
 * Makes codes, and asks the customer's side about each until its outcome is known. The codes survive a reload of the
 * page, so that no payment is missed.
 *
 * @param paid called when a code was paid
 */
export function useCodes({ merchant }: TillSession, posUrl: string, decimals: number, paid: () => void) {
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
        const state = await stateOf(posUrl, watch);
        if (isOver) return;
        if (!state || state === known) continue;
        change((all) => all.map((code) => (code.watch === watch ? { ...code, state } : code)));
        if (state === 'paid') paid();
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
    /** Makes a code and shows it. @throws CannotTake, Unreachable */
    async make(amount: number): Promise<void> {
      const body = {
        integration: { key: merchant.key },
        amount: { currency: merchant.currency, exponent: decimals, value: amount },
      };
      const { watch, svg, expires } = await post(`${posUrl}/payments/codes`, body);
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
  headers: { 'Accept-Version': '1', 'Content-Type': 'application/json' },
  credentials: 'omit' as const,
  cache: 'no-store' as const,
  signal: AbortSignal.timeout(patience),
});

/** The merchant takes no payments, for example as its acquirer has blocked its account. */
export class CannotTake extends Error {}

async function post(url: string, body: object): Promise<Pick<Code, 'watch' | 'svg' | 'expires'>> {
  try {
    const response = await fetch(url, { ...init(), method: 'POST', body: JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return answer;
    if (answer.code === 'PAYMENT_INTEGRATION_DISABLED') throw new CannotTake();
  } catch (error) {
    if (error instanceof CannotTake) throw error;
  }
  throw new Unreachable();
}

/** The state of a code; undefined without an answer. */
async function stateOf(posUrl: string, watch: string): Promise<Code['state'] | undefined> {
  try {
    const response = await fetch(`${posUrl}/payments/codes/${watch}`, init());
    if (response.status === 404) return 'expired';
    return response.ok ? (await response.json()).state : undefined;
  } catch {
    return undefined;
  }
}

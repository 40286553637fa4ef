import { randomUUID } from 'node:crypto';
import type { FlorinError } from '../../../florin/src/index.ts';
import { isUnknown } from '../failures.ts';
import { type Answer, Refusal } from './answer.ts';

/** A write whose parameters are fixed. */
export interface Prepared {
  /** Checks again, immediately before the first request. @throws Refusal */
  check(): Promise<void>;
  /** Sends the request with this idempotency key. */
  send(idempotencyKey: string): Promise<Answer>;
}

interface Entry extends Prepared {
  expires: number;
  /** The time of the first request, if a request may have had its effect. */
  sent?: number;
  result?: Answer;
  running?: Promise<Answer>;
}

const minute = 60_000;

/** A person has this time to look at a preparation. */
const lifetime = 10 * minute;

/** Florin keeps an idempotency key for 24 hours. A repeat after that time could move money twice. */
const repeatable = 23 * 60 * minute;

const most = 100;

export interface Preparations {
  /** Keeps a write. The id is the idempotency key of its request. */
  add(prepared: Prepared): { preparation: string; expires: string };
  commit(id: string): Promise<Answer>;
}

/**
 * The prepared writes of this process. A commit names only the id, so it cannot change what was prepared. One commit runs at a
 * time, so that each of them sees the effect of the one before.
 */
export function preparations(): Preparations {
  const all = new Map<string, Entry>();
  let last: Promise<unknown> = Promise.resolve();

  function forgetOld(): void {
    const now = Date.now();
    for (const [id, { expires, sent }] of all)
      if (now > (sent === undefined ? expires + 60 * minute : sent + repeatable)) all.delete(id);
  }

  function inTurn(work: () => Promise<Answer>): Promise<Answer> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  return {
    add(prepared) {
      forgetOld();
      if (all.size >= most)
        throw new Refusal(
          `${most} preparations are open. Ask the person to commit or abandon them; each expires.`,
        );
      const id = randomUUID();
      const expires = Date.now() + lifetime;
      all.set(id, { ...prepared, expires });
      return { preparation: id, expires: new Date(expires).toISOString() };
    },
    async commit(id) {
      const entry = all.get(id);
      if (!entry)
        throw new Refusal(
          '`preparation` is unknown here. A preparation belongs to the process that has made it: prepare again. If a commit was sent before, read the payment first.',
        );
      if (entry.result) return { ...entry.result, repeated: true };
      entry.running ??= inTurn(() => attempt(id, entry)).finally(() => {
        delete entry.running;
      });
      return entry.running;
    },
  };
}

async function attempt(id: string, entry: Entry): Promise<Answer> {
  const isRepeat = entry.sent !== undefined;
  if (!isRepeat) {
    if (Date.now() > entry.expires)
      throw new Refusal('The preparation has expired, and nothing was sent. Prepare again.');
    await entry.check();
  } else if (Date.now() > (entry.sent ?? 0) + repeatable)
    throw new Refusal(
      'The outcome is unknown, and the time to repeat the request is over. Read the payment.',
    );
  entry.sent ??= Date.now();
  try {
    entry.result = await entry.send(id);
    return entry.result;
  } catch (error) {
    if (isUnknown(error) || (isRepeat && saysNothing(error)))
      throw new UnknownCommit(error as FlorinError, id);
    // Florin has refused, so nothing has moved, and the preparation can expire.
    delete entry.sent;
    throw error;
  }
}

/** Florin has refused the repeat before it looked for the outcome of the request before. */
const saysNothing = (error: unknown): boolean =>
  [401, 403, 422, 429].includes((error as FlorinError).status ?? 0);

/** The request may have had its effect. */
export class UnknownCommit extends Error {
  constructor(
    override readonly cause: FlorinError,
    readonly preparation: string,
  ) {
    super(cause.message);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Florin } from '../api/support/florin.ts';
import { type Reply, type Sending, send } from './http.ts';
import type { Machine } from './machine.ts';

export interface Asked {
  /** The start of the first attempt. `ended` is the end of the last attempt. */
  started: number;
  ended: number;
  /** The answer that states the outcome, or undefined if no answer came. */
  reply?: Reply;
  /** True if an earlier attempt without a known outcome may have had an effect. */
  doubtful: boolean;
  tries: number;
}

export type Side = 'base' | 'pos' | 'aws';

const address = (florin: Florin, side: Side) =>
  ({ base: florin.baseUrl, pos: florin.posUrl, aws: florin.aws })[side];

/** True if an answer leaves the outcome of the request unknown. */
const isPassing = ({ status }: Reply) => status >= 500 || status === 429;

/** Repeats a request unchanged, as a careful client does, until an answer states its outcome. */
export const asking =
  (machine: Machine) =>
  async (method: string, side: Side, path: string, sending: Sending = {}, tries = 12): Promise<Asked> => {
    const started = performance.now();
    let doubtful = false;
    for (let n = 1; n <= tries; n++) {
      const florin = await machine.florin();
      const reply = await send(method, address(florin, side) + path, sending).catch(() => undefined);
      const ended = performance.now();
      if (reply && !isPassing(reply)) return { started, ended, reply, doubtful, tries: n };
      doubtful = true;
      await sleep(Math.min(2_000, 50 * 2 ** n));
    }
    return { started, ended: Number.POSITIVE_INFINITY, doubtful, tries };
  };

export type Ask = ReturnType<typeof asking>;

/** Repeats the preparation until it succeeds, up to a limit. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
export async function createWithRetries(ask: Ask, path: string, sending: Sending): Promise<any> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { reply } = await ask('POST', 'base', path, { ...sending, headers }, 100);
  if (reply?.status !== 201) throw new Error(`POST ${path}: ${reply?.status} ${reply?.text}`);
  return reply.body;
}

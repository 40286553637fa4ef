import type { Idempotency } from '#domain/idempotency.ts';
import { refuse } from '#domain/outcome.ts';
import type { Answer } from '#http/answer.ts';
import type { Middleware } from '#http/middleware.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readKey } from './key.ts';
import { firstAnswer } from './record.ts';

/** The facts of a request: its caller and body, and its idempotency if it has an `Idempotency-Key`. */
interface Known {
  appId?: string;
  body?: unknown;
  idempotency?: Idempotency;
}

interface Options<Needs> {
  /**
   * The scope of the keys; keys of two scopes never meet. By default the calling app, or all callers without
   * credentials from one address.
   */
  scope?: (context: Needs) => string;
  /** The part of the request that must be the same in all requests with one key; by default the body. */
  text?: (context: Needs) => unknown;
  /** Where nobody has authenticated only the key tells one caller's repeat from another caller, so it must be long. */
  shortestKey?: number;
  /** The answer to a repeat, of what was recorded; by default that is the answer itself. */
  replay?: (recorded: never, context: Needs) => Answer | Promise<Answer>;
}

/**
 * Gives the request's `Idempotency-Key` to the handler, which records its answer in the transaction of its effect
 * (`recordAnswer`); a repeat, which finds it there, gets that answer again, with `Idempotency-Replayed: true`. Stands
 * behind what says who is calling and what the body is.
 *
 * @throws 400 for a key that is not 1–255 printable characters
 */
export const idempotent = <Needs extends Known = Known>({
  scope,
  text = ({ body }) => body,
  shortestKey = 1,
  replay = (answer: Answer) => answer,
}: Options<Needs> = {}): Middleware<Needs & Pick<Known, 'idempotency'>> => ({
  before: ({ event, context }) => {
    const key = readKey(event);
    if (key === undefined) return;
    if (key.length < shortestKey)
      refuse('Idempotency-Key', `Must be at least ${shortestKey} characters here, hard to guess`);
    const { appId }: Known = context;
    const fingerprint = fingerprintOf([event.httpMethod, event.path.replace(/\/+$/, ''), text(context)]);
    const anonymous = `anonymous ${event.requestContext.identity.sourceIp}`;
    context.idempotency = { scope: scope ? scope(context) : appId || anonymous, key, fingerprint };
  },
  onError: async (request) => {
    try {
      const recorded = await firstAnswer(request.context.idempotency, request.error);
      request.response = replayed(await replay(recorded as never, request.context));
    } catch (error) {
      request.error = error as Error;
    }
  },
});

/** The first answer to a request, given again; it was counted then. */
export const replayed = ({ status, body }: Answer): Answer => ({
  status,
  body,
  headers: { 'Idempotency-Replayed': 'true' },
});

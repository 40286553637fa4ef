import type { Caller } from '#domain/caller.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { refuse } from '#domain/outcome.ts';
import type { Answer } from '#http/answer/answer.ts';
import type { Middleware } from '#http/middleware.ts';
import { firstAnswer } from './answer.ts';
import { fingerprintOf, readKey } from './key.ts';

/**
 * The findings of the middlewares before this one: the caller and body of the request, and its idempotency if it has
 * an `Idempotency-Key`.
 */
interface Known {
  caller?: Caller;
  body?: unknown;
  idempotency?: Idempotency;
}

interface Options<Needs> {
  /**
   * The scope of the keys. The same key in two scopes is two keys. The default is the caller, and for callers without
   * credentials their network address.
   */
  scope?: (context: Needs) => string;
  /** The part of the request that must be the same in all requests with one key; by default the body. */
  text?: (context: Needs) => unknown;
  /**
   * The least length of a key. Without credentials, the key alone tells one caller's repeat from another caller's
   * request, so the key must be too long to guess.
   */
  shortestKey?: number;
  /** Makes the answer to a repeat from the recorded value; by default the recorded value is the answer itself. */
  replay?: (recorded: never, context: Needs) => Answer | Promise<Answer>;
}

/**
 * Gives the request's `Idempotency-Key` to the handler, which records its answer in the transaction of its effect
 * (`recordAnswer`). A repeat finds the recorded answer and returns it with `Idempotency-Replayed: true`. This
 * middleware must come after those that find the caller and the body, as both are part of the record.
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
    const { caller }: Known = context;
    const fingerprint = fingerprintOf([event.httpMethod, event.path.replace(/\/+$/, ''), text(context)]);
    const anonymous = `anonymous ${event.requestContext.identity.sourceIp}`;
    context.idempotency = { scope: scope ? scope(context) : scopeOf(caller) || anonymous, key, fingerprint };
  },
  onError: async (request) => {
    try {
      const recorded = await firstAnswer(request.context.idempotency, request.error);
      request.response = replayedAnswer(await replay(recorded as never, request.context));
    } catch (error) {
      request.error = error as Error;
    }
  },
});

/** A user or till and an app with the same id have different scopes. */
const scopeOf = (caller: Caller | undefined): string | undefined =>
  caller && caller.kind !== 'app' ? `${caller.kind} ${caller.id}` : caller?.id;

/** Returns the recorded answer without its count, since the first answer has counted already. */
export const replayedAnswer = ({ status, body, headers }: Answer): Answer => ({
  status,
  body,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
});

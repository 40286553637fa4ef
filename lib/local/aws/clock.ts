import type { Clock } from '../clock/clock.ts';
import { aheadOfMachine } from '../clock/local-time.ts';
import { ClockRefusal, form } from '../clock/wish.ts';
import type { HttpRequest } from '../gateway/event.ts';
import { type AwsAnswer, AwsError } from './protocol.ts';

/**
 * `GET /_local/clock` shows Florin's clock, and `POST /_local/clock` with `{"to":"+8d"}` moves it. Only the runner has
 * this route: no deployed stage has a clock that can be moved.
 */
export async function answerClock({ method, body }: HttpRequest, clock: Clock): Promise<AwsAnswer> {
  if (method === 'GET') return { body: shown() };
  if (method !== 'POST')
    throw new AwsError('MethodNotAllowed', 'The clock is read with GET and moved with POST', 405);
  const { to } = (JSON.parse(body.toString() || '{}') ?? {}) as { to?: unknown };
  if (typeof to !== 'string') throw new AwsError('InvalidParameterValue', `\`to\` must be ${form}`);
  try {
    const { ran } = await clock.move(to);
    return { body: { ...shown(), ran } };
  } catch (error) {
    if (error instanceof ClockRefusal) throw new AwsError('InvalidParameterValue', error.message);
    throw error;
  }
}

const shown = () => ({
  now: new Date().toISOString(),
  /** In seconds. */
  ahead: Math.round(aheadOfMachine() / 1000),
});

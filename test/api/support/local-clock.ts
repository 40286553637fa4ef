import { send } from './http.ts';

/** The clock of a Florin on this machine, which its runner moves: what is due by then happens first, in order. */
export function localClock(florin: () => { aws: string }) {
  const address = () => `${florin().aws}/_local/clock`;
  const ask = (to: unknown, headers: Record<string, string> = {}) =>
    send(address(), 'POST', { body: { to }, headers });
  return {
    /** Requests a move, and returns the answer. */
    ask,
    /** Milliseconds since 1970. */
    now: async (): Promise<number> => Date.parse((await send(address(), 'GET')).body.now),
    /** Moves by a step such as `+8d`, or to a time in milliseconds since 1970. @returns how often each job has run */
    async move(to: string | number): Promise<Record<string, number>> {
      const answer = await ask(typeof to === 'number' ? new Date(to).toISOString() : to);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.ran;
    },
  };
}

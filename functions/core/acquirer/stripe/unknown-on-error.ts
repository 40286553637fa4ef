import { log } from '#observability/log.ts';

/**
 * Turns an error while reading Stripe's answer into an unknown outcome. An answer that differs from the pinned API
 * version does not prove that the money was moved or not.
 */
export const unknownOnError =
  <A extends unknown[], O>(asking: (...given: A) => Promise<O>) =>
  async (...given: A): Promise<O | { state: 'unknown'; cause: string }> => {
    try {
      return await asking(...given);
    } catch (error) {
      const { name, stack = '' } = error as Error;
      // The log gets the place of the error without its message, which may contain data of the answer.
      log('error', { stripe: asking.name, error: name, at: stack.split('\n').slice(1, 4).join('\n') });
      return { state: 'unknown', cause: name };
    }
  };

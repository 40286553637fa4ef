import { randomUUID } from 'node:crypto';
import type { WriteOptions } from '../../florin/src/index.ts';
import { profileName } from './account.ts';
import { type Input, text } from './command.ts';
import { commandLine, flagWords } from './command-text.ts';
import { isUnknown, UnknownOutcome, UsageError } from './failures.ts';

/**
 * Performs a call with an idempotency key, so that it has one effect. Prints the key before the request, so that it
 * is known even if this process is killed.
 *
 * @param words the command without the key, for the hint how to repeat it
 * @returns the result and the key
 * @throws UnknownOutcome with the command that asks again
 */
export async function callOnce<T>(
  input: Input,
  words: readonly string[],
  call: (options: WriteOptions) => Promise<T>,
): Promise<[result: T, key: string]> {
  const given = text(input, 'idempotency-key');
  if (given !== undefined && !/^[ -~]{1,255}$/.test(given))
    throw new UsageError('`--idempotency-key` must have 1 to 255 printable ASCII characters.');
  const key = given ?? randomUUID();
  input.out.note(`Idempotency key: ${key}`);
  try {
    return [await call({ idempotencyKey: key }), key];
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const profile = profileName(input);
    const flags = profile === 'default' ? [] : flagWords('profile', profile);
    const repeat = ['florin', ...words, ...flagWords('idempotency-key', key), ...flags];
    throw new UnknownOutcome(error, commandLine(repeat));
  }
}

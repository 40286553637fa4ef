import { createHmac, randomBytes } from 'node:crypto';
import { inSeconds } from '#basics/time.ts';

const prefix = 'whsec_';

/** Makes a new signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * Returns the headers of a signed message (https://www.standardwebhooks.com). A receiver that knows one of the secrets
 * can verify that Florin sent the message, that nobody changed it, and when it was sent.
 *
 * @param time the time of this attempt, in milliseconds since 1970
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  time: number,
): Record<string, string> {
  const timestamp = String(inSeconds(time));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new signing secret as Standard Webhooks writes one: 32 random bytes in base64, behind `whsec_`. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * The headers of a signed message (https://www.standardwebhooks.com): a receiver that knows one of the secrets can
 * tell that it is ours, that nobody changed it, and that it was sent just now.
 *
 * @param time of this attempt, milliseconds since 1970
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  time: number,
): Record<string, string> {
  const timestamp = String(Math.floor(time / 1000));
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

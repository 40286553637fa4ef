import { fill, t } from '../values/texts.ts';

/** The codes of failed deliveries, as the API and the operating system name them, with the keys of the console's texts. */
const known: [RegExp, keyof typeof t.webhooks.failures][] = [
  [/^(TIMEOUT|ETIMEDOUT)$/, 'slow'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|EPIPE)$/, 'cut'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'unreachable'],
  [/^(HOST_NOT_FOUND|ENOTFOUND|EAI_AGAIN)$/, 'unknown'],
  [/^ADDRESS_NOT_PUBLIC$/, 'private'],
  [/CERT|SIGNATURE|^EPROTO$|^ERR_(SSL|TLS)/, 'certificate'],
  [/^HPE_/, 'garbled'],
  [/^NOT_VERIFIED$/, 'unverified'],
  [/^CHALLENGE_NOT_ANSWERED$/, 'challenge'],
  [/^DAILY_LIMIT$/, 'limit'],
];

/**
 * The reason why a delivery failed, in plain words. The text contains the code, which helps the people who run the server.
 */
export function deliveryError(code: string): string {
  const [, key = 'other'] = known.find(([pattern]) => pattern.test(code)) ?? [];
  return fill(t.webhooks.failures[key], { code });
}

import { fill, t } from './texts.ts';

/** The codes of a delivery that has failed, as the API and the system name them, and the keys of our plain words for them. */
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

/** Why a delivery failed, in plain words. The code stays beside them, as it helps the people who run the server. */
export function deliveryError(code: string): string {
  const [, key = 'other'] = known.find(([pattern]) => pattern.test(code)) ?? [];
  return fill(t.webhooks.failures[key], { code });
}

import type { Delivery, Webhook } from '../../../../florin/src/index.ts';
import { type Answer, Refusal } from '../answer.ts';
import { pageOf } from '../page.ts';
import { fields, id, paging, tool } from '../tool.ts';
import { cleanText, untrusted } from '../untrusted.ts';

export const webhooks = [
  tool({
    name: 'list_webhooks',
    description: 'Lists the endpoints of the merchant that get events, and whether they work.',
    schema: fields(paging),
    async run(page, { florin, merchant }, options) {
      return pageOf((query) => florin.webhooks.list(merchant.id, query, options), page, webhookRow);
    },
  }),

  tool({
    name: 'explain_webhook_failure',
    description:
      'Lists the deliveries to an endpoint that failed or wait for a retry, with their attempts and what to do about each.',
    schema: fields(
      {
        ...paging,
        webhook: id,
        state: { type: 'string', enum: ['failed', 'pending', 'succeeded'], default: 'failed' },
      },
      ['webhook'],
    ),
    async run({ webhook, state = 'failed', ...page }, { florin, merchant }, options) {
      const found = await florin.webhooks.get(merchant.id, webhook, options);
      if (!found.url) throw new Refusal('`webhook` has no URL: its events are only listed.');
      const filter = { status: state };
      const { items, next } = await pageOf(
        (query) => florin.deliveries.list(merchant.id, webhook, { ...query, filter }, options),
        page,
        deliveryRow,
      );
      return { webhook: webhookRow(found), deliveries: items, next };
    },
  }),
];

/** The address of an endpoint without its path, which can contain a secret. */
const hostOf = (url: string): string => {
  try {
    return new URL(url).host.slice(0, 100);
  } catch {
    return '';
  }
};

const webhookRow = (one: Webhook): Answer => ({
  ...{ id: one.id, created: one.created, test: one.test, enabled: one.enabled, verified: one.verified },
  verificationError: one.verificationError && cleanText(one.verificationError, 60),
  failingSince: one.failingSince,
  disabled: one.disabled,
  events: one.events,
  untrusted: untrusted({
    host: one.url && hostOf(one.url),
    description: one.description && cleanText(one.description),
  }),
});

const deliveryRow = (one: Delivery): Answer => {
  const last = one.attempts.at(-1);
  return {
    ...{ id: one.id, type: one.type, created: one.created, status: one.status, next: one.next },
    transactionId: one.transactionId,
    attempts: one.attempts.slice(-5).map(({ time, status, error, duration }) => ({
      ...{ time, status, milliseconds: duration },
      error: error && cleanText(error, 60),
    })),
    remedy: last && remedyFor(last),
    untrusted: untrusted({ responseBody: one.answer && cleanText(one.answer) }),
  };
};

/** The remedy for the error of an attempt, by its code. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /^(TIMEOUT|ETIMEDOUT)$/,
    'The server did not respond in time. Store the event, respond with 200, and work on it afterwards.',
  ],
  [/^ECONNREFUSED$/, 'The server refuses connections. Start it, or correct the port of the URL.'],
  [
    /^(ECONNRESET|EPIPE)$/,
    'The server closed the connection before it responded. Look into its log for a crash.',
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH)$/,
    'The server cannot be reached from the internet. Check its network and firewall.',
  ],
  [
    /^(HOST_NOT_FOUND|ENOTFOUND|EAI_AGAIN)$/,
    'The name of the server was not found. Correct the URL or the DNS.',
  ],
  [
    /^ADDRESS_NOT_PUBLIC$/,
    'The address is not on the public internet. For a server on this machine, use `florin listen --forward-to`.',
  ],
  [/CERT|SIGNATURE|^EPROTO$|^ERR_(SSL|TLS)/, 'The server has no valid certificate for https.'],
  [
    /^(NOT_VERIFIED|CHALLENGE_NOT_ANSWERED)$/,
    'The server must answer the challenge of a test event with its value. Then send another test.',
  ],
  [/^DAILY_LIMIT$/, 'The daily limit of deliveries was reached.'],
];

function remedyFor({ status, error }: Delivery['attempts'][number]): string | undefined {
  if (status !== null && status >= 200 && status <= 299 && !error) return undefined;
  const known = remedies.find(([pattern]) => pattern.test(error ?? ''));
  if (known) return known[1];
  if (status === 401 || status === 403)
    return 'The server refuses the request: verify the signature with the secret of this endpoint, and nothing else.';
  if (status === 404 || status === 405)
    return 'The URL has no handler for POST. Correct the path of the URL.';
  if (status !== null && status >= 300 && status <= 399)
    return 'Florin follows no redirect. Enter the final URL.';
  if (status !== null && status >= 500)
    return 'The server failed. Its log at the time of the attempt says why.';
  return 'The server must respond with a status of 200 to 299.';
}

import { eventTypes } from '../../schemas/event-types.ts';
import { events } from '../../schemas/events.ts';
import type { Components } from './refs.ts';

const summaries: Record<(typeof eventTypes)[number], string> = {
  'transaction.created': 'An amount was authorized',
  'transaction.declined': 'An authorization was declined',
  'transaction.incremented': 'The authorized amount was raised',
  'transaction.captured': 'Money was captured',
  'transaction.refunded': 'Money was refunded',
  'transaction.voided': 'Pending money was released',
  'transaction.figures_known':
    'The acquirer of a live merchant has reported the figures of a capture or refund with `figuresDue`, which now has a line',
  'transaction.expiring':
    'The authorization of a live merchant’s payment ends within two days, and money is still pending: capture it, or lose it',
  'dispute.opened': 'A customer disputes a payment, or their bank inquires about one',
  'dispute.updated': 'The status of a dispute changed while it was open, or its amount or its deadline',
  'dispute.funds_withdrawn': 'The acquirer of a live merchant took the disputed money, or a fee for it',
  'dispute.funds_reinstated': 'The acquirer of a live merchant returned disputed money, or a fee for it',
  'dispute.won': 'A dispute ended for the merchant',
  'dispute.lost': 'A dispute ended against the merchant',
  'fraud.reported': 'An issuer reported a fraud',
  'payout.created': 'Money was paid out',
  'operation.open':
    'The acquirer of a live merchant has not answered for a minute or more, and the outcome of the operation is unknown',
  'operation.accepted':
    'The acquirer of a live merchant has accepted a refund and makes it later: it is on its way',
  'operation.settled': 'An open or accepted operation was approved or declined, or has ended as `unknown`',
  'merchant.updated': 'A field that `PUT /merchants/{merchantId}` can change was changed',
  'merchant.integration_disabled':
    'The acquirer or an operator stopped payments or payouts of a live merchant: see `integration`',
  'merchant.integration_enabled': 'A live merchant has payments or payouts again: see `integration`',
  'merchant.declines_limited':
    'So many payments were declined today that all payments of the merchant need 3-D Secure until midnight (UTC): somebody may be trying stolen cards',
  'ratio.warned':
    'The share of disputes and fraud alerts in a month has reached half of a threshold of Visa or Mastercard',
  'user.added': 'A person became a member',
  'user.removed': 'A person is not a member any more',
  'app.added': 'An app became a member',
  'app.removed': 'An app is not a member any more',
  'webhook.tested': 'A test event that a merchant has requested, or the challenge of a new URL',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The headers of a delivery, with the names of Standard Webhooks. */
const headers = [
  header('webhook-id', 'The id of the event. A repeated delivery has the same id'),
  header(
    'webhook-timestamp',
    'The time of the attempt, in seconds since 1970. Refuse a request that is more than five minutes old',
  ),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256, in base64, of `<webhook-id>.<webhook-timestamp>.<body>` under the secret’s bytes. A webhook with two secrets has two signatures, with a space between them',
  ),
];

/** The events that are posted to merchants' servers, as the document's `webhooks`. */
export const webhooks = (components: Components): Record<string, unknown> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on-${type}`,
          tags: ['Webhooks'],
          summary: summaries[type],
          security: [],
          parameters: headers,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: components.schema(events[type]) } },
          },
          responses: {
            '2XX': { description: 'Accepted. Answer within ten seconds; do the work afterwards' },
            '410': { description: 'The webhook is to be removed' },
            default: { description: 'Florin sends the event again, for three days' },
          },
        },
      },
    ]),
  );

import { answer, moment, text, total, withDescription, yesOrNo } from './answer.ts';
import { eventTypes } from './event-types.ts';
import { responses } from './responses.ts';
import { id } from './types.ts';

type EventType = (typeof eventTypes)[number];

const { transaction, dispute, fraud, line, merchant, ratio, user, app, webhook, operation } = responses;

/** The objects in the body of each type of event, as `GET` shows them. */
const shown: Record<EventType, Record<string, object>> = {
  'transaction.created': { transaction },
  'transaction.declined': { transaction },
  'transaction.incremented': { transaction },
  'transaction.captured': { transaction },
  'transaction.refunded': { transaction },
  'transaction.voided': { transaction },
  'transaction.figures_known': { transaction },
  'transaction.expiring': { transaction },
  'dispute.opened': { dispute },
  'dispute.updated': { dispute },
  'dispute.funds_withdrawn': { dispute },
  'dispute.funds_reinstated': { dispute },
  'dispute.won': { dispute },
  'dispute.lost': { dispute },
  'fraud.reported': { fraud },
  'payout.created': { line },
  'operation.open': { operation },
  'operation.accepted': { operation },
  'operation.settled': { operation },
  'merchant.updated': { merchant },
  'merchant.integration_disabled': { merchant },
  'merchant.integration_enabled': { merchant },
  'merchant.declines_limited': { merchant },
  'ratio.warned': { ratio },
  'user.added': { user },
  'user.removed': { user },
  'app.added': { app },
  'app.removed': { app },
  'webhook.tested': { webhook },
};

const challenge = withDescription(
  text,
  'Present only for a webhook that is not verified: its server must answer with this value as the body',
);

/** The object of an event, or its path if the body would be more than 20 KB. */
function dataOf(type: EventType): object {
  const whole = answer(shown[type], type === 'webhook.tested' ? { challenge } : {});
  if (!type.startsWith('transaction.')) return whole;
  const href = withDescription(text, 'The path of the transaction, if the body would be larger than 20 KB');
  return { anyOf: [whole, answer({ transaction: answer({ id, href }) })] };
}

/** JSON Schemas (2020-12) of the bodies that are posted to merchants' servers, by type. */
export const events = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    answer(
      {
        id: withDescription(id, 'The same for every attempt; also in the header `webhook-id`'),
        type: { const: type },
        created: withDescription(moment, 'The time of the change'),
        merchantId: id,
        test: withDescription(yesOrNo, 'Whether the merchant is a test merchant'),
        version: withDescription(
          { const: 1 },
          'The version of this body. It changes only if a receiver of this version would misread a later one',
        ),
        data: dataOf(type),
      },
      {
        sequence: withDescription(
          total,
          'The order of the events of one transaction: a higher number is later',
        ),
      },
    ),
  ]),
) as Record<EventType, object>;

import { refuse } from '#domain/outcome.ts';
import type { EventGuide, EventReading, PostedReport } from '../../events.ts';
import { isLiveKey, keys } from '../api/api-keys.ts';
import { isReadable, version } from '../api/version.ts';
import { isFromStripe } from './signature.ts';
import { type PostedEvent, translate } from './translate-event.ts';

/**
 * Reads an event of Stripe's. An endpoint for connected accounts receives those of test mode and of live mode
 * (https://docs.stripe.com/connect/webhooks#test-and-live-webhooks). An event of test mode must not move real money.
 *
 * @throws Refused for a body that is not an event
 */
export async function readEvent({ body, header }: PostedReport): Promise<EventReading> {
  if (!process.env.STRIPE_SECRET && !process.env.STRIPE_CREDENTIALS) return { state: 'unconfigured' };
  if (!(await isFromStripe(body, header('stripe-signature'))))
    return { state: 'unsigned', title: 'The signature is not one of Stripe’s, or is too old' };
  const posted = parse(body);
  const { type, id, livemode: live = false } = posted;
  const api_version = posted.object === thin ? 'v2, thin' : posted.api_version;
  if (live !== isLiveKey(await keys.current())) return { state: 'other mode', type, live };
  // An event without a version is read, since each of its fields is checked.
  if (api_version && !isReadable(api_version))
    return { state: 'other version', type, id, version: api_version, spoken: version };
  const event = translate(posted);
  return { state: 'read', events: event ? [event] : [] };
}

/**
 * The kind of a thin event. It names its object and has none of the object's fields
 * (https://docs.stripe.com/event-destinations#thin-events), so Florin drops it as an event of a version that it does not read.
 */
const thin = 'v2.core.event';

function parse(text: string): PostedEvent {
  try {
    const event = JSON.parse(text);
    const isReal = event.object === thin || event.data?.object instanceof Object;
    if (typeof event.type === 'string' && isReal) return event;
  } catch {}
  return refuse('body', 'Must be an event: {"type": "payout.paid", "data": {"object": {…}}}');
}

/** The texts of the API reference about the route that Stripe's webhooks call. */
export const eventGuide: EventGuide = {
  name: 'Stripe',
  signature: 'Stripe-Signature',
  signedBy: 'By one of the secrets of the endpoint, not older than five minutes',
  subscription:
    '`charge.dispute.*`, `radar.early_fraud_warning.created`, `refund.*`,\n`payment_intent.*`, `setup_intent.*` and `payout.*`',
};

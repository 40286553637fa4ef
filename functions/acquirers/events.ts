import { isLiveKey, keys } from '#acquirer/stripe/keys.ts';
import { isFromStripe } from '#acquirer/stripe/signature.ts';
import { type PostedEvent, translate } from '#acquirer/stripe/translate.ts';
import { isReadable, version } from '#acquirer/stripe/version.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { NotFound, refuse } from '#domain/outcome.ts';
import { bodyText } from '#http/body-text.ts';
import { failure } from '#http/errors.ts';
import { header } from '#http/headers.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { log } from '#observability/log.ts';
import { eventOfOtherMode, eventOfOtherVersion } from '#observability/metrics.ts';

const queue = requireVariable('ACQUIRER_EVENTS_URL');

/**
 * What Stripe reports. Whoever it is has to have signed it; what it means waits in the queue of the acquirers' events,
 * so that Stripe has its answer at once, and sends again what we could not keep.
 */
export const handler = merchantsApi('POST /acquirers/stripe/events')
  .use(bodyText())
  .handler(async (event) => {
    if (!process.env.STRIPE_SECRET && !process.env.STRIPE_CREDENTIALS) throw new NotFound();
    const text = event.body ?? '';
    if (!(await isFromStripe(text, header(event, 'stripe-signature'))))
      throw failure(401, 'UNAUTHORIZED', 'The signature is not one of Stripe’s, or is too old');
    const posted = read(text);
    const isIgnored = (await isOfOtherMode(posted)) || isOfOtherVersion(posted);
    const translated = isIgnored ? undefined : translate(posted);
    if (translated) await sendMessages(queue, [{ body: { acquirer: 'stripe', ...translated } }]);
    return { status: 200, body: { received: true } };
  });

/**
 * Whether an event is of test mode while the key is live, or the reverse. An endpoint for connected accounts receives both
 * (https://docs.stripe.com/connect/webhooks#test-and-live-webhooks); what happens in test mode must not move real money.
 */
async function isOfOtherMode({ type, livemode = false }: PostedEvent): Promise<boolean> {
  if (livemode === isLiveKey(await keys.current())) return false;
  log('error', {
    event: type,
    livemode,
    message: 'Ignored: not of the mode of our key',
    ...eventOfOtherMode(),
  });
  return true;
}

/**
 * Whether an event is written in an API version whose shapes we do not read: a field of it could mean something else. It
 * is dropped, counted, and named in the log, so that an operator can look it up; an alarm goes off. An event that names no
 * version is read: each of its fields is checked all the same.
 */
function isOfOtherVersion({ id, type, api_version }: PostedEvent): boolean {
  if (api_version === undefined || api_version === null || isReadable(api_version)) return false;
  log('error', {
    event: type,
    id,
    version: api_version,
    message: `Ignored: events must be of version ${version}; run npm run merchant -- connect`,
    ...eventOfOtherVersion(),
  });
  return true;
}

/** @throws Refused for what is no event */
function read(text: string): PostedEvent {
  try {
    const event = JSON.parse(text);
    if (typeof event?.type === 'string' && event.data?.object instanceof Object) return event;
  } catch {}
  return refuse('body', 'Must be an event: {"type": "payout.paid", "data": {"object": {…}}}');
}

import type { OtherVersion } from '#acquirer/events.ts';
import { eventReaderOf } from '#acquirer/registry.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { NotFound, requireFound } from '#domain/outcome.ts';
import { bodyText } from '#http/body/body-text.ts';
import { failure } from '#http/errors/errors.ts';
import { header } from '#http/request/headers.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { log } from '#observability/log.ts';
import { eventOfOtherMode, eventOfOtherVersion } from '#observability/metrics.ts';

const queue = requireVariable('ACQUIRER_EVENTS_URL');

/**
 * Receives an acquirer's events; each adapter has a route. The adapter verifies the sender. Florin puts the
 * translated event into a queue, so that it can answer the acquirer at once. If that fails, the acquirer sends the
 * event again.
 */
export const handler = merchantsApi('POST /acquirers/<acquirer>/events')
  .use(bodyText())
  .handler(async (event) => {
    const [, , acquirer] = event.resource.split('/');
    const read = requireFound(eventReaderOf(acquirer));
    const reading = await read({ body: event.body ?? '', header: (name) => header(event, name) });
    if (reading.state === 'unconfigured') throw new NotFound();
    if (reading.state === 'unsigned') throw failure(401, 'UNAUTHORIZED', reading.title);
    if (reading.state === 'other mode') logOtherMode(reading);
    else if (reading.state === 'other version') logOtherVersion(reading);
    else if (reading.events.length > 0)
      await sendMessages(
        queue,
        reading.events.map((body) => ({ body: { acquirer, ...body } })),
      );
    return { status: 200, body: { received: true } };
  });

const logOtherMode = ({ type, live }: { type: string; live: boolean }): void =>
  log('error', {
    event: type,
    livemode: live,
    message:
      'Ignored an event of the other mode: its endpoint must be of the same mode, test or live, as the key',
    ...eventOfOtherMode(),
  });

const logOtherVersion = ({ type, id, version, spoken }: OtherVersion): void =>
  log('error', {
    event: type,
    id,
    version,
    message: `Ignored: events must be of version ${spoken}; run npx florin operator connect`,
    ...eventOfOtherVersion(),
  });

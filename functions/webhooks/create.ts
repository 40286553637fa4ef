import schema from 'validator:webhookCreate';
import { newId } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { storedEventTypes, webhookFaults } from '#domain/webhooks/webhook.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/webhook.ts';
import type { Requests } from '#schemas/index.ts';
import { standingOf } from '#store/merchants/founders.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { askedEvent } from '#store/webhooks/events.ts';
import { createWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { isChallenged, newChallenge } from '#webhooks/endpoint-challenge.ts';
import { reach } from '#webhooks/reach.ts';
import { makeSecret, sealAnswer, unsealAnswer } from './secrets.ts';
import { testEvent } from './test-event.ts';

const validator = { ...schema, rules: webhookFaults(reach) };

/** Makes an endpoint and its secret. Only this answer shows the secret. */
export const handler = florinApi('POST /merchants/{merchantId}/webhooks')
  .use(body<Requests['webhookCreate']>(validator))
  .use(idempotent({ replay: unsealAnswer }))
  .handler(async (_, { caller, params: { merchantId }, body, idempotency }) => {
    const reading = Promise.all([findMerchant(merchantId), standingOf(merchantId, caller)]);
    const [merchant, appId] = await asMember(merchantId, caller, reading);
    const found = requireFound(merchant);
    await admitMerchantWrite(found);
    const { test } = found;
    const { secret, stored } = await makeSecret();
    const { url, description } = body;
    const events = storedEventTypes(body.events);
    const about = { id: newId(), merchantId, test, appId, url, events, description, secrets: [stored] };
    const challenge = url !== undefined && isChallenged ? newChallenge() : undefined;
    const webhook = { ...about, challenge };
    const answer = { status: 201, body: { webhook: { ...present(webhook), secret } } };
    const record = idempotency && recordAnswer(idempotency, await sealAnswer(answer));
    const asking = challenge === undefined ? [] : askedEvent(testEvent(webhook), webhook);
    await createWebhook(webhook, caller, [...(record ?? []), ...asking]);
    return answer;
  });

import { refuse, requireFound } from '#domain/outcome.ts';
import { noFields } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { presentSecret } from '#presenters/webhook.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { changeWebhook, getWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { makeSecret, sealAnswer, unsealAnswer } from './secrets.ts';

const most = 2;

/**
 * Adds a second secret. Florin signs with both, so that a receiver can change to the new one before the old one is
 * removed.
 */
export const handler = florinApi('POST /merchants/{merchantId}/webhooks/{webhookId}/secrets')
  .use(noFields())
  .use(idempotent({ replay: unsealAnswer }))
  .handler(async (_, { caller, params: { merchantId, webhookId }, idempotency }) => {
    const webhook = requireFound(await asMember(merchantId, caller, getWebhook(merchantId, webhookId)));
    if (webhook.secrets.length >= most)
      refuse('webhookId', `Has ${most} secrets already; remove the old one`);
    await admitWriteAt(merchantId);
    const { secret, stored } = await makeSecret();
    const answer = { status: 201, body: { secret: { ...presentSecret(stored), secret } } };
    const record = idempotency && recordAnswer(idempotency, await sealAnswer(answer));
    await changeWebhook(webhook, caller, { secrets: [...webhook.secrets, stored] }, record ?? []);
    return answer;
  });

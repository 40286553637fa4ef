import schema from 'validator:deliveriesRetry';
import { parseTime } from '#basics/time.ts';
import { firstIdOf } from '#domain/id.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { askResend } from '#store/webhooks/resends.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

const validator = {
  ...schema,
  rules: ({ since }: Partial<Requests['deliveriesRetry']>) =>
    since !== undefined && parseTime(since) === undefined
      ? [{ field: 'since', message: 'Must be a date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z' }]
      : [],
};

/** Sends all failed deliveries since a time again. */
export const handler = florinApi('POST /merchants/{merchantId}/webhooks/{webhookId}/retries')
  .use(body<Requests['deliveriesRetry']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, params, body: { since }, idempotency }) => {
    await ofWebhook(params, caller, Promise.resolve());
    await admitWriteAt(params.merchantId);
    const answer = { status: 202 };
    const asked = { ...params, since: firstIdOf(since) };
    await askResend(asked, caller, recordAnswer(idempotency, answer));
    return answer;
  });

import { randomUUID } from 'node:crypto';
import validator from 'validator:appCreate';
import { networkOf } from '#basics/network.ts';
import { newId } from '#domain/id.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { recordSealed, sealedAnswers } from '#idempotency/sealed-answer.ts';
import type { Requests } from '#schemas/index.ts';
import { createApp } from '#store/merchants/apps.ts';
import { admitNewApp, endOfApp } from '#store/merchants/unvouched-writes.ts';

/**
 * Makes an app and its API key. Only this answer shows the key, so the answer is recorded encrypted under the
 * idempotency key.
 */
export const handler = merchantsApi('POST /apps')
  .use(body<Requests['appCreate']>(validator))
  .use(idempotent(sealedAnswers))
  .handler(async (event, { body, idempotency }) => {
    await admitNewApp(networkOf(event.requestContext.identity.sourceIp));
    const app = { id: newId(), name: body.name ?? null };
    const key = randomUUID();
    const answer = { app: { ...app, key } };
    await createApp(app, key, recordSealed(idempotency, answer), endOfApp());
    return { status: 201, body: answer };
  });

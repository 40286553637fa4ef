import { randomUUID } from 'node:crypto';
import schema from 'validator:keyMake';
import { idDate, newId } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { nameFaults } from '#http/body/validate.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { recordSealed, sealedAnswers } from '#idempotency/sealed-answer.ts';
import type { Requests } from '#schemas/index.ts';
import { newApp } from '#store/merchants/apps.ts';
import { addApp } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/**
 * Makes an app with access to the merchant. Only this answer shows the app's key, so the answer is recorded
 * encrypted under the idempotency key. So a repeat after a lost answer returns the same key. A second app would
 * leave a first key that nobody knows.
 */
export const handler = consoleApi('POST /api/merchants/{merchantId}/apps/keys')
  .use(body<Requests['keyMake']>({ ...schema, rules: nameFaults }))
  .use(idempotent(sealedAnswers))
  .handler(async (_, { caller, params: { merchantId }, body: { name }, idempotency }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    await admitMerchantWrite(merchant);
    const [app, key] = [{ id: newId(), name }, randomUUID()];
    const answer = { app: { ...app, created: idDate(app.id), key } };
    await addApp(merchant, caller, app, [...recordSealed(idempotency, answer), ...newApp(app, key)]);
    return { status: 201, body: answer };
  });

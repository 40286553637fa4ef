import { randomUUID } from 'node:crypto';
import schema from 'validator:keyMake';
import { idDate, newId } from '#domain/id.ts';
import { limitFaults, limitsOf, replacingFaults } from '#domain/merchants/app-limits.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { nameFaults } from '#http/body/validate.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { recordSealed, sealedAnswers } from '#idempotency/sealed-answer.ts';
import type { Requests } from '#schemas/index.ts';
import { makeKey, replaceKey } from '#store/merchants/limited-apps.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const rules = (request: Requests['keyMake']) => [
  ...nameFaults(request),
  ...limitFaults(request),
  ...replacingFaults(request),
];

/**
 * Makes an app with access to the merchant. Only this answer shows the app's key, so the answer is recorded
 * encrypted under the idempotency key. So a repeat after a lost answer returns the same key. A second app would
 * leave a first key that nobody knows.
 */
export const handler = florinApi('POST /merchants/{merchantId}/apps/keys')
  .use(body<Requests['keyMake']>({ ...schema, rules }))
  .use(idempotent(sealedAnswers))
  .handler(async (_, { caller, params: { merchantId }, body, idempotency }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    await admitMerchantWrite(merchant);
    const { name, replaces, until = '', ...input } = body;
    const [app, key] = [{ id: newId(), name }, randomUUID()];
    const answer = { app: { ...app, created: idDate(app.id), key } };
    const [limits, record] = [limitsOf(input), recordSealed(idempotency, answer)];
    if (replaces) {
      const ends = { until: new Date(until).toISOString(), expiresAt: limits.expiresAt };
      await replaceKey(merchant, caller, { old: replaces, ...ends, app, key }, record);
    } else await makeKey(merchant, caller, { app, key, limits }, record);
    return { status: 201, body: answer };
  });

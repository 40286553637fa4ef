import { randomUUID } from 'node:crypto';
import validator from 'validator:keyMake';
import { idDate, newId } from '#domain/id.ts';
import { found } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { newApp } from '#store/merchants/apps.ts';
import { addApp } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Makes an app with access to the merchant. Only this answer shows the app's key. */
export const handler = consoleApi('POST /api/merchants/{merchantId}/apps/keys')
  .use(body<Requests['keyMake']>(validator))
  .handler(async (_, { caller, params: { merchantId }, body: { name } }) => {
    const merchant = found(await asMember(merchantId, caller, findMerchant(merchantId)));
    const [app, key] = [{ id: newId(), name }, randomUUID()];
    await addApp(merchant, caller, app, newApp(app, key));
    return { status: 201, body: { app: { ...app, created: idDate(app.id), key } } };
  });

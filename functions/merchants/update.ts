import schema from 'validator:merchantUpdate';
import { methodFaults } from '#acquirer/methods.ts';
import { readLogo } from '#domain/merchants/logo.ts';
import { type MerchantUpdate, merchantFaults, ownFaults } from '#domain/merchants/merchant.ts';
import { Refused, requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { listSummary } from '#store/mail/summaries.ts';
import { discardLogo, putLogo } from '#store/merchants/logos.ts';
import { findMerchant, updateMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import type { Write } from '#store/table/transact.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { assertStepUp } from '#usecases/console/step-up.ts';

const validator = { ...schema, rules: merchantFaults };

/** Changes a merchant. Only the fields in `changeable` can change. */
export const handler = merchantsApi('PUT /merchants/{merchantId}')
  .use(body<MerchantUpdate>(validator))
  .handler(async (_, { caller, params: { merchantId }, body }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const { key, test } = merchant;
    const { descriptor, testAuthorizationDays } = body;
    const unfit = [
      ...ownFaults({ test, descriptor, testAuthorizationDays }),
      ...methodFaults(merchant, body.methods),
    ];
    if (unfit.length > 0) throw new Refused(unfit);
    // A change of the limit or of the e-mail address needs a step-up: with a higher limit a user could make larger
    // refunds without a step-up, and the notices about money go to the new address.
    const refundLimit = body.refundLimit === (merchant.refundLimit ?? 0) ? undefined : body.refundLimit;
    const email = body.email === merchant.email ? undefined : body.email;
    const needsStepUp = refundLimit !== undefined || email !== undefined;
    if (caller.kind !== 'app' && needsStepUp) await assertStepUp(caller);
    // Unchanged values are not written: another request could have set other values since the read.
    const changes = { ...body, refundLimit, email };
    const alongside: Write[] = [];
    if (body.logo) {
      const logo = readLogo(body.logo);
      if ('message' in logo) throw new Refused([logo]);
      changes.logo = logo.name;
      alongside.push(putLogo(key, logo));
    } else if (body.logo === '') alongside.push(discardLogo(key));
    if (body.notifications?.summary !== undefined)
      alongside.push(listSummary(merchantId, body.notifications.summary));
    await admitMerchantWrite(merchant);
    await updateMerchant(merchant, caller, changes, alongside);
    return { status: 204 };
  });

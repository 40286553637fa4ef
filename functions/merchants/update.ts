import schema from 'validator:merchantUpdate';
import { ownDescriptorFaults } from '#domain/descriptor.ts';
import { readLogo } from '#domain/logo.ts';
import { type MerchantUpdate, merchantFaults } from '#domain/merchant.ts';
import { found, Refused } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { discardLogo, putLogo } from '#store/logos.ts';
import { findMerchant, updateMerchant } from '#store/merchants.ts';
import { asMember } from '#usecases/membership.ts';

const validator = { ...schema, rules: merchantFaults };

/** What may change of a merchant (`changeable`); all else is immutable. */
export const handler = merchantsApi('PUT /merchants/{merchantId}')
  .use(body<MerchantUpdate>(validator))
  .handler(async (_, { appId, params: { merchantId }, body }) => {
    const merchant = found(await asMember(merchantId, appId, findMerchant(merchantId)));
    const { key, test } = merchant;
    const unfit = ownDescriptorFaults({ test, descriptor: body.descriptor });
    if (unfit.length > 0) throw new Refused(unfit);
    if (body.logo) {
      const logo = readLogo(body.logo);
      if ('message' in logo) throw new Refused([logo]);
      await updateMerchant(merchant, appId, { ...body, logo: logo.name }, [putLogo(key, logo)]);
    } else await updateMerchant(merchant, appId, body, body.logo === '' ? [discardLogo(key)] : []);
    return { status: 204 };
  });

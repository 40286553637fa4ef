import { randomUUID } from 'node:crypto';
import schema from 'validator:merchantCreate';
import { numberVariable } from '#aws/environment.ts';
import { newId } from '#domain/id.ts';
import { newMerchantFaults, openMerchant } from '#domain/merchants/merchant.ts';
import { unvouchedOf } from '#domain/merchants/unvouched-merchant.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/merchant.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/merchants/apps.ts';
import { accountOf, createMerchant } from '#store/merchants/merchants.ts';
import { admitNewMerchant, trialOf } from '#store/merchants/unvouched-writes.ts';

/** The days after which the test data of unvouched apps expires on this stage; 0 for never. */
const days = numberVariable('UNVOUCHED_TEST_DAYS', 0);

const validator = { ...schema, rules: newMerchantFaults };

/** Makes a merchant account. The calling app becomes its first member. */
export const handler = merchantsApi('POST /merchants')
  .use(body<Requests['merchantCreate']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, body, idempotency }) => {
    const app = requireFound(await getApp(caller.id));
    const unvouched = unvouchedOf(body, app, days);
    await admitNewMerchant(app);
    const merchant = { ...openMerchant(body, newId(), randomUUID()), unvouched };
    const answer = { status: 201, body: { merchant: present(accountOf(merchant, [])) } };
    const alongside = [...recordAnswer(idempotency, answer), ...trialOf(merchant, app)];
    await createMerchant(merchant, app, alongside);
    return answer;
  });

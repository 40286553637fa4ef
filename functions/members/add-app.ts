import check from 'check:appAdd';
import { NotFound, refuse } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import type { Answer } from '#http/pipeline.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/apps.ts';
import { addApp } from '#store/members.ts';
import { asMember, findMerchant } from '#store/merchants.ts';

/** `POST /merchants/<id>/apps`: gives another app complete access to the merchant. */
export const handler = api<Requests['appAdd']>(
  async ({ appId, params: { merchantId = '' }, body, once: key }) => {
    const request = key && { ...key, scope: appId };
    return once(request, attempt, replayed);

    async function attempt(): Promise<Answer> {
      const [merchant, app] = await Promise.all([
        asMember(merchantId, appId, findMerchant(merchantId)),
        getApp(body.appId),
      ]);
      if (!merchant) throw new NotFound();
      if (!app) return refuse('appId', 'There is no such app');
      const answer = { status: 201 };
      await addApp(merchant, appId, app, request, answer);
      return answer;
    }
  },
  check,
);

import check from 'check:userInvite';
import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import type { Answer } from '#http/pipeline.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import type { Requests } from '#schemas/index.ts';
import { inviteUser, userOf } from '#store/members.ts';
import { asMember, findMerchant } from '#store/merchants.ts';

/** `POST /merchants/<id>/users`: makes a person a member; an e-mail goes out unless they were one. */
export const handler = api<Requests['userInvite']>(
  async ({ appId, params: { merchantId = '' }, body, once: key }) => {
    const request = key && { ...key, scope: appId };
    return once(
      request,
      async (): Promise<Answer> => {
        const reading = Promise.all([findMerchant(merchantId), userOf(body.email)]);
        const [merchant, user] = await asMember(merchantId, appId, reading);
        if (!merchant) throw new NotFound();
        const isMember = await inviteUser(merchant, appId, body.email, user, request);
        return { status: 201, body: { isMember } };
      },
      (body: { isMember: boolean }) => replayed({ status: 201, body }),
    );
  },
  check,
);

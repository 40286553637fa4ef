import check from 'check:userInvite';
import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { replayed } from '#http/once.ts';
import type { Answer } from '#http/stack.ts';
import type { Requests } from '#schemas/index.ts';
import { inviteUser } from '#store/members.ts';
import { asMember, findMerchant } from '#store/merchants.ts';
import { once } from '#store/once.ts';

/** `POST /merchants/<id>/users`: makes a person a member; an e-mail goes out unless they were one. */
export const handler = api<Requests['userInvite']>(
  async ({ appId, params: { merchantId = '' }, body, once: key }) => {
    const request = key && { ...key, scope: appId };
    return once(
      request,
      async (): Promise<Answer> => {
        const merchant = await asMember(merchantId, appId, findMerchant(merchantId));
        if (!merchant) throw new NotFound();
        return { status: 201, body: { isMember: await inviteUser(merchant, appId, body.email, request) } };
      },
      (body: { isMember: boolean }) => replayed({ status: 201, body }),
    );
  },
  check,
);

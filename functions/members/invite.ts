import validator from 'validator:userInvite';
import { found } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { userOf } from '#store/members.ts';
import { findMerchant } from '#store/merchants.ts';
import { inviteUser } from '#usecases/accounts/invite-user.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const answer = (body: { isMember: boolean }) => ({ status: 201, body });

/** Makes a person a member, and sends them a mail unless they already were one. */
export const handler = merchantsApi('POST /merchants/{merchantId}/users')
  .use(body<Requests['userInvite']>(validator))
  .use(idempotent({ replay: answer }))
  .handler(async (_, { appId, params: { merchantId }, body: { email }, idempotency }) => {
    const reading = Promise.all([findMerchant(merchantId), userOf(email)]);
    const [merchant, user] = await asMember(merchantId, appId, reading);
    const record = (isMember: boolean) => recordAnswer(idempotency, { isMember });
    const isMember = await inviteUser({ merchant: found(merchant), appId, email, record }, user);
    return answer({ isMember });
  });

import validator from 'validator:userInvite';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { standingOf } from '#store/merchants/founders.ts';
import { userOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { inviteUser } from '#usecases/accounts/invite-user.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const answer = (body: { isMember: boolean }) => ({ status: 201, body });

/** Makes a person a member, and sends them a mail unless they already were one. */
export const handler = merchantsApi('POST /merchants/{merchantId}/users')
  .use(body<Requests['userInvite']>(validator))
  .use(idempotent({ replay: answer }))
  .handler(async (_, { caller, params: { merchantId }, body: { email, role = 'owner' }, idempotency }) => {
    const reading = Promise.all([findMerchant(merchantId), userOf(email), standingOf(merchantId, caller)]);
    const [merchant, user, invitedBy] = await asMember(merchantId, caller, reading);
    const record = (isMember: boolean) => recordAnswer(idempotency, { isMember });
    const isMember = await inviteUser(
      { merchant: requireFound(merchant), caller, invitedBy, email, role, record },
      user,
    );
    return answer({ isMember });
  });

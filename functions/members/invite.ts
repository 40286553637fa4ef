import validator from 'validator:userInvite';
import type { Id } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { type App, getApp } from '#store/merchants/apps.ts';
import { standingOf } from '#store/merchants/founders.ts';
import { userOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite, endOfInvitation } from '#store/merchants/unvouched-writes.ts';
import { inviteUser } from '#usecases/accounts/invite-user.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const answer = (body: { isMember: boolean }) => ({ status: 201, body });

const appOf = async (reading: Promise<Id>): Promise<Pick<App, 'id' | 'vouched'>> => {
  const id = await reading;
  return (await getApp(id)) ?? { id };
};

/** Invites a person, and sends them a mail unless they are a member or invited already. */
export const handler = merchantsApi('POST /merchants/{merchantId}/users')
  .use(body<Requests['userInvite']>(validator))
  .use(idempotent({ replay: answer }))
  .handler(async (_, { caller, params: { merchantId }, body: { email, role = 'owner' }, idempotency }) => {
    const standing = appOf(standingOf(merchantId, caller));
    const reading = Promise.all([findMerchant(merchantId), userOf(email), standing]);
    const [merchant, user, { id: invitedBy, vouched }] = await asMember(merchantId, caller, reading);
    const record = (isMember: boolean) => recordAnswer(idempotency, { isMember });
    const found = requireFound(merchant);
    await admitMerchantWrite(found);
    const expires = endOfInvitation(found);
    const isMember = await inviteUser(
      { merchant: found, expires, caller, invitedBy, vouched, email, role, record },
      user,
    );
    return answer({ isMember });
  });

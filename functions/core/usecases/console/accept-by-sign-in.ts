import type { Id } from '#domain/id.ts';
import { refuse } from '#domain/outcome.ts';
import { invitationsOf, putAccepted } from '#store/merchants/invitations.ts';
import { membershipOf, type UserMembership } from '#store/merchants/members.ts';
import { membershipsOfUser, mostMerchants } from '#store/merchants/user-merchants.ts';
import { StaleRead } from '#store/table/retry.ts';

/** Whether the user may become a member of one more merchant of this kind. The console lists all of them. */
export const hasRoom = async (userId: Id, test: boolean): Promise<boolean> =>
  (await membershipsOfUser(userId)).filter((one) => one.test === test).length < mostMerchants;

/** @throws Refused if the user has as many merchants of this kind as possible */
export async function requireRoom(userId: Id, test: boolean): Promise<void> {
  if (!(await hasRoom(userId, test)))
    refuse('merchants', `You are a member of ${mostMerchants} merchants of this kind. Leave one first`);
}

/** The most invitations that a first sign-in accepts. */
const mostAtFirst = 10;

/**
 * Accepts the invitations of a person who signs in and is a member of no merchant yet, if one app has sent all of them.
 * Florin knows such an address only by these invitations, so the sign-in accepts them. Invitations of several apps wait
 * for the person, as one of these apps may be a stranger's.
 */
export async function acceptFirst(userId: Id): Promise<void> {
  const [members, invitations] = await Promise.all([membershipsOfUser(userId), invitationsOf(userId)]);
  const apps = new Set(invitations.map(({ invitedBy }) => invitedBy));
  if (members.length > 0 || apps.size !== 1 || invitations.length > mostAtFirst) return;
  await Promise.all(invitations.map(acceptOffered));
}

/**
 * Accepts an invitation by its mailed link. Nothing happens if it was accepted or withdrawn meanwhile, or if the user has as
 * many merchants as possible.
 */
export async function acceptMailed(userId: Id, merchantId: Id): Promise<void> {
  const membership = await membershipOf(merchantId, { kind: 'user', id: userId });
  const { invited, test = false } = membership ?? {};
  if (invited !== undefined && (await hasRoom(userId, test)))
    await acceptOffered({ id: userId, merchantId, test });
}

const acceptOffered = (invitation: Pick<UserMembership, 'id' | 'merchantId' | 'test'>): Promise<void> =>
  putAccepted(invitation).catch((error) => {
    if (!(error instanceof StaleRead)) throw error;
  });

import { florinApi } from '#http/merchants-api.ts';
import { getLink, switchOff } from '#store/links.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Switches a link off: nobody can pay it any more. It stays, with its payments. */
export const handler = florinApi('DELETE /links/{linkId}').handler(async (_, { appId, params }) => {
  await switchOff(await forMember(appId, getLink(params.linkId)), appId);
  return { status: 204 };
});

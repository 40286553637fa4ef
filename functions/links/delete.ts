import { florinApi } from '#http/routes/merchants-api.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { getLink, switchOff } from '#store/transactions/links.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Switches a link off, so that it cannot be paid any more. The link and its payments stay readable. */
export const handler = florinApi('DELETE /links/{linkId}').handler(async (_, { caller, params }) => {
  const link = await forMember(caller, getLink(params.linkId));
  await admitWriteAt(link.merchantId);
  await switchOff(link, caller);
  return { status: 204 };
});

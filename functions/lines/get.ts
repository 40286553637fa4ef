import { merchantsApi } from '#http/merchants-api.ts';
import { present } from '#presenters/line.ts';
import { getLine } from '#store/lines.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Returns a line. The line itself is the body, without an object around it. */
export const handler = merchantsApi('GET /lines/{lineId}').handler(async (_, { appId, params }) => {
  const line = await forMember(appId, getLine(params.lineId));
  return { status: 200, body: present(line) };
});

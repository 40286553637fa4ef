import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/line.ts';
import { getLine } from '#store/ledger/lines.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Returns a line. The line itself is the body, without an object around it. */
export const handler = merchantsApi('GET /lines/{lineId}').handler(async (_, { caller, params }) => {
  const line = await forMember(caller, getLine(params.lineId));
  return { status: 200, body: present(line) };
});

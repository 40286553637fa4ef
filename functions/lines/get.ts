import { NoAccess, NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { getLine } from '#store/lines.ts';
import { isMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /lines/<id>`: the bare line. */
export const handler = api(async ({ appId, params: { lineId = '' } }) => {
  const line = await getLine(lineId);
  if (!line) throw new NotFound();
  if (!(await isMember(line.merchantId, appId))) throw new NoAccess();
  return { status: 200, body: present(line) };
});

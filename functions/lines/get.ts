import { api } from '#http/api.ts';
import { getLine } from '#store/lines.ts';
import { forMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /lines/<id>`: the bare line. */
export const handler = api(async ({ appId, params: { lineId = '' } }) => {
  const line = await forMember(appId, getLine(lineId));
  return { status: 200, body: present(line) };
});

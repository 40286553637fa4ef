import { idDate } from '#domain/id.ts';
import { found } from '#domain/outcome.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { getApp } from '#store/apps.ts';

/** The calling app. */
export const handler = merchantsApi('GET /me').handler(async (_, { appId }) => {
  const { id, name } = found(await getApp(appId));
  return { status: 200, body: { identity: { id, name, created: idDate(id) } } };
});

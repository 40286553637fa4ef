import { idDate } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { getApp } from '#store/merchants/apps.ts';

/** The calling app. */
export const handler = merchantsApi('GET /me').handler(async (_, { caller }) => {
  const { id, name } = requireFound(await getApp(caller.id));
  return { status: 200, body: { identity: { id, name, created: idDate(id) } } };
});

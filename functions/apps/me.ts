import { idDate } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { getApp } from '#store/apps.ts';

/** `GET /me`: the calling app. */
export const handler = api(async ({ appId }) => {
  const app = await getApp(appId);
  if (!app) throw new NotFound();
  return { status: 200, body: { identity: { id: app.id, name: app.name, created: idDate(app.id) } } };
});

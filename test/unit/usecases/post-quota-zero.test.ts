import type { Webhook } from '../../../functions/core/domain/webhooks/webhook.ts';
import { onOwnTable } from '../own-table.ts';

// In production, 0 is the setting of an operator who lets unvouched merchants send no posts.
const own = onOwnTable(async () => {
  Object.assign(process.env, { UNVOUCHED_MERCHANT_POSTS: '0', UNVOUCHED_POSTS: '100' });
  return {
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/usecases/webhooks/post-quota.ts')),
  };
});

test('with a quota of 0 a test merchant of an unverified app sends nothing, and a live merchant does', async () => {
  const webhook = (test: boolean) =>
    ({ id: own.newId(), merchantId: own.newId(), appId: own.newId(), test }) as Webhook;
  expect([await own.admitPost(webhook(true)), await own.admitPost(webhook(false))]).toEqual([false, true]);
});

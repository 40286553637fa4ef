import type { Caller } from '../../../functions/core/domain/caller.ts';
import type { Event } from '../../../functions/core/domain/webhooks/event.ts';
import type { Webhook } from '../../../functions/core/domain/webhooks/webhook.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
  ...(await import('../../../functions/core/store/webhooks/events.ts')),
  ...(await import('../../../functions/core/store/webhooks/post-counts.ts')),
  ...(await import('../../../functions/core/store/webhooks/resends.ts')),
  ...(await import('../../../functions/core/store/webhooks/webhooks.ts')),
}));

/** A stored endpoint, and an app that is a member of its merchant. */
async function storeWebhook() {
  const [merchantId, appId] = [own.newId(), own.newId()];
  const caller: Caller = { kind: 'app', id: appId };
  await own.transact([{ item: own.put({ ...own.membershipKey(merchantId, caller), id: appId }) }]);
  const secrets = [{ id: own.newId(), sealed: 'sealed' }];
  const webhook: Webhook = {
    ...{ id: own.newId(), merchantId, test: true, appId, url: 'https://shop.example/', secrets },
  };
  await own.createWebhook(webhook, caller, []);
  return { webhook, caller, now: () => own.getWebhook(merchantId, webhook.id) };
}

const daysOf = async (key: Pick<Item, 'pk' | 'sk'>) => {
  const { expires } = (await own.get<Item & { expires: number }>(key)) ?? { expires: 0 };
  return Math.round((expires * 1000 - Date.now()) / (60 * 60_000)) / 24;
};

test('a delivery can be seen for 30 days, its event a day longer, and requests and their counts expire soon', async () => {
  const { webhook, caller } = await storeWebhook();
  const { merchantId, id: webhookId } = webhook;
  const event = { id: own.newId(), merchantId, type: 'webhook.tested', data: {} } as Event;
  await own.storeAskedEvent(event, webhook, caller, []);
  expect(await daysOf(own.eventKey(merchantId, event.id))).toBe(31);
  expect(await daysOf(own.deliveryKey(webhookId, event.id))).toBe(30);
  const asked = await own.queryPartition(own.askedKey(webhookId, '').pk, 'asked#');
  expect(await Promise.all(asked.map(daysOf))).toEqual([1]);
  await own.askResend({ merchantId, webhookId, since: own.firstIdAt(0) }, caller, []);
  expect(await daysOf(own.resendKey(webhookId))).toBe(30);
  const today = new Date().toISOString().slice(0, 10);
  for (const id of [webhookId, merchantId]) expect(await daysOf(own.resendCountKey(id, today))).toBe(2);
});

test('a change counts only if the secrets are those that the member has seen', async () => {
  const { webhook, caller, now } = await storeWebhook();
  const [one, other] = ['one', 'other'].map((sealed) => [...webhook.secrets, { id: own.newId(), sealed }]);
  await own.changeWebhook(webhook, caller, { secrets: one });
  await expect(own.changeWebhook(webhook, caller, { secrets: other })).rejects.toMatchObject({
    ...{ name: 'Conflict', message: 'The secrets have changed in the meantime' },
  });
  expect(await now()).toMatchObject({ secrets: one });
  // The secrets do not matter for other fields.
  await own.changeWebhook(webhook, caller, { description: 'Shop', url: undefined });
  expect(await now()).toMatchObject({ secrets: one, description: 'Shop' });
  expect(await now()).not.toHaveProperty('url');
  await own.changeWebhook(webhook, caller, {});
  expect(await now()).toMatchObject({ secrets: one, description: 'Shop' });
});

test('a deleted endpoint cannot be changed or deleted, and no longer counts towards the limit', async () => {
  const { webhook, caller, now } = await storeWebhook();
  const { merchantId, id } = webhook;
  await own.removeWebhook(merchantId, id, caller);
  for (const changes of [{ description: 'Shop' }, { secrets: [] }])
    await expect(own.changeWebhook(webhook, caller, changes)).rejects.toMatchObject({ name: 'NotFound' });
  await expect(own.removeWebhook(merchantId, id, caller)).rejects.toMatchObject({ name: 'NotFound' });
  // A server can answer 410 to an attempt that began before the endpoint was deleted.
  await own.removeAfter410(webhook);
  expect(await now()).toBeUndefined();
  expect(await own.get(own.webhookCountKey(merchantId))).toMatchObject({ webhooks: 0 });
});

test('an endpoint whose server returns 410 is removed once, and no longer counts towards the limit', async () => {
  const { webhook, now } = await storeWebhook();
  for (let answers = 0; answers < 2; answers++) await own.removeAfter410(webhook);
  expect(await now()).toBeUndefined();
  expect(await own.get(own.webhookCountKey(webhook.merchantId))).toMatchObject({ webhooks: 0 });
});

test('a stranger can create, change and delete no endpoint, and repeat no delivery', async () => {
  const { webhook, now } = await storeWebhook();
  const { merchantId, id } = webhook;
  const stranger: Caller = { kind: 'app', id: own.newId() };
  const event = { id: own.newId(), merchantId, type: 'webhook.tested', data: {} } as Event;
  await own.storeEvent(event, [webhook]);
  for (const attempt of [
    () => own.createWebhook({ ...webhook, id: own.newId() }, stranger, []),
    () => own.changeWebhook(webhook, stranger, { description: 'Mine' }),
    () => own.removeWebhook(merchantId, id, stranger),
    () => own.storeAskedEvent({ ...event, id: own.newId() }, webhook, stranger, []),
    () => own.requestRetry({ webhookId: id, id: event.id, merchantId }, stranger, []),
    () => own.askResend({ merchantId, webhookId: id, since: own.firstIdAt(0) }, stranger, []),
  ])
    await expect(attempt()).rejects.toMatchObject({ name: 'NoAccess' });
  expect(await now()).toMatchObject(webhook);
  expect(await own.getDelivery(id, event.id)).toMatchObject({ turn: 0 });
  expect(await own.getResend(id)).toBeUndefined();
});

test('a repeated request for a resend that joins an open one still stores what goes with it, and needs a member', async () => {
  const { webhook, caller } = await storeWebhook();
  const asked = { merchantId: webhook.merchantId, webhookId: webhook.id, since: own.firstIdAt(0) };
  await own.askResend(asked, caller, []);
  const key = own.lineKey(own.newId());
  await own.askResend(asked, caller, [{ item: own.put({ ...key }) }]);
  expect(await own.get(key)).toBeDefined();
  const stranger: Caller = { kind: 'app', id: own.newId() };
  await expect(own.askResend(asked, stranger, [])).rejects.toMatchObject({ name: 'NoAccess' });
});

test('countPost allows a limited number of posts a day, and its count expires after two days', async () => {
  const whose = own.newId();
  const counted = [];
  for (let n = 0; n < 3; n++) counted.push(await own.countPost(whose, 2));
  expect(counted).toEqual([true, true, false]);
  const today = new Date().toISOString().slice(0, 10);
  const count = await own.get<{ pk: string; sk: string; expires: number }>(own.postCountKey(whose, today));
  const days = ((count?.expires ?? 0) * 1000 - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(2);
});

test('a search for a status reads at most 1,000 deliveries, and names the last one that it has searched', async () => {
  const { webhook } = await storeWebhook();
  const { merchantId, id: webhookId } = webhook;
  const ids = Array.from({ length: 1002 }, (_, n) => n.toString(16).padStart(24, '0'));
  for (let n = 0; n < ids.length; n += 100)
    await own.transact(
      ids.slice(n, n + 100).map((id) => ({
        item: own.put({
          ...own.deliveryKey(webhookId, id),
          id,
          webhookId,
          status: n === 0 ? 'failed' : 'succeeded',
        }),
      })),
    );
  const search = async (before?: string) => {
    const { found, stoppedAt } = own.searchDeliveries(
      { merchantId, webhookId },
      { limit: 10, before },
      'failed',
    );
    const read: string[] = [];
    for await (const { id } of found) read.push(id);
    return [read, stoppedAt()];
  };
  const [newest, stop] = await search();
  expect([newest, stop]).toEqual([ids.slice(2, 100).reverse(), ids[2]]);
  expect(await search(ids[2])).toEqual([[ids[1], ids[0]], undefined]);
});

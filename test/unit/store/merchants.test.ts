import { newId } from '../../../functions/core/domain/id.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/merchants/founders.ts')),
  ...(await import('../../../functions/core/store/merchants/logos.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

test.each([
  ['first', {}],
  ['later', { disputes: true, summary: true }],
])(
  'two members who choose different mails of a merchant at the same time keep both %s choices',
  async (_, before) => {
    const app = { kind: 'app', id: newId() } as const;
    const merchant = { ...someMerchant(), key: newId() };
    await store.createMerchant(merchant, { id: app.id, name: null });
    if (Object.keys(before).length > 0) await store.updateMerchant(merchant, app, { notifications: before });
    const read = await store.findMerchant(merchant.id);
    if (!read) throw new Error('No merchant');
    await store.updateMerchant(read, app, { name: 'Tea', notifications: { disputes: false } });
    await store.updateMerchant(read, app, { notifications: { payouts: true } });
    await store.updateMerchant({ ...read, notifications: {} }, app, { notifications: {} });
    const expected = { name: 'Tea', notifications: { ...before, disputes: false, payouts: true } };
    expect(await store.findMerchant(merchant.id)).toMatchObject(expected);
    expect(await store.merchantOfKey(merchant.key)).toMatchObject(expected);
  },
);

test('foundedBy lists the test merchants that the app made, without those to which the app was added', async () => {
  const [own, other, live] = [someMerchant(), someMerchant(), someMerchant({ test: false })];
  const [maker, another] = [
    { id: newId(), name: null },
    { id: newId(), name: null },
  ];
  await store.createMerchant(own, maker);
  await store.createMerchant(live, maker);
  await store.createMerchant(other, another);
  await store.addApp(other, { kind: 'app', id: another.id }, maker, []);
  const founded = async () => {
    const ids: string[] = [];
    for await (const id of store.foundedBy(maker.id)) ids.push(id);
    return ids;
  };
  expect(await founded()).toEqual([own.id]);
  // Clients add an app without asking whether it is a member.
  await store.addApp(own, { kind: 'app', id: maker.id }, another, []);
  await store.addApp(own, { kind: 'app', id: another.id }, maker, []);
  expect([await founded(), await store.founderOf(own.id)]).toEqual([[own.id], maker.id]);
  expect((await store.membershipOf(own.id, { kind: 'app', id: another.id }))?.id).toBe(another.id);
  await store.addApp(own, { kind: 'app', id: another.id }, another, []);
});

test('an app that was removed is shown nothing of the merchant, even if the index still has its membership', async () => {
  const [merchant, app] = [someMerchant(), { kind: 'app', id: newId() } as const];
  await store.createMerchant(merchant, { id: newId(), name: null });
  const listPk = store.merchantsOf(app, true).pk;
  await store.transact([{ item: store.put({ pk: 'late', sk: 'late', listPk, listSk: merchant.id }) }]);
  const shown: unknown[] = [];
  for await (const { id } of store.listMerchants(app, { limit: 9 })) shown.push(id);
  expect(shown).toEqual([]);
});

test('a page of 60 merchants of an app costs one read unit for each, and one for the index', async () => {
  const app = { kind: 'app', id: newId() } as const;
  for (let n = 0; n < 60; n++)
    await store.createMerchant({ ...someMerchant(), key: newId() }, { id: app.id, name: null });
  store.proxy.reset();
  const shown: string[] = [];
  for await (const { id } of store.listMerchants(app, { limit: 60, test: true })) shown.push(id);
  expect(shown).toHaveLength(60);
  const { read } = store.proxy.units();
  expect(read).toBeGreaterThan(30);
  expect(read).toBeLessThan(80);
});

test('a logo that was stored just now is found, even if an eventually consistent read lacks it', async () => {
  const [key, image] = [newId(), Buffer.from('png')];
  await store.transact([store.putLogo(key, { name: 'new', image })]);
  store.proxy.instead = (_, body) =>
    JSON.parse(body).ConsistentRead ? undefined : { status: 200, headers: {}, body: '{}' };
  const found = [await store.getLogo(key, 'new'), await store.getLogo(key, 'old')];
  store.proxy.instead = undefined;
  expect(found).toEqual([new Uint8Array(image), undefined]);
});

test('the nightly jobs find each new merchant, live or not', async () => {
  const merchants = [someMerchant(), someMerchant({ test: false })];
  for (const merchant of merchants) await store.createMerchant(merchant, { id: newId(), name: null });
  const found = [];
  for await (const { id } of store.listAllMerchants({ limit: 100 })) found.push(id);
  expect(found).toEqual(expect.arrayContaining(merchants.map(({ id }) => id)));
});

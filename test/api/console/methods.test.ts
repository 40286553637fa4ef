import { randomBytes } from 'node:crypto';
import { byMethod } from '../support/by-method.ts';
import { type Browser, browser } from '../support/console.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, shop, authorized, move } = here;
const { paidBy } = byMethod(here);

type Shop = Awaited<ReturnType<typeof shop>>;

/** A test merchant that offers methods, and a person of it. */
async function shopWith(role = 'owner'): Promise<Shop & { me: Browser }> {
  const own = await shop({ methods: ['mobilepay', 'bancontact'] });
  return { ...own, me: await member(own, role) };
}

async function member({ key, merchant }: Shop, role: string): Promise<Browser> {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const added = await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email, role } });
  expect(added.status).toBe(201);
  const me = browser();
  await me.signIn(email);
  return me;
}

const search = (me: Browser, { merchant }: Shop, filters: Record<string, string>) => {
  const named = Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value]);
  const query = new URLSearchParams([['limit', '50'], ...named]);
  return me.ask('GET', `/api/merchants/${merchant.id}/search?${query}`);
};

const idsOf = ({ body }: { body: { payments: { id: string }[] } }) => body.payments.map(({ id }) => id);

test('the search finds payments by their method, and `card` finds those by card', async () => {
  const own = await shopWith();
  const { merchant, key, me } = own;
  const mobilepay = await paidBy(merchant, 'mobilepay');
  const bancontact = await paidBy(merchant, 'bancontact');
  const card = await authorized(merchant, 5000);
  await move(key, bancontact, 'refunds', 10000);
  const cases: [Record<string, string>, string[]][] = [
    [{ method: 'mobilepay' }, [mobilepay]],
    [{ method: 'bancontact', state: 'refunded' }, [bancontact]],
    [{ method: 'mobilepay', state: 'refunded' }, []],
    [{ method: 'mobilepay', amount: '10000' }, [mobilepay]],
    [{ method: 'card' }, [card]],
    [{ method: 'blik' }, []],
    [{ scheme: 'visa' }, [card]],
    [{ method: 'mobilepay', scheme: 'visa' }, []],
  ];
  for (const [filters, wanted] of cases)
    expect([filters, idsOf(await search(me, own, filters))]).toEqual([filters, wanted]);
  const none = await search(me, own, { method: '<b>' });
  expect([none.status, none.body]).toEqual([400, [expect.objectContaining({ field: 'filter[method]' })]]);
});

test('a search by a method stays within the merchant: another merchant’s payments are neither found nor asked for', async () => {
  const [mine, other] = [await shopWith(), await shopWith()];
  const id = await paidBy(other.merchant, 'mobilepay');
  expect(idsOf(await search(other.me, other, { method: 'mobilepay' }))).toEqual([id]);
  expect(idsOf(await search(mine.me, mine, { method: 'mobilepay' }))).toEqual([]);
  expect((await search(mine.me, other, { method: 'mobilepay' })).status).toBe(403);
});

test.each(['member', 'support', 'accountant'])(
  'the role %s sees the methods of the merchant, and cannot change them',
  async (role) => {
    const { merchant, key, me } = await shopWith(role);
    const path = `/merchants/${merchant.id}`;
    const { merchants } = (await me.ask('GET', '/session')).body;
    expect(merchants).toMatchObject([{ id: merchant.id, methods: ['mobilepay', 'bancontact'] }]);
    const refused = await me.ask('PUT', `/api${path}`, { body: { methods: [] } });
    expect(refused.status).toBe(403);
    const { body } = await api('GET', path, { key });
    expect(body.merchant.methods).toEqual(['mobilepay', 'bancontact']);
  },
);

test('an owner chooses methods and their order, and the audit log has the choice', async () => {
  const { merchant, me } = await shopWith();
  const path = `/api/merchants/${merchant.id}`;
  expect((await me.ask('PUT', path, { body: { methods: ['blik', 'mobilepay'] } })).status).toBe(204);
  expect((await me.ask('GET', path)).body.merchant.methods).toEqual(['blik', 'mobilepay']);
  const refused = await me.ask('PUT', path, { body: { methods: ['acme'] } });
  expect([refused.status, refused.body]).toEqual([400, [expect.objectContaining({ field: 'methods' })]]);
  const log = await waitUntil(
    async () => (await me.ask('GET', `${path}/audit?limit=10`)).body,
    (entries: object[]) => entries.length === 2,
  );
  expect(log).toMatchObject([
    { fields: { methods: ['acme'] }, status: 400 },
    { fields: { methods: ['blik', 'mobilepay'] }, status: 204 },
  ]);
});

test('a till shows the method of a payment and its rules, sums it up by name, and no name of a customer', async () => {
  const { merchant, me } = await shopWith();
  const made = await me.ask('POST', `/api/merchants/${merchant.id}/tills`, {
    body: { name: 'Counter', mayRefund: true },
  });
  const till = browser(undefined, 'till');
  expect((await till.ask('POST', '/till/session', { body: { code: made.body.code } })).status).toBe(204);
  const id = await paidBy(merchant, 'bancontact');
  const { body, text } = await waitUntil(
    () => till.ask('GET', '/till/day'),
    ({ body }) => body.payments?.length === 1,
  );
  expect(body.payments).toMatchObject([
    { id, card: null, method: { type: 'bancontact', name: 'Bancontact', rules: { partialRefund: true } } },
  ]);
  expect(body.sums).toMatchObject([{ scheme: 'bancontact', name: 'Bancontact', payments: 1, amount: 10000 }]);
  expect(text).not.toContain('Ann');
  const refunded = await till.ask('POST', `/api/transactions/${id}/refunds`, { body: { amount: 2500 } });
  expect(refunded.status).toBe(201);
});

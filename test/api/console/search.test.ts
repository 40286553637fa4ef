import { randomBytes } from 'node:crypto';
import { type Browser, browser } from '../support/console.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, shop, createMerchant, authorized, move } = world();

type Shop = Awaited<ReturnType<typeof shop>>;

let own: Shop;
let me: Browser;
/** The payments of the merchant by name. */
const ids: Record<string, string> = {};

const payer = { name: 'Ann', email: 'Ann.Lee@Example.com' };
const references = {
  order: 'Order 12',
  unicode: 'Bestellung Nº 7 – Größe Ⅻ 🥐',
  wild: '100%_*',
};

async function signIn(key: string, ...merchants: string[]): Promise<Browser> {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  for (const id of merchants)
    expect((await api('POST', `/merchants/${id}/users`, { key, body: { email } })).status).toBe(201);
  const one = browser();
  await one.signIn(email);
  return one;
}

beforeAll(async () => {
  own = await shop();
  const { key, merchant } = own;
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { ask: ['name', 'email'] } });
  for (const [name, reference] of Object.entries(references))
    ids[name] = await authorized(merchant, 1200, { custom: { reference }, payer });
  ids.other = await authorized(merchant, 4999, { payer: { name: 'Bob', email: 'bob@example.com' } });
  ids.plain = await authorized(merchant, 1200, { payer });
  me = await signIn(key, merchant.id);
});

type Filters = Record<string, string | number>;

interface Found {
  payments: { id: string; merchantId: string; refundedAmount: number }[];
  next: string | null;
  searchedUntil: string | null;
}

async function search(
  filters: Filters,
  { who = me, merchantId = own.merchant.id, more = {} as Record<string, string | number> } = {},
): Promise<Found> {
  const query = new URLSearchParams({ limit: '50' });
  for (const [name, value] of Object.entries(filters)) query.set(`filter[${name}]`, String(value));
  for (const [name, value] of Object.entries(more)) query.set(name, String(value));
  const { status, body, text } = await who.ask('GET', `/api/merchants/${merchantId}/search?${query}`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

const idsOf = ({ payments }: Found) => payments.map(({ id }) => id);
const named = (...names: string[]) => names.map((name) => ids[name]);

test('each term finds its payments, the newest first, a moment after they were made', async () => {
  const cases: [Filters, string[]][] = [
    [{ reference: 'Order 12' }, ['order']],
    [{ reference: '  ORDER\t 12 ' }, ['order']],
    [{ reference: 'bestellung no 7 – GRÖSSE xii 🥐'.replace('SS', 'ß') }, ['unicode']],
    [{ reference: 'Bestellung Nº 7 – Gro\u0308ße XII 🥐' }, ['unicode']],
    [{ text: '12' }, ['order']],
    [{ text: 'order' }, ['order']],
    [{ text: 'Größe bestellung' }, ['unicode']],
    [{ text: 'bob' }, ['other']],
    [{ text: 'Bob 12' }, []],
    [{ email: 'ann.lee@example.com' }, ['plain', 'wild', 'unicode', 'order']],
    [{ email: 'BOB@example.com' }, ['other']],
    [{ last4: '0000' }, ['plain', 'other', 'wild', 'unicode', 'order']],
    [{ last4: '1111' }, []],
    [{ amount: 4999 }, ['other']],
    [{ amount: 4999, currency: 'EUR' }, ['other']],
    [{ amount: 4999, currency: 'USD' }, []],
    [{ scheme: 'visa' }, ['plain', 'other', 'wild', 'unicode', 'order']],
    [{ scheme: 'mastercard' }, []],
    [{ state: 'pending' }, ['plain', 'other', 'wild', 'unicode', 'order']],
    [{ state: 'successful', amount: 4999 }, ['other']],
    [{ state: 'declined' }, []],
    [{ amount: 1200, email: 'ann.lee@example.com', reference: 'order 12', scheme: 'visa' }, ['order']],
    [{ amount: 4999, email: 'ann.lee@example.com' }, []],
    [{}, ['plain', 'other', 'wild', 'unicode', 'order']],
  ];
  for (const [filters, names] of cases)
    expect([filters, idsOf(await search(filters))]).toEqual([filters, named(...names)]);
});

test('a search for a whole reference finds no parts of it, and treats a wildcard as an ordinary character', async () => {
  expect(idsOf(await search({ reference: '100%_*' }))).toEqual(named('wild'));
  for (const reference of ['*', '%', '100%', 'Order', 'Order 1', 'Order 12%', '.*', 'Order_12'])
    expect([reference, idsOf(await search({ reference }))]).toEqual([reference, []]);
});

test('a search finds only payments between its dates', async () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  expect(idsOf(await search({ amount: 4999, from: at(-1), to: at(1) }))).toEqual(named('other'));
  expect(idsOf(await search({ amount: 4999, to: at(-1) }))).toEqual([]);
  expect(idsOf(await search({ last4: '0000', from: at(1) }))).toEqual([]);
});

test('every wrong parameter gets a 400 that names it', async () => {
  const path = `/api/merchants/${own.merchant.id}/search`;
  const long = 'x'.repeat(5000);
  const cases: [string, string][] = [
    ['limit=0', 'limit'],
    ['', 'limit'],
    ['limit=5&before=me', 'before'],
    ['limit=5&after=000000000000000000000000', 'after'],
    ['limit=5&filter[last4]=12345', 'filter[last4]'],
    ['limit=5&filter[last4]=12a4', 'filter[last4]'],
    ['limit=5&filter[last4]=١٢٣٤', 'filter[last4]'],
    ['limit=5&filter[amount]=1.5', 'filter[amount]'],
    ['limit=5&filter[amount]=-1', 'filter[amount]'],
    ['limit=5&filter[amount]=99999999999999999999', 'filter[amount]'],
    ['limit=5&filter[currency]=euro', 'filter[currency]'],
    ['limit=5&filter[scheme]=Visa', 'filter[scheme]'],
    ['limit=5&filter[state]=paid', 'filter[state]'],
    ['limit=5&filter[email]=ann', 'filter[email]'],
    [`limit=5&filter[reference]=${long}`, 'filter[reference]'],
    ['limit=5&filter[reference]=%20', 'filter[reference]'],
    ['limit=5&filter[reference]=', 'filter[reference]'],
    ['limit=5&filter[text]=%20', 'filter[text]'],
    ['limit=5&filter[from]=yesterday', 'filter[from]'],
    ['limit=5&filter[card]=4100000000000000', 'filter[card]'],
  ];
  for (const [query, field] of cases) {
    const { status, body } = await me.ask('GET', `${path}?${query}`);
    const fields = Array.isArray(body) ? body.map((fault: { field: string }) => fault.field) : body;
    expect([query.slice(0, 60), status, fields]).toEqual([query.slice(0, 60), 400, [field]]);
  }
});

test('the pages of a search contain each payment once', async () => {
  const some: Filters[] = [{ last4: '0000' }, { scheme: 'visa' }, { state: 'pending', amount: 1200 }];
  for (const filters of some) {
    const all = idsOf(await search(filters));
    const paged: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page: Found = await search(filters, { more: { limit: 2, ...(before ? { before } : {}) } });
      expect(page.payments.length).toBeGreaterThan(0);
      expect(page.searchedUntil).toBeNull();
      paged.push(...idsOf(page));
      before = page.next;
    }
    expect(paged).toEqual(all);
  }
});

test('a search also finds payments that are older than the newest ones, by the index', async () => {
  const { key, merchant } = await shop();
  const who = await signIn(key, merchant.id);
  const custom = { reference: 'The first one' };
  const first = await authorized(merchant, 777, { custom });
  for (let count = 0; count < 8; count++) await authorized(merchant, 100);
  // A search reads only a page of the newest payments from the list.
  const inShop = { who, merchantId: merchant.id, more: { limit: 5 } };
  const some: Filters[] = [{ reference: 'the first one' }, { amount: 777 }, { amount: 777, last4: '0000' }];
  for (const filters of some)
    await waitUntil(
      async () => idsOf(await search(filters, inShop)),
      (found) => found.length === 1 && found[0] === first,
    );
  await move(key, first, 'captures', 777);
  expect(idsOf(await search({ state: 'refunded' }, inShop))).toEqual([]);
  await move(key, first, 'refunds', 7);
  await waitUntil(
    async () => idsOf(await search({ state: 'refunded' }, inShop)),
    (found) => found[0] === first,
  );
  expect(idsOf(await search({ amount: 100 }, { ...inShop, more: { limit: 5, before: first } }))).toEqual([]);
});

test('the list of each state follows the changes of a payment', async () => {
  const { key, merchant } = await shop();
  const who = await signIn(key, merchant.id);
  const inShop = { who, merchantId: merchant.id };
  const [refunded, voided] = [await authorized(merchant, 500), await authorized(merchant, 600)];
  const states = async (...wanted: string[]) =>
    Object.fromEntries(
      await Promise.all(wanted.map(async (state) => [state, idsOf(await search({ state }, inShop))])),
    );
  expect(await states('pending', 'refunded', 'voided')).toEqual({
    pending: [voided, refunded],
    refunded: [],
    voided: [],
  });
  await move(key, refunded, 'captures', 500);
  await move(key, refunded, 'refunds', 100);
  await move(key, voided, 'voids', 600);
  expect(await states('pending', 'refunded', 'voided', 'successful')).toEqual({
    pending: [],
    refunded: [refunded],
    voided: [voided],
    successful: [voided, refunded],
  });
});

test('an increment is found by the new amount, and no longer by the old one', async () => {
  const { key, merchant } = await shop();
  const inShop = { who: await signIn(key, merchant.id), merchantId: merchant.id };
  const id = await authorized(merchant, 500);
  await move(key, id, 'increments', 50);
  expect(idsOf(await search({ amount: 550 }, inShop))).toEqual([id]);
  expect(idsOf(await search({ amount: 500 }, inShop))).toEqual([]);
});

test('a search finds nothing of another merchant, with any cursor', async () => {
  const other = await shop();
  const custom = { reference: references.order };
  const theirs = await authorized(other.merchant, 1200, { custom });
  const twin = await createMerchant(own.key);
  const alsoMine = await authorized(twin, 1200, { custom });
  const who = await signIn(own.key, own.merchant.id, twin.id);
  expect(idsOf(await search({ reference: 'order 12' }, { who }))).toEqual(named('order'));
  expect(idsOf(await search({ reference: 'order 12' }, { who, merchantId: twin.id }))).toEqual([alsoMine]);
  const forged = [theirs, alsoMine, 'f'.repeat(24), '0'.repeat(24)];
  const some: Filters[] = [{ reference: 'order 12' }, { last4: '0000' }, { scheme: 'visa' }, {}];
  for (const before of forged)
    for (const filters of some) {
      const { payments } = await search(filters, { who, more: { before } });
      expect(payments.filter(({ merchantId }) => merchantId !== own.merchant.id)).toEqual([]);
    }
  const path = `/api/merchants/${other.merchant.id}/search?limit=5&filter[last4]=0000`;
  expect((await who.ask('GET', path)).status).toBe(403);
  const missing = `/api/merchants/${'f'.repeat(24)}/search?limit=5`;
  expect((await who.ask('GET', missing)).status).toBe(404);
  // The key of an app opens no route of the console.
  expect((await api('GET', `/merchants/${own.merchant.id}/search`, { key: own.key })).status).toBe(404);
});

import { randomBytes } from 'node:crypto';
import { type Browser, browser } from '../support/console.ts';
import { world } from '../support/world.ts';

const { api, shop } = world();

type Shop = Awaited<ReturnType<typeof shop>>;

/** A signed-in member, who lists and changes the templates of the merchant. */
async function member({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, role = 'member') {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email, role } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  return { me, ...templatesOf(me, merchant.id) };
}

const templatesOf = (me: Browser, merchantId: string) => {
  const path = `/api/merchants/${merchantId}/templates`;
  return {
    list: async () => (await me.ask('GET', path)).body,
    save: (body: object) => me.ask('PUT', path, { body }),
    remove: async (id: string) => (await me.ask('DELETE', `${path}/${id}`)).status,
  };
};

const terms = {
  amount: 1250,
  currency: 'EUR',
  text: 'Yoga',
  reference: 'Class 7',
  uses: 12,
  days: 7,
  methods: [],
};

test('the people of a merchant share templates, and another merchant has its own', async () => {
  const own = await shop();
  const [one, other] = [await member(own), await member(own, 'accountant')];
  const stranger = await member(await shop(), 'owner');
  const { status, body } = await one.save({ name: '  Class \u00a0 7 ', ...terms });
  const named = { id: expect.any(String), version: expect.any(String), name: 'Class 7' };
  expect([status, body]).toEqual([200, { template: { ...named, ...terms } }]);
  const bare = (await one.save({ name: 'Any', currency: 'JPY' })).body.template;
  expect(bare).toMatchObject({
    amount: null,
    text: null,
    reference: null,
    uses: null,
    days: null,
    methods: null,
  });
  expect(await other.list()).toEqual([bare, body.template]);
  expect(await stranger.list()).toEqual([]);
  expect((await stranger.save({ name: 'Class 7', ...terms })).status).toBe(200);
  expect([await one.remove(bare.id), await one.remove(bare.id)]).toEqual([204, 404]);
  expect(await other.list()).toEqual([body.template]);
});

test('only a user who has seen the present version of a template can replace the template', async () => {
  const own = await shop();
  const [one, other] = [await member(own), await member(own)];
  const { template } = (await one.save({ name: 'Class', ...terms })).body;
  for (const name of ['Class', '\u202eClass\u202c', 'Cl\u200bass', 'Class \u2060', '\u00adClass'])
    expect([name, (await other.save({ name, ...terms, text: 'Mine' })).status]).toEqual([name, 409]);
  const replaces = template.version;
  const both = await Promise.all(
    [one, other].map(({ save }, n) => save({ name: 'Class', ...terms, text: `New ${n}`, replaces })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [kept] = await one.list();
  const winner = both.find(({ status }) => status === 200)?.body.template;
  expect([kept, kept.version === replaces]).toEqual([winner, false]);
  expect(await other.remove(template.id)).toBe(204);
  expect((await one.save({ name: 'Class', ...terms, replaces: winner.version })).status).toBe(409);
  const made = await Promise.all([one, other].map(({ save }) => save({ name: 'Class', ...terms })));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a merchant has at most 30 templates, also if many people save at the same time', async () => {
  const own = await shop();
  const one = await member(own);
  const saveAll = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => one.save({ name: `T${from + n}`, currency: 'EUR' })));
  for (let n = 0; n < 24; n += 6) await saveAll(n, 6);
  const last = await saveAll(24, 12);
  expect(last.filter(({ status }) => status === 200)).toHaveLength(6);
  const refused = last.find(({ status }) => status === 400);
  expect(refused?.body).toEqual([{ field: 'templates', message: 'There are 30 templates already' }]);
  const all = await one.list();
  expect(all).toHaveLength(30);
  const [{ id, name, version }] = all;
  expect((await one.save({ name, currency: 'DKK', replaces: version })).status).toBe(200);
  expect(await one.remove(id)).toBe(204);
  expect((await one.save({ name: 'One more', currency: 'EUR' })).status).toBe(200);
});

test('a template keeps methods that the merchant offers, none of them, or no choice', async () => {
  const { save, list } = await member(await shop({ methods: ['mobilepay', 'blik'] }));
  for (const methods of [['blik'], []]) {
    const { template } = (await save({ name: `Class ${methods.length}`, ...terms, methods })).body;
    expect(template).toMatchObject({ methods });
  }
  const { status, body } = await save({ name: 'Class', ...terms, methods: ['blik', 'swish'] });
  const message = "Must be among the merchant's `methods`: mobilepay, blik; got swish";
  expect([status, body]).toEqual([400, [{ field: 'methods', message }]]);
  expect((await list()).map(({ methods }: { methods: string[] }) => methods)).toEqual([[], ['blik']]);
});

test('a template with a wrong, too long or unknown field is refused', async () => {
  const { save, list } = await member(await shop());
  for (const wrong of [
    { name: ' ' },
    { name: '\u202e\u200b' },
    { name: 'x'.repeat(61) },
    { amount: '12.50 EUR' },
    { amount: -1 },
    { currency: 'ABC' },
    { text: 'x'.repeat(1025) },
    { reference: 'x'.repeat(1025) },
    { uses: 1001 },
    { days: 8 },
    { methods: ['blik'] },
    { replaces: 'x' },
    { merchantId: 'f'.repeat(24) },
  ])
    expect([wrong, (await save({ name: 'Class', ...terms, ...wrong })).status]).toEqual([wrong, 400]);
  expect(await list()).toEqual([]);
});

import { customer } from './support/customer.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, payment, transaction } = here;
const { frictionless } = customer(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const euros = { amount: 10000, currency: 'EUR' };
const link = async (over: object = {}): Promise<Json> => {
  const body = { ...euros, ...over };
  return (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link;
};
const ann = { name: 'Ann O’Neil-Łuczak 王', email: 'ann@example.com' };

/** Pays a link, with these data about the payer. */
async function pay(linkId: string, payer?: unknown) {
  const order = await payment(merchant, { linkId, ...(payer === undefined ? {} : { payer }) });
  const begun = await pos('/payments', order);
  if (begun.status !== 200) return begun;
  return pos('/payments', { ...order, hints: await frictionless(order) });
}

test('a payment by a link that asks for name and email requires both, and the transaction shows both', async () => {
  const { id, ask } = await link({ ask: ['name', 'email'] });
  expect(ask).toEqual(['name', 'email']);
  for (const [payer, field] of [
    [undefined, 'payer.name'],
    [{}, 'payer.name'],
    [{ email: ann.email }, 'payer.name'],
    [{ name: ann.name }, 'payer.email'],
  ] as const)
    expect(await pay(id, payer)).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_INVALID', message: expect.stringContaining(field) },
    });
  const paid = await pay(id, { ...ann, phone: '123' });
  expect(paid.status).toBe(201);
  expect((await transaction(key, paid.body.authorizationId)).payer).toEqual(ann);
  const query = { limit: 1 };
  const [listed] = (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query })).body;
  expect(listed.payer).toEqual(ann);
});

test('a link requires only the payer fields that it asks for', async () => {
  const one = await pay((await link({ ask: ['email'] })).id, { email: ann.email });
  expect((await transaction(key, one.body.authorizationId)).payer).toEqual({ name: null, email: ann.email });
  const other = await link();
  expect(other.ask).toBeNull();
  const silent = await pay(other.id);
  expect((await transaction(key, silent.body.authorizationId)).payer).toBeNull();
  expect((await pay((await link()).id, {})).status).toBe(201);
});

test('a merchant can set and clear `ask` for its own pages, and a payment without a payer still succeeds', async () => {
  expect(merchant.ask).toEqual([]);
  const path = `/merchants/${merchant.id}`;
  const body = { ask: ['name'] };
  expect((await api('PUT', path, { key, body })).status).toBe(204);
  expect((await api('GET', path, { key })).body.merchant.ask).toEqual(['name']);
  expect((await pay((await link()).id)).status).toBe(201);
  expect((await api('PUT', path, { key, body: { ask: [] } })).status).toBe(204);
  expect((await api('GET', path, { key })).body.merchant.ask).toEqual([]);
});

test.each([[['phone']], [['name', 'name']], ['name'], [[1]], [{}]])(
  'a merchant cannot set ask to %j',
  async (ask) => {
    const refused = await api('PUT', `/merchants/${merchant.id}`, { key, body: { ask } });
    expect([refused.status, refused.body[0].field]).toEqual([400, expect.stringMatching(/^ask/)]);
  },
);

describe('the payer of a refused payment', () => {
  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(101)],
    ['name', 'Ann\nO’Neil'],
    ['name', 'Ann\u0000'],
    ['name', 'Ann\u202Eliame'],
    // A card number that a customer types as a name by mistake would be stored.
    ['name', '4100 0000 0000 0000'],
    ['name', 'Ann ٤١٠٠٠٠٠٠٠٠٠٠٠٠٠٠'],
    ['name', 7],
    ['email', ''],
    ['email', 'ann'],
    ['email', 'ann@localhost'],
    ['email', '<ann@example.com>'],
    ['email', `${'a'.repeat(65)}@example.com`],
    ['email', 'ann@example.com\r\nBcc: bob@example.com'],
  ])('a payer cannot have the %s %j', async (field, value) => {
    const { id } = await link({ ask: ['name', 'email'] });
    const refused = await pay(id, { ...ann, [field]: value });
    expect([refused.status, refused.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(refused.body.message).toContain(`payer.${field}`);
  });

  test('a payer cannot be a list, a text or a number', async () => {
    for (const payer of [['Ann'], 'Ann', 1])
      expect(await pay((await link()).id, payer)).toMatchObject({ status: 400 });
  });
});

test('a later charge by the merchant’s server does not show the payer of the first payment', async () => {
  const paid = await pay((await link({ recurring: true })).id, ann);
  const body = { transactionId: paid.body.authorizationId, currency: 'EUR', amount: 100 };
  const again = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
  expect(again.status).toBe(201);
  expect((await transaction(key, again.body.transaction.id)).payer).toBeNull();
});

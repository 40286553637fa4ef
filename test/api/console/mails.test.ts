import { randomBytes } from 'node:crypto';
import { roles } from '#domain/merchants/roles.ts';
import { browser } from '../support/console.ts';
import { until } from '../support/until.ts';
import { world } from '../support/world.ts';

const { api, pos, shop, authorized, move } = world();

type Shop = Awaited<ReturnType<typeof shop>>;

/** A signed-in member. */
async function member({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, role: string) {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email, role } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  return me;
}

const ask = ({ merchant }: Pick<Shop, 'merchant'>, transactionId: string, email: string) =>
  pos('/payments/receipts', { integration: { key: merchant.key }, transactionId, email });

test('members of each role see which mails went to the customer, with masked addresses', async () => {
  const own = await shop();
  const id = await authorized(own.merchant, 5000);
  const email = `${own.merchant.id}@example.com`;
  await move(own.key, id, 'captures', 5000);
  expect((await ask(own, id, email)).status).toBe(202);
  const me = await member(own, 'owner');
  const path = `/api/transactions/${id}/mails`;
  const list = async (count: number) =>
    until(
      () => me.ask('GET', path),
      ({ body }) => body.length === count,
      60,
    );
  const to = `${email[0]}•••@example.com`;
  const sent = { created: expect.any(String), outcome: 'sent', to };
  expect((await list(1)).body).toEqual([{ ...sent, refund: null }]);
  expect((await move(own.key, id, 'refunds', 1250)).status).toBe(201);
  const { body, text } = await list(2);
  expect(body).toEqual([
    { ...sent, refund: 1250 },
    { ...sent, refund: null },
  ]);
  expect(text).not.toContain(email);
  for (const role of roles)
    expect([role, (await (await member(own, role)).ask('GET', path)).body]).toEqual([role, body]);
});

test('a payment without mails has an empty list, and a stranger learns nothing of a payment', async () => {
  const [own, other] = [await shop(), await shop()];
  const [id, theirs] = [await authorized(own.merchant, 100), await authorized(other.merchant, 100)];
  const me = await member(own, 'owner');
  const mailsOf = async (id: string) => (await me.ask('GET', `/api/transactions/${id}/mails`)).status;
  expect((await me.ask('GET', `/api/transactions/${id}/mails`)).body).toEqual([]);
  expect([await mailsOf(theirs), await mailsOf('f'.repeat(24)), await mailsOf('x')]).toEqual([403, 404, 404]);
  expect((await me.ask('GET', `/api/transactions/${id}/mails?to=x`)).status).toBe(400);
});

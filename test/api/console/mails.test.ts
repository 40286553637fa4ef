import { randomBytes } from 'node:crypto';
import { roles } from '#domain/merchants/roles.ts';
import { browser } from '../support/console.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, pos, shop, authorized, move, pay, payment } = world();

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

const ask = ({ merchant }: Pick<Shop, 'merchant'>, transactionId: string, email?: string) =>
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
    waitUntil(
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

test('without an address of its own, a request for a receipt mails to the address of the link, and does not reveal it', async () => {
  const own = await shop();
  const terms = { amount: 500, currency: 'EUR', uses: 2, email: `linked@${own.merchant.id}.example.com` };
  const path = `/merchants/${own.merchant.id}/links`;
  const { id: linkId } = (await api('POST', path, { key: own.key, body: terms })).body.link;
  const [id, other] = [
    await authorized(own.merchant, 500, { linkId }),
    await authorized(own.merchant, 500, { linkId }),
  ];
  const asked = [await ask(own, id), await ask(own, other, `typed@${own.merchant.id}.example.com`)];
  expect(asked.map(({ status, body }) => [status, body])).toEqual([
    [202, { transactionId: id }],
    [202, { transactionId: other }],
  ]);
  const me = await member(own, 'owner');
  const recipients = async (of: string) => {
    const { body } = await waitUntil(
      () => me.ask('GET', `/api/transactions/${of}/mails`),
      ({ body }) => body.length > 0,
      60,
    );
    return body.map(({ to }: { to: string }) => to);
  };
  expect([await recipients(id), await recipients(other)]).toEqual([
    [`l•••@${own.merchant.id}.example.com`],
    [`t•••@${own.merchant.id}.example.com`],
  ]);
  const unnamed = await ask(own, await authorized(own.merchant, 500));
  expect([unnamed.status, unnamed.body.message]).toEqual([400, 'email: Is required, as no link says one']);
});

test('a payment of another merchant, and one that is unknown, declined or voided, has no receipt, with one answer for all', async () => {
  const [own, other] = [await shop(), await shop()];
  const [id, voided] = [await authorized(own.merchant, 500), await authorized(own.merchant, 500)];
  expect((await move(own.key, voided, 'voids', 500)).status).toBe(201);
  const lost = { tds: { challenge: false }, card: { status: 'lost' } };
  expect((await pay(await payment(own.merchant, { test: lost }))).status).toBe(400);
  const query = { limit: 1, 'filter[successful]': 'no' };
  const path = `/merchants/${own.merchant.id}/transactions`;
  const [declined] = (await api('GET', path, { key: own.key, query })).body;
  const email = `${own.merchant.id}@example.com`;
  const answers = [
    await ask(other, id, email),
    await ask(own, 'f'.repeat(24), email),
    await ask(own, declined.id, email),
    await ask(own, voided, email),
  ];
  const message = 'transactionId: Must be a payment to this merchant within the last 24 hours';
  for (const { status, body } of answers)
    expect([status, body]).toEqual([400, { code: 'REQUEST_INVALID', message }]);
});

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
  expect([unnamed.status, unnamed.body.message]).toEqual([
    400,
    'email: Is required because no link names one',
  ]);
});

test('a payment of another merchant, and one that is unknown, declined or voided, has no receipt, with one response for all', async () => {
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

describe('a receipt that a member sends', () => {
  const mailsOf = (id: string) => `/api/transactions/${id}/mails`;

  test('a receipt from a member goes to the address of the customer or to another one, also twice, and stands in the audit log', async () => {
    const own = await shop();
    const payer = { email: `ann-${own.merchant.id}@example.com` };
    const id = await authorized(own.merchant, 5000, { payer });
    const me = await member(own, 'owner');
    const send = (body: object) => me.ask('POST', mailsOf(id), { body });
    expect(await send({})).toMatchObject({ status: 202, body: { to: 'a•••@example.com' } });
    const other = `bob-${own.merchant.id}@example.com`;
    for (const email of [other, other])
      expect(await send({ email })).toMatchObject({ status: 202, body: { to: 'b•••@example.com' } });
    const { body } = await waitUntil(
      () => me.ask('GET', mailsOf(id)),
      ({ body }) => body.length === 3,
      60,
    );
    expect(body.map(({ to }: { to: string }) => to).sort()).toEqual([
      ...['a•••@example.com', 'b•••@example.com', 'b•••@example.com'],
    ]);
    const log = (await me.ask('GET', `/api/merchants/${own.merchant.id}/audit?limit=9`)).body;
    const action = 'POST /transactions/{transactionId}/mails';
    expect(log).toMatchObject([
      { action, fields: { email: other }, status: 202 },
      { action, fields: { email: other }, status: 202 },
      { action, status: 202 },
    ]);
  });

  test('a receipt from a member is sent once for each idempotency key', async () => {
    const own = await shop();
    const id = await authorized(own.merchant, 100);
    const me = await member(own, 'owner');
    const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
    const send = (email: string) => me.ask('POST', mailsOf(id), { body: { email }, headers });
    const [first, again] = [await send('ann@example.com'), await send('ann@example.com')];
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect((await send('bob@example.com')).status).toBe(422);
    await me.ask('POST', mailsOf(id), { body: { email: 'eve@example.com' } });
    const { body } = await waitUntil(
      () => me.ask('GET', mailsOf(id)),
      ({ body }) => body.some(({ to }: { to: string }) => to.startsWith('e')),
      60,
    );
    expect(body.map(({ to }: { to: string }) => to).sort()).toEqual(['a•••@example.com', 'e•••@example.com']);
  });

  test('a receipt from a member is refused for other merchants, other roles, payments without a receipt, and no address', async () => {
    const [own, other] = [await shop(), await shop()];
    const [id, theirs] = [await authorized(own.merchant, 100), await authorized(other.merchant, 100)];
    const me = await member(own, 'member');
    const body = { email: 'ann@example.com' };
    const send = async (of: string, sent: object = body, who = me) => {
      const { status, body } = await who.ask('POST', mailsOf(of), { body: sent });
      return [status, body[0]?.field];
    };
    expect([await send(theirs), await send('f'.repeat(24))]).toEqual([
      [403, undefined],
      [404, undefined],
    ]);
    for (const role of ['support', 'accountant'])
      expect([role, await send(id, body, await member(own, role))]).toEqual([role, [403, undefined]]);
    expect([await send(id, {}), await send(id, { email: 'no address' })]).toEqual([
      [400, 'email'],
      [400, 'email'],
    ]);
    await move(own.key, id, 'voids', 100);
    expect(await send(id)).toEqual([400, 'transactionId']);
  });

  test('a receipt from a member can be sent ten times, so that nobody floods a mailbox through a payment', async () => {
    const own = await shop();
    const id = await authorized(own.merchant, 100);
    const me = await member(own, 'owner');
    const send = () => me.ask('POST', mailsOf(id), { body: { email: 'ann@example.com' } });
    for (let count = 0; count < 10; count++) expect((await send()).status).toBe(202);
    expect(await send()).toMatchObject({ status: 400, body: [{ field: 'email' }] });
  });
});

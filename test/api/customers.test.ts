import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { aws } from './support/aws.ts';
import { browser } from './support/console.ts';
import { customer as payerBrowser } from './support/customer.ts';
import { rawMails } from './support/mails.ts';
import { take } from './support/receiver.ts';
import { scan, valuesIn } from './support/stored-items.ts';
import { waitUntil } from './support/wait-until.ts';
import { receivers } from './support/webhook-receivers.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, authorized, move, payment, transaction } = here;
const { frictionless } = payerBrowser(here);
const { report } = aws();
const receiver = receivers();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;
type Shop = Awaited<ReturnType<typeof shop>>;

/** Names that no other test has. Another person's address ends with this one. */
function someone() {
  const tag = randomBytes(5).toString('hex').replace(/\d/g, 'q');
  return {
    name: `Annegret ${tag}stein`,
    email: `Anne.${tag}@Example.com`,
    customer: `kunde-${tag}`,
    other: `jo-anne.${tag}@example.com`,
    tag,
  };
}

const linkOf = async ({ key, merchant }: Shop, over: object): Promise<Json> =>
  (
    await api('POST', `/merchants/${merchant.id}/links`, {
      key,
      body: { amount: 10000, currency: 'EUR', uses: 9, ...over },
    })
  ).body.link;

async function payLink({ merchant }: Shop, linkId: string, over: object): Promise<Json> {
  const order = await payment(merchant, { linkId, ...over });
  const begun = await pos('/payments', order);
  return begun.status === 200 ? pos('/payments', { ...order, hints: await frictionless(order) }) : begun;
}

/** Repeats a request until it says that nothing is left. @returns the responses */
async function all(
  kind: 'erasures' | 'disclosures',
  { key, merchant }: Shop,
  person: object,
): Promise<Json[]> {
  const bodies: Json[] = [];
  for (let cursor: string | undefined; ; ) {
    const body = { ...person, cursor };
    const answer = await api('PUT', `/merchants/${merchant.id}/${kind}`, { key, body });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    bodies.push(answer.body);
    cursor = answer.body.next ?? undefined;
    if (!cursor) return bodies;
  }
}

const erase = async (own: Shop, person: object) =>
  (await all('erasures', own, person)).reduce(
    (sum, { erased }) => Object.fromEntries(Object.entries(erased).map(([k, n]) => [k, (sum[k] ?? 0) + n])),
    {} as Json,
  );
const disclose = async (own: Shop, person: object) =>
  (await all('disclosures', own, person)).reduce(
    (sum, { found }) =>
      Object.fromEntries(
        Object.entries(found).map(([k, list]) => [k, [...(sum[k] ?? []), ...(list as Json[])]]),
      ),
    {} as Json,
  );

const nothing = { payments: 0, links: 0, cards: 0, receipts: 0, events: 0, entries: 0, waiting: 0 };

/** The items of the table with one of these texts. The bodies of events are compressed. */
async function itemsWith(texts: RegExp): Promise<string[]> {
  const items = (await scan(process.env.FLORIN_DYNAMODB ?? '')) as Json[];
  return items
    .filter((item) => {
      const body = item.body?.B ? gunzipSync(Buffer.from(item.body.B, 'base64')).toString() : '';
      return texts.test([body, ...valuesIn(item)].join('\n'));
    })
    .map(({ pk, sk }) => `${pk.S} ${sk.S}`);
}

const reason = { code: 83, title: 'Fraud, card-absent environment' };

/** Has a dispute opened about a payment, and ended if it has an outcome. */
async function dispute({ key, merchant }: Shop, transactionId: string, outcome?: 'won' | 'lost') {
  const reference = `customers-${transactionId}`;
  const due = '2090-01-01T00:00:00.000Z';
  const path = `/disputes?limit=9&filter[merchantId]=${merchant.id}&filter[transactionId]=${transactionId}`;
  const seen = async () => (await api('GET', path, { key })).body[0]?.status;
  await report({ type: 'dispute.opened', reference, transactionId, amount: 1000, reason, due });
  await waitUntil(seen, (status) => status === 'open');
  if (!outcome) return reference;
  await report({ type: 'dispute.resolved', reference, outcome });
  await waitUntil(seen, (status) => status === outcome);
  return reference;
}

async function ownerOf({ key, merchant }: Shop) {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  const me = browser();
  await me.signIn(email);
  return me;
}

test('an erased customer is nowhere in the table, the ledger is as before, and a second run finds nothing', async () => {
  const [own, rival] = await Promise.all([shop(), shop()]);
  const { name, email, customer, other, tag } = someone();
  const { key, merchant } = own;
  const failing = await receiver((response, { text }) => response.writeHead(500).end(text));
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { url: failing.url } })).body;
  const me = await ownerOf(own);

  // The customer appears in each way.
  const payer = { name, email };
  const redirect = `https://example.com/thanks?for=${encodeURIComponent(email.toLowerCase())}`;
  const link = await linkOf(own, { email, customer, ask: ['name', 'email'], redirect, text: `For ${email}` });
  const paid = await payLink(own, link.id, { payer, save: true });
  expect(paid.status).toBe(201);
  const first: string = paid.body.authorizationId;
  await move(key, first, 'captures', 10000);
  await move(key, first, 'refunds', 500);
  await dispute(own, first, 'won');
  const declined = await payLink(own, link.id, {
    payer,
    test: { tds: { challenge: false }, card: { status: 'lost' } },
  });
  expect(declined.status).toBe(400);
  const custom = { orderId: '1001', customer: { name, email: email.toUpperCase() }, street: `${tag}weg 1` };
  const second = await authorized(merchant, 10000, { custom });
  await move(key, second, 'captures', 4000);
  const again = {
    transactionId: first,
    currency: 'EUR',
    amount: 700,
    reference: `${email} 1`,
    custom: { note: email },
  };
  expect((await api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again })).status).toBe(
    201,
  );
  expect(
    (await me.ask('POST', `/api/transactions/${second}/mails`, { body: { email } })).status,
  ).toBeLessThan(300);
  const made = await me.ask('POST', `/api/merchants/${merchant.id}/links`, {
    body: { amount: 1, currency: 'EUR', email },
  });
  expect(made.status).toBe(201);
  // Somebody else bought a present, and somebody has an address that ends with the customer's.
  const present = await authorized(merchant, 3000, {
    custom: { orderId: '7', customer: { name: 'Joanna', email: other }, note: `a present for ${email}` },
  });
  const joanna = await linkOf(own, { email: other, customer: `${customer}-2` });
  const rivals = await authorized(rival.merchant, 3000, { custom });
  const disputed = await authorized(merchant, 2000, { custom });
  await move(key, disputed, 'captures', 2000);
  const openDispute = await dispute(own, disputed);
  await waitUntil(
    async () => (await api('GET', `${hooks}/${webhook.id}/deliveries?limit=99`, { key })).body,
    (list: Json[]) => list.length > 13 && list.every(({ attempts }) => attempts.length > 0),
  );
  const query = (params: { email: string }) =>
    me.ask(
      'GET',
      `/api/merchants/${merchant.id}/search?limit=9&filter[email]=${encodeURIComponent(params.email)}`,
    );
  await waitUntil(
    async () => (await query({ email })).body.payments,
    (list: Json[]) => list.length >= 4,
  );

  const books = async () => {
    const read = async (path: string) => (await api('GET', path, { key })).body;
    const m = `/merchants/${merchant.id}`;
    const lines = (await read(`${m}/lines?limit=99`)).map(({ order, ...line }: Json) => line);
    const rows = (await read(`${m}/transactions?limit=99`)).map(
      ({ id, amount, capturedAmount, refundedAmount, pendingAmount, card, trail }: Json) => [
        ...[id, amount, capturedAmount, refundedAmount, pendingAmount, card],
        trail.map(({ reference, ...entry }: Json) => entry),
      ],
    );
    return { lines, rows, account: await read(m), months: await read(`${m}/months`) };
  };
  const before = await books();
  const rivalBefore = await transaction(rival.key, rivals);
  const presentBefore = await transaction(key, present);

  const found = await disclose(own, { email: email.toLowerCase() });
  const ids = found.payments.map(({ id }: Json) => id);
  expect(ids).toEqual(expect.arrayContaining([first, second, present, disputed]));
  expect(ids).not.toContain(rivals);
  expect(found.links.map(({ id }: Json) => id).sort()).toEqual([link.id, made.body.link.id].sort());
  expect(found).toMatchObject({
    cards: [{ id: first, customer }],
    receipts: expect.arrayContaining([expect.objectContaining({ transactionId: first })]),
    entries: [{}, {}],
  });
  expect(found.disputes.length).toBe(2);
  expect(found.events.length).toBeGreaterThan(5);

  const names = new RegExp(`(?<!jo-)anne\\.${tag}|${tag}stein|${tag}weg|${customer}(?!-2)`, 'i');
  const mails = () =>
    rawMails(process.env.FLORIN_MAIL ?? '').filter((mail) => names.test(mail.replaceAll(/=\r?\n/g, '')));
  await waitUntil(
    async () => mails(),
    ({ length }) => length >= 3,
  );

  failing.behave = take;
  const erased = await erase(own, { email });
  expect(erased).toMatchObject({ cards: 1, waiting: 1, entries: 2, links: 2 });
  expect(erased.payments).toBeGreaterThanOrEqual(4);
  // The open dispute keeps its payment until it ends.
  expect((await transaction(key, disputed)).custom).toEqual(custom);
  await report({ type: 'dispute.resolved', reference: openDispute, outcome: 'won' });
  await waitUntil(
    () => transaction(key, disputed),
    ({ disputedAmount, trail }) => disputedAmount === 0 && trail.length === 2,
  );
  await erase(own, { email });
  await erase(own, { customer });
  expect(mails()).toEqual([]);
  // Records of idempotency keys expire within a day, the counter of mails has no address.
  const rest = await waitUntil(
    async () => (await itemsWith(names)).filter((item) => !item.startsWith('once#')),
    (left) => left.every((item) => item.includes(rivals)),
  );
  expect(rest.length).toBeGreaterThan(0);
  expect(await erase(own, { email })).toEqual(nothing);
  expect(await erase(own, { customer })).toEqual(nothing);

  const after = await books();
  expect(after.lines.filter(({ id }: Json) => before.lines.some((line: Json) => line.id === id))).toEqual(
    before.lines,
  );
  expect(after.account.merchant.balance).toEqual(before.account.merchant.balance);
  expect(await transaction(rival.key, rivals)).toEqual(rivalBefore);
  expect(await transaction(key, present)).toEqual({
    ...presentBefore,
    custom: { ...presentBefore.custom, note: 'erased' },
  });
  expect((await transaction(key, second)).custom).toEqual({ orderId: '1001' });
  expect(await transaction(key, first)).toMatchObject({ payer: null, capturedAmount: 10000 });
  expect((await api('GET', `/links/${joanna.id}`, { key })).body.link).toMatchObject({
    email: other,
    customer: `${customer}-2`,
  });
  // Money still moves, and nobody charges the card again.
  expect((await move(key, second, 'captures', 1000)).status).toBe(201);
  expect((await move(key, first, 'refunds', 100)).status).toBe(201);
  expect((await api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again })).status).toBe(
    400,
  );
  expect((await query({ email })).body.payments).toEqual([]);
  const audit = await me.ask('GET', `/api/merchants/${merchant.id}/audit?limit=50`);
  expect(audit.text).not.toMatch(names);
  // Later attempts of the deliveries send what is left, with a new signature.
  const count = failing.received.length;
  const [delivered] = (await api('GET', `${hooks}/${webhook.id}/deliveries?limit=99`, { key })).body.filter(
    ({ transactionId, type }: Json) => transactionId === first && type === 'transaction.created',
  );
  expect(
    (await api('POST', `${hooks}/${webhook.id}/deliveries/${delivered.id}/retries`, { key })).status,
  ).toBe(202);
  await waitUntil(
    async () => failing.received.slice(count),
    (list) => list.some(({ event }) => event.id === delivered.id),
  );
  expect(
    failing.received
      .slice(count)
      .map(({ text }) => text)
      .join('\n'),
  ).not.toMatch(names);
});

test('only a complete key and an owner erase or disclose, and one person is named exactly', async () => {
  const [own, rival] = await Promise.all([shop(), shop()]);
  const { key, merchant } = own;
  const { email } = someone();
  const id = await authorized(merchant, 1000, { custom: { email } });
  const made = await api('POST', `/merchants/${merchant.id}/apps/keys`, {
    key,
    body: { name: 'Helpdesk', role: 'support' },
  });
  for (const kind of ['erasures', 'disclosures']) {
    const ask = (body: object, by = key) =>
      api('PUT', `/merchants/${merchant.id}/${kind}`, { key: by, body });
    expect((await ask({ email }, made.body.app.key)).status).toBe(403);
    expect((await ask({ email }, rival.key)).status).toBe(403);
    for (const body of [
      {},
      { email: 'example.com' },
      { email, customer: 'ann' },
      { email, cursor: 'lines' },
      { customer: '' },
    ])
      expect([body, (await ask(body)).status]).toEqual([body, 400]);
  }
  expect(await erase(rival, { email })).toEqual(nothing);
  for (const wild of [
    '*@example.com',
    email.slice(1),
    `a${email}`,

    email.replace('.', '_'),
  ])
    expect([wild, await erase(own, { email: wild })]).toEqual([wild, nothing]);
  expect((await transaction(key, id)).custom).toEqual({ email });
});

test('the audit log says that somebody was erased, and not who', async () => {
  const own = await shop();
  const me = await ownerOf(own);
  const { email, tag } = someone();
  // An owner cannot hide an invitation by erasing the person as a customer.
  const users = `/api/merchants/${own.merchant.id}/users`;
  const invited = { email: `hidden-${email}`, role: 'owner' };
  expect((await me.ask('POST', users, { body: invited })).status).toBe(201);
  const path = `/api/merchants/${own.merchant.id}/erasures`;
  expect((await me.ask('PUT', path, { body: { email: invited.email } })).status).toBe(200);
  expect((await me.ask('PUT', path, { body: { email } })).status).toBe(200);
  const { body, text } = await me.ask('GET', `/api/merchants/${own.merchant.id}/audit?limit=9`);
  expect(body[0]).toMatchObject({ action: 'PUT /merchants/{merchantId}/erasures', status: 200 });
  expect(body[0].fields).toEqual({ email: '…' });
  expect(body[2].fields).toEqual(invited);
  expect(text.match(new RegExp(tag, 'g'))).toHaveLength(1);
});

test('captures and erasures at the same time move all money, and erase the customer', async () => {
  const own = await shop();
  const { email, name, tag } = someone();
  const custom = { orderId: '12', customer: { email, name } };
  const ids = await Promise.all(Array.from({ length: 6 }, () => authorized(own.merchant, 1000, { custom })));
  const capture = async (id: string) => (await move(own.key, id, 'captures', 250)).status;
  const [statuses] = await Promise.all([
    Promise.all(ids.flatMap((id) => [capture(id), capture(id), capture(id)])),
    erase(own, { email }),
    erase(own, { email }),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  // A capture copies the customer's name into its line. A later run finds a line that was written in the meantime.
  await erase(own, { email });
  for (const id of ids)
    expect(await transaction(own.key, id)).toMatchObject({ capturedAmount: 750, custom: { orderId: '12' } });
  expect(await itemsWith(new RegExp(tag))).toEqual([]);
  expect(await erase(own, { email })).toEqual(nothing);
});

import { allEvidence } from '#domain/disputes/evidence-limits.ts';
import { aws } from './support/aws.ts';
import { browser } from './support/console.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, createApp, shop, tokens, authorized, move, pay, payment, transaction } = world();
const { report, emptied, invoke } = aws();

type Shop = Awaited<ReturnType<typeof shop>>;

const due = '2030-01-01T00:00:00.000Z';
const reason = { code: 83, title: 'Fraud, card-absent environment' };

let references = 0;
const newReference = () => `test-${process.pid}-${Date.now()}-${references++}`;

const opened = (transactionId: string, amount: number, reference = newReference(), until = due) => ({
  type: 'dispute.opened',
  reference,
  transactionId,
  amount,
  reason,
  due: until,
});
const resolved = (reference: string, outcome: 'won' | 'lost') => ({
  type: 'dispute.resolved',
  reference,
  outcome,
});

/** Makes a transaction and captures its whole amount. */
async function makeCapture({ key, merchant }: Shop, amount = 10000, over = {}): Promise<string> {
  const id = await authorized(merchant, amount, over);
  await move(key, id, 'captures', amount);
  return id;
}

const balanceOf = async ({ key, merchant }: Shop): Promise<number> =>
  (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;

const disputesOf = async ({ key, merchant }: Shop, transactionId?: string) =>
  (
    await api('GET', '/disputes', {
      key,
      query: {
        limit: 1000,
        'filter[merchantId]': merchant.id,
        ...(transactionId ? { 'filter[transactionId]': transactionId } : {}),
      },
    })
  ).body;

/** Waits until the trail of the transaction has `count` ended disputes, and returns the transaction. */
const settled = ({ key }: Shop, id: string, count = 1) =>
  waitUntil(
    () => transaction(key, id),
    ({ trail }) => trail.filter((entry: { dispute?: object }) => entry.dispute).length === count,
  );

test('the bought items are on the payment of a link and in each row about it, and the search finds them', async () => {
  const owner = await shop();
  const { key, merchant } = owner;
  const lines = [
    { text: 'Ten eggs', amount: 300 },
    { text: 'Bread', quantity: 2, amount: 700 },
  ];
  const terms = { amount: 1000, currency: 'EUR', reference: 'Order 7', lines, capture: true };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: terms })).body;
  const amount = { currency: 'EUR', exponent: 2, value: 1000 };
  const payer = { name: 'Ann Lee', email: 'ann@example.com' };
  const paid = await pay(await payment(merchant, { amount, linkId: link.id, payer }));
  expect(paid.status).toBe(201);
  const id = paid.body.authorizationId;
  const order = { reference: 'Order 7', customer: 'Ann Lee', description: 'Ten eggs, Bread' };
  expect((await transaction(key, id)).order).toEqual(order);
  const { body: rows } = await api('GET', `/merchants/${merchant.id}/transactions?limit=1`, { key });
  expect(rows[0].order).toEqual(order);
  const { body: ledger } = await api('GET', `/merchants/${merchant.id}/lines?limit=1`, { key });
  expect(ledger[0]).toMatchObject({ transactionId: id, order });
  await report(opened(id, 1000));
  const disputes = await waitUntil(
    () => disputesOf(owner),
    ({ length }) => length === 1,
  );
  expect(disputes).toMatchObject([{ transactionId: id, currency: 'EUR', order }]);
  const email = 'rows@console.example.com';
  await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  const me = browser();
  await me.signIn(email);
  const path = `/api/merchants/${merchant.id}/search?limit=9&filter[reference]=${encodeURIComponent('ten eggs, bread')}`;
  expect((await me.ask('GET', path)).body.payments).toMatchObject([{ id, order }]);
});

test('a lost dispute deducts its amount and a fee from the balance, with a line', async () => {
  const owner = await shop();
  const id = await makeCapture(owner);
  const before = await balanceOf(owner);
  const event = opened(id, 4000);
  await report(event);
  const open = await waitUntil(
    () => transaction(owner.key, id),
    ({ disputedAmount }) => disputedAmount > 0,
  );
  expect(open).toMatchObject({ disputedAmount: 4000, capturedAmount: 10000, trail: [{ capture: true }] });
  expect(await balanceOf(owner)).toBe(before);
  const fundsOf = async () =>
    (await api('GET', `/merchants/${owner.merchant.id}`, { key: owner.key })).body.merchant;
  const nothing = { pending: 0, reserved: 0, balances: {} };
  expect(await fundsOf()).toMatchObject({ ...nothing, disputed: 4000, available: before - 4000 });
  // Disputed money cannot be refunded as well.
  expect((await move(owner.key, id, 'refunds', 6001)).body).toEqual([
    { field: 'amount', message: expect.stringContaining('EUR 60.00') },
  ]);

  const [dispute] = await disputesOf(owner);
  expect(dispute).toEqual({
    id: expect.any(String),
    merchantId: owner.merchant.id,
    transactionId: id,
    created: expect.any(String),
    amount: 4000,
    currency: 'EUR',
    reason,
    due,
    status: 'open',
    stage: 'dispute',
    accepts: allEvidence,
    eligibility: null,
    contestFee: null,
    evidence: null,
  });
  const show = async () => (await api('GET', `/disputes/${dispute.id}`, { key: owner.key })).body;
  expect(await show()).toEqual({ dispute });

  await report(resolved(event.reference, 'lost'));
  const lost = await settled(owner, id);
  expect(await show()).toEqual({ dispute: { ...dispute, status: 'lost', accepts: null } });
  expect(lost.disputedAmount).toBe(4000);
  expect(lost.trail[1]).toMatchObject({
    dispute: { id: dispute.id, lost: true },
    amount: 4000,
    balance: -6000,
    fee: { flat: 2000, rate: 0 },
  });
  expect(await balanceOf(owner)).toBe(before - 6000);
  expect(await fundsOf()).toMatchObject({ ...nothing, disputed: 0, available: before - 6000 });
  const [line] = (
    await api('GET', `/merchants/${owner.merchant.id}/lines`, { key: owner.key, query: { limit: 1 } })
  ).body;
  expect(line).toMatchObject({
    id: lost.trail[1].lineId,
    dispute: true,
    balance: -6000,
    fee: 2000,
    transactionId: id,
  });
});

test('a won dispute leaves the balance unchanged, and releases the held amount', async () => {
  const owner = await shop();
  const id = await makeCapture(owner);
  const before = await balanceOf(owner);
  const event = opened(id, 10000);
  await report(event, resolved(event.reference, 'won'));
  const won = await settled(owner, id);
  expect(won.trail[1]).toMatchObject({ dispute: { won: true }, amount: 10000, balance: 0 });
  expect(won.trail[1]).not.toHaveProperty('lineId');
  expect(won.disputedAmount).toBe(0);
  expect(await balanceOf(owner)).toBe(before);
  const { body } = await api('GET', `/merchants/${owner.merchant.id}`, { key: owner.key });
  expect(body.merchant).toMatchObject({ disputed: 0, available: before });
  expect((await move(owner.key, id, 'refunds', 10000)).status).toBe(201);
});

test('events of a dispute that arrive in any order, repeatedly and together make one dispute with the right sums', async () => {
  const owner = await shop();
  const ids = await Promise.all(Array.from({ length: 4 }, () => makeCapture(owner, 1000)));
  const before = await balanceOf(owner);
  const events = ids.map((id) => opened(id, 500));
  // Each resolution arrives before its opening.
  await report(...events.map(({ reference }) => resolved(reference, 'lost')));
  const copies = events.flatMap((event) => [event, event, event, resolved(event.reference, 'lost'), event]);
  await report(...copies.sort(() => Math.random() - 0.5));
  for (const id of ids) await settled(owner, id);
  // A later, contradicting outcome must be ignored.
  await report(...events.map(({ reference }) => resolved(reference, 'won')));
  const last = await makeCapture(owner, 1000);
  const marker = opened(last, 1000);
  await report(marker, resolved(marker.reference, 'won'));
  await settled(owner, last);
  for (const id of ids) {
    expect((await settled(owner, id)).disputedAmount).toBe(500);
    expect(await disputesOf(owner, id)).toHaveLength(1);
  }
  expect(await disputesOf(owner)).toHaveLength(5);
  // A capture of 10.00 adds 10.00 less 0.135 (rounded half to even: 0.14) and 0.25.
  expect(await balanceOf(owner)).toBe(before - 4 * 2500 + 961);
});

test('a dispute that is reported lost, then won, and opened only then, is lost', async () => {
  const owner = await shop();
  const id = await makeCapture(owner);
  const before = await balanceOf(owner);
  const event = opened(id, 1000);
  for (const outcome of ['lost', 'won'] as const) {
    await report(resolved(event.reference, outcome));
    await emptied('AcquirerEvents', 90);
  }
  await report(event);
  expect((await settled(owner, id)).trail[1]).toMatchObject({ dispute: { lost: true } });
  expect(await balanceOf(owner)).toBe(before - 3000);
});

test('a dispute and a fraud alert with the same reference are both kept, in either order of arrival', async () => {
  const owner = await shop();
  const references = [newReference(), newReference()];
  const query = { limit: 10, 'filter[merchantId]': owner.merchant.id };
  const frauds = async () => (await api('GET', '/frauds', { key: owner.key, query })).body;
  const [first, second] = [await makeCapture(owner), await makeCapture(owner)];
  const fraud = (transactionId: string, reference?: string) => ({
    type: 'fraud.reported',
    reference,
    transactionId,
    reason: 1,
  });
  await report(opened(first, 100, references[0]), fraud(second, references[1]));
  await waitUntil(
    async () => [await disputesOf(owner), await frauds()],
    (lists) => lists.every(({ length }) => length === 1),
  );
  await report(fraud(first, references[0]), opened(second, 100, references[1]));
  await report(resolved(references[0] ?? '', 'won'), resolved(references[1] ?? '', 'lost'));
  await waitUntil(frauds, ({ length }) => length === 2);
  expect((await settled(owner, first)).trail[1]).toMatchObject({ dispute: { won: true } });
  expect((await settled(owner, second)).trail[1]).toMatchObject({ dispute: { lost: true } });
});

test('disputes are listed by merchant, by transaction and in pages, with plain or encoded brackets in the query', async () => {
  const owner = await shop();
  const [a, b] = [await makeCapture(owner), await makeCapture(owner)];
  await report(opened(a, 1), opened(a, 2), opened(b, 3));
  const all = await waitUntil(
    () => disputesOf(owner),
    ({ length }) => length === 3,
  );
  expect((await disputesOf(owner, a)).map(({ amount }: { amount: number }) => amount).sort()).toEqual([1, 2]);
  const list = (query: string) => api('GET', `/disputes?${query}`, { key: owner.key });
  const plain = await list(`limit=2&filter[merchantId]=${owner.merchant.id}`);
  expect(plain.body).toEqual(all.slice(0, 2));
  const encoded = await list(`limit=2&filter%5BmerchantId%5D=${owner.merchant.id}&before=${all[1].id}`);
  expect(encoded.body).toEqual(all.slice(2));
  const newer = await list(
    `limit=1&filter[merchantId]=${owner.merchant.id}&filter[transactionId]=${b}&after=${'0'.repeat(24)}`,
  );
  expect(newer.body).toMatchObject([{ amount: 3 }]);

  expect((await list('limit=2')).body).toMatchObject([{ field: 'filter[merchantId]' }]);
  expect((await list(`filter[merchantId]=${owner.merchant.id}`)).body).toMatchObject([{ field: 'limit' }]);
  expect((await list(`limit=1&filter[merchantId]=${owner.merchant.id}&filter[transactionId]=x`)).status).toBe(
    400,
  );
  const other = await shop();
  const foreign = `limit=1&filter[merchantId]=${other.merchant.id}&filter[transactionId]=${a}`;
  expect((await api('GET', `/disputes?${foreign}`, { key: other.key })).body).toEqual([]);
  const { key } = await createApp();
  for (const path of [`/disputes?limit=1&filter[merchantId]=${owner.merchant.id}`, `/disputes/${all[0].id}`])
    expect((await api('GET', path, { key })).status).toBe(403);
  expect((await api('GET', `/disputes/${'f'.repeat(24)}`, { key })).status).toBe(404);
});

test.each([
  ['4000000000000259', 'won', 0],
  ['4000000000001976', 'lost', -12000],
] as const)('a capture with the test card %s opens a dispute that is %s', async (number, outcome, cost) => {
  const owner = await shop();
  const card = { ...(await tokens(number)), expiry: { month: 12, year: 2090 } };
  const id = await makeCapture(owner, 10000, { card });
  const before = await balanceOf(owner);
  const ended = await settled(owner, id);
  expect(ended.trail.at(-1).dispute[outcome]).toBe(true);
  // The first balance may already include the cost of the dispute.
  expect([before, before + cost]).toContain(await balanceOf(owner));
  const [dispute, ...others] = await disputesOf(owner, id);
  expect([dispute, others]).toMatchObject([{ amount: 10000, reason }, []]);
  const days = (Date.parse(dispute.due) - Date.parse(dispute.created)) / 86_400_000;
  expect(days).toBeCloseTo(14, 1);
});

test.each([
  ['4000000000002685', 'won'],
  ['4000000000002693', 'lost'],
] as const)(
  'the dispute of the test card %s waits for evidence, and is %s after it',
  async (number, outcome) => {
    const owner = await shop();
    const card = { ...(await tokens(number)), expiry: { month: 12, year: 2090 } };
    const id = await makeCapture(owner, 10000, { card });
    const [dispute] = await waitUntil(
      () => disputesOf(owner, id),
      ({ length }) => length === 1,
    );
    const body = { explanation: 'Delivered on 3 November.' };
    const sent = await api('POST', `/disputes/${dispute.id}/evidence`, { key: owner.key, body });
    expect([sent.status, sent.body.dispute.status]).toEqual([201, 'open']);
    expect((await settled(owner, id)).trail.at(-1).dispute[outcome]).toBe(true);
  },
);

test('a test dispute is lost once its deadline has passed without evidence', async () => {
  const owner = await shop();
  const id = await makeCapture(owner, 1000);
  const before = await balanceOf(owner);
  await report(opened(id, 300), opened(id, 200, newReference(), new Date(Date.now() - 1000).toISOString()));
  await waitUntil(
    () => disputesOf(owner),
    ({ length }) => length === 2,
  );
  expect((await invoke('WatchAuthorizations', {})).error).toBeUndefined();
  const statuses = (await disputesOf(owner)).map(({ amount, status }: Record<string, unknown>) => [
    amount,
    status,
  ]);
  expect(Object.fromEntries(statuses)).toEqual({ 200: 'lost', 300: 'open' });
  expect(await balanceOf(owner)).toBe(before - 200 - 2000);
});

test.each(['/disputes', '/frauds'])('%s names all invalid query fields in one response', async (path) => {
  const { key } = await shop();
  const query = { before: 'x', 'filter[transactionId]': 'x' };
  const { status, body } = await api('GET', path, { key, query });
  const fields = body.map(({ field }: { field: string }) => field).sort();
  expect([status, fields]).toEqual([400, ['before', 'filter[merchantId]', 'filter[transactionId]', 'limit']]);
});

test('each fraud reason has a test card that reports a fraud alert with this reason', async () => {
  const owner = await shop();
  const frauds = async () =>
    (
      await api('GET', '/frauds', {
        key: owner.key,
        query: { limit: 100, 'filter[merchantId]': owner.merchant.id },
      })
    ).body;
  for (let reason = 0; reason <= 8; reason++) {
    const card = { ...(await tokens(`400000000000540${reason}`)), expiry: { month: 12, year: 2090 } };
    await makeCapture(owner, 100, { card });
  }
  const all = await waitUntil(frauds, ({ length }) => length === 9);
  expect(all.map(({ reason }: { reason: number }) => reason).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const [fraud] = all;
  expect(fraud).toMatchObject({
    merchantId: owner.merchant.id,
    reported: expect.stringMatching(/Z$/),
    created: expect.any(String),
  });
  expect((await api('GET', `/frauds/${fraud.id}`, { key: owner.key })).body).toEqual({ fraud });
  expect((await api('GET', `/frauds/${fraud.id}`, { key: (await createApp()).key })).status).toBe(403);
  const query = {
    limit: 9,
    'filter[merchantId]': owner.merchant.id,
    'filter[transactionId]': fraud.transactionId,
  };
  expect((await api('GET', '/frauds', { key: owner.key, query })).body).toEqual([fraud]);
});

test('a fraud alert that arrives repeatedly is kept once, and its reason is optional', async () => {
  const owner = await shop();
  const id = await makeCapture(owner);
  const event = { type: 'fraud.reported', reference: newReference(), transactionId: id };
  await report(event, event, event);
  const query = { limit: 9, 'filter[merchantId]': owner.merchant.id };
  const [fraud] = await waitUntil(
    async () => (await api('GET', '/frauds', { key: owner.key, query })).body,
    ({ length }) => length > 0,
  );
  expect(Object.keys(fraud).sort()).toEqual(['created', 'id', 'merchantId', 'transactionId']);
  const marker = { ...event, reference: newReference(), reason: 8 };
  await report(event, marker);
  await waitUntil(
    async () => (await api('GET', '/frauds', { key: owner.key, query })).body,
    (frauds) => frauds.length === 2 && frauds[0].reason === 8,
  );
});

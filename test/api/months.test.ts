import { newId } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { aws } from './support/aws.ts';
import { browser } from './support/console.ts';
import { addUser } from './support/possessions.ts';
import { useTable } from './support/use-table.ts';
import { world } from './support/world.ts';

const { api, shop, createApp } = world();

/** The name of the month some months before the present one, and a time in the middle of it. */
function monthAgo(count: number) {
  const middle = new Date();
  middle.setUTCDate(15);
  middle.setUTCMonth(middle.getUTCMonth() - count);
  return { name: middle.toISOString().slice(0, 7), time: middle.getTime() };
}

const [ago3, ago2, ago1] = [monthAgo(3), monthAgo(2), monthAgo(1)];

/** Writes a line as a movement does, at a time that a test chooses. */
async function book(merchantId: string, time: number, balance: number, over: Partial<Line> = {}) {
  const { addToBalance } = await import('../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../functions/core/store/table/transact.ts');
  const fee = over.fee ?? 0;
  const amount = { currency: 'EUR', amount: balance + fee };
  const money = { kind: 'capture' as const, amount, balance, fee, ...over };
  const line: Line = { id: newId(time), merchantId, test: true, ...money };
  await transact([putLine(line), addToBalance([line])]);
  return line.id;
}

beforeAll(() => useTable());

test('a month is closed once, in its order, and its lines are always the same', async () => {
  const { app, key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/months`;
  const close = (month: unknown, by = key) => api('PUT', path, { key: by, body: { month } });
  await book(merchant.id, ago3.time, 500);
  const line = await book(merchant.id, ago2.time, 4900, { fee: 100 });
  const pocket = { name: 'risk_reserved', net: 60, fee: 0 };
  const hold = await book(merchant.id, ago2.time + 1, 0, { kind: 'adjustment', pocket });
  expect((await api('GET', path, { key })).body).toEqual({ months: [], closing: null });

  const answers = await Promise.all([close(ago2.name), close(ago2.name), close(ago2.name)]);
  const [closed] = answers.filter(({ body }) => body.month?.state === 'closed');
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(closed?.body.month).toMatchObject({
    ...{ name: ago2.name, state: 'closed', timeZone: 'Europe/Copenhagen', count: 2, late: [] },
    closedBy: { kind: 'app', id: app.id, email: null },
    accounts: [{ currency: 'EUR', opening: 500, fees: 100, closing: 5400, count: 1 }],
    pockets: [
      {
        ...{ currency: 'EUR', pocket: 'risk_reserved', opening: 0, fees: 0, closing: 60, count: 1 },
        kinds: { capture: 0, refund: 0, dispute: 0, payout: 0, adjustment: 60 },
      },
    ],
    funds: [{ currency: 'EUR', pending: 0, reserved: 60, disputed: 0 }],
  });
  const late = await book(merchant.id, ago2.time + 2, 30);
  expect((await close(ago2.name)).body).toEqual(closed?.body);
  expect((await api('GET', path, { key })).body).toEqual({ months: [closed?.body.month], closing: null });

  const lines = async (query: Record<string, string | number>) =>
    (await api('GET', `${path}/lines`, { key, query: { limit: 9, ...query } })).body;
  const shown = await lines({ month: ago2.name });
  expect(shown).toMatchObject({
    next: null,
    lines: [
      {
        id: line,
        capture: true,
        postings: [
          { account: 'merchant:payable', currency: 'EUR', amount: 4900 },
          { account: 'fees:processing', currency: 'EUR', amount: 100 },
          { account: 'acquirer:receivable', currency: 'EUR', amount: -5000 },
        ],
      },
      { id: hold, balance: 0, pocket: { name: 'risk_reserved', balance: 60, fee: 0 } },
    ],
  });
  expect(shown.lines[0]).not.toHaveProperty('late');
  expect(await lines({})).toMatchObject({ next: null, lines: [{ id: late, late: true }] });

  // The platform's owner sees the month of each merchant.
  const { invoke } = aws();
  const list = async (before?: string): Promise<{ merchantId: string }[]> => {
    const { body } = await invoke('ListMonths', { month: ago2.name, test: true, before });
    const page = body as { merchants: { merchantId: string }[]; before?: string };
    return [...page.merchants, ...(page.before ? await list(page.before) : [])];
  };
  expect((await list()).find(({ merchantId }) => merchantId === merchant.id)).toMatchObject({
    currency: 'EUR',
    month: { name: ago2.name, accounts: [{ closing: 5400 }] },
  });

  const next = (await close(ago1.name)).body.month;
  expect(next.late).toEqual([{ month: ago2.name, currency: 'EUR', count: 1, net: 30 }]);
  expect(next.accounts[0]).toMatchObject({ opening: 5400, closing: 5430 });
});

test('a month that has not ended, is out of order, or is not a month cannot be closed', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/months`;
  const close = async (month: unknown) => (await api('PUT', path, { key, body: { month } })).status;
  const present = monthAgo(0).name;
  expect(await close(present)).toBe(409);
  expect(await close(monthAgo(-1).name)).toBe(409);
  expect(await close(monthAgo(30).name)).toBe(409);
  for (const month of ['2026-13', '', 202610, null, '1999-01', undefined])
    expect(await close(month)).toBe(400);
  expect(await close(ago2.name)).toBe(200);
  expect(await close(ago3.name)).toBe(409);
  const lines = async (query: Record<string, string | number>) =>
    (await api('GET', `${path}/lines`, { key, query })).status;
  expect(await lines({ limit: 1, month: ago1.name })).toBe(404);
  expect(await lines({ limit: 1, month: '2026-1' })).toBe(400);
  expect(await lines({ limit: 1001, month: ago2.name })).toBe(400);
  expect(await lines({ month: ago2.name })).toBe(200);
  const stranger = (await createApp()).key;
  expect((await api('PUT', path, { key: stranger, body: { month: ago1.name } })).status).toBe(403);
  expect((await api('GET', `${path}/lines?limit=1&month=${ago1.name}`, { key: stranger })).status).toBe(403);
});

test('an owner and an accountant close months in the console, the audit log says who, and other roles cannot', async () => {
  const { key, merchant } = await shop();
  const path = `/api/merchants/${merchant.id}/months`;
  const people = await Promise.all(
    ['owner', 'accountant', 'member', 'support'].map(async (role) => {
      const email = `${role}-${merchant.id}@example.com`;
      await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email, role } });
      const me = browser();
      await me.signIn(email);
      return { me, email };
    }),
  );
  const [owner, accountant, member, support] = people as [
    (typeof people)[number],
    (typeof people)[number],
    (typeof people)[number],
    (typeof people)[number],
  ];
  const close = async ({ me }: (typeof people)[number], month: string) =>
    me.ask('PUT', path, { body: { month } });
  for (const one of [member, support]) expect((await close(one, ago2.name)).status).toBe(403);
  const closed = await close(accountant, ago2.name);
  expect([closed.status, closed.body.month.closedBy.email]).toEqual([200, accountant.email]);
  expect((await close(owner, ago1.name)).status).toBe(200);
  const { body: log } = await owner.me.ask('GET', `/api/merchants/${merchant.id}/audit?limit=20`);
  const entries = log.filter(
    ({ action }: { action: string }) => action === 'PUT /merchants/{merchantId}/months',
  );
  expect(
    entries.map(({ user, fields, status }: { user: object; fields: string; status: number }) => [
      user,
      fields,
      status,
    ]),
  ).toContainEqual([expect.objectContaining({ email: accountant.email }), { month: ago2.name }, 200]);
});

test('the accounts of bookkeeping programs have defaults, and a merchant changes some of them', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/bookkeeping`;
  const { body } = await api('GET', path, { key });
  expect(body.bookkeeping.datev).toMatchObject({ digits: 4, accounts: { 'merchant:payable': '1361' } });
  const put = (change: object) => api('PUT', path, { key, body: change });
  const changed = await put({ datev: { consultant: 29098, accounts: { disputes: '1591' } } });
  expect(changed.status).toBe(200);
  const second = await put({ xero: { taxRate: 'No VAT' } });
  expect(second.body.bookkeeping).toEqual({
    ...body.bookkeeping,
    xero: { ...body.bookkeeping.xero, taxRate: 'No VAT' },
    datev: {
      ...body.bookkeeping.datev,
      consultant: 29098,
      accounts: { ...body.bookkeeping.datev.accounts, disputes: '1591' },
    },
  });
  expect((await api('GET', path, { key })).body).toEqual(second.body);
  for (const [wrong, field] of [
    [{ datev: { accounts: { disputes: 'abc' } } }, 'datev.accounts.disputes'],
    [{ datev: { consultant: 7 } }, 'datev.consultant'],
    [{ xero: { accounts: { disputes: 'x'.repeat(11) } } }, 'xero.accounts.disputes'],
    [{ xero: { accounts: { 'fees:new': '4' } } }, 'xero.accounts.fees:new'],
    [{ sage: {} }, 'sage'],
  ] as const) {
    const answer = await put(wrong);
    expect([field, answer.status, answer.body[0]?.field]).toEqual([field, 400, field]);
  }
  const member = `support-${merchant.id}@example.com`;
  await addUser(key, merchant.id, member);
  expect((await api('GET', path, { key: (await createApp()).key })).status).toBe(403);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdAt, newId } from '../../../functions/core/domain/id.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';
import { sqsMessages } from '../sqs-messages.ts';

const { messages, listen } = sqsMessages();

const own = onOwnTable(async () => {
  const variables = { AWS_ENDPOINT_URL_SQS: await listen(), MERCHANTS_URL: 'https://sqs.example/1/m' };
  Object.assign(process.env, variables, { PAYOUT_MINIMUM: '499', PAY_TEST_MERCHANTS: 'no' });
  return {
    ...(await import('../../../functions/core/store/ledger/balance.ts')),
    ...(await import('../../../functions/core/store/ledger/lines.ts')),
    ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/ledger/payouts.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/ledger/pay-out.ts')),
    job: (await import('../../../functions/jobs/pay-out.ts')).handler,
  };
});

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;

/** Makes a line. All lines of a merchant name one payment, so that they change the same share of the balance. */
const lineOf = (merchantId: string, kind: Line['kind'], balance: number, made = daysAgo(3)): Line => ({
  ...{ id: newId(made), merchantId, transactionId: merchantId, test: false, kind, balance, fee: 0 },
  amount: { currency: 'EUR', amount: balance },
});

/** A merchant with a balance, and with only the given lines to explain this balance. */
async function withBalance(balance: number, ...lines: readonly (readonly [Line['kind'], number])[]) {
  const merchant = someMerchant({ test: false });
  await own.createMerchant(merchant, { id: newId(), name: null });
  const { id } = merchant;
  await own.transact([{ item: own.addToBalance([lineOf(id, 'capture', balance)]).item }]);
  for (const [kind, sum] of lines) await own.transact([own.putLine(lineOf(id, kind, sum))]);
  return id;
}

/** The log lines about a merchant, without those of other tests. */
const toldOf = (merchantId: string): object[] =>
  logged.mock.calls
    .flatMap(([text]) => String(text).split('\n'))
    .flatMap((text) => (text.includes(merchantId) ? [JSON.parse(text)] : []));

const dayIn = (days: number) => new Date(daysAgo(-days)).toISOString().slice(0, 10);

const payOut = (merchantId: string, { minimum = 0, day = dayIn(0) } = {}) =>
  own.payOut(merchantId, minimum, day);

const payoutOf = async (merchantId: string) => {
  const { payoutId = '' } = (await own.lastPayout(merchantId)) ?? {};
  return own.getPayout(payoutId);
};

test('a payout waits for a line that the index shows late, and raises no alarm', async () => {
  const id = await withBalance(500);
  own.proxy.instead = async (operation) => {
    // Delays every transactional write, including the payout.
    if (operation === 'TransactWriteItems') await sleep(50);
    return undefined;
  };
  const paid = payOut(id);
  await sleep(200);
  await own.transact([own.putLine(lineOf(id, 'capture', 500))]);
  expect(await paid).toBe(500);
  expect(await payoutOf(id)).toMatchObject({ amount: 500, covers: { count: 1 }, carried: { in: 0, out: 0 } });
  own.proxy.instead = undefined;
  expect(toldOf(id)).toEqual([]);
});

test('a line that is written two minutes after its id was made is in the next payout', async () => {
  const id = await withBalance(500, ['capture', 500]);
  const made = Date.now() - 115_000;
  expect(await payOut(id)).toBe(500);
  const late = lineOf(id, 'capture', 100, made);
  await own.transact([own.putLine(late), { item: own.addToBalance([late]).item }]);
  expect([await payOut(id, { day: dayIn(1) }), toldOf(id)]).toEqual([100, []]);
});

test('for an hour after midnight, a payout uses the balance of the midnight before', async () => {
  const halfPast = Date.parse('2026-11-23T00:30:00Z') - Date.now();
  const { now } = Date;
  const merchant = someMerchant({ test: false });
  await own.createMerchant(merchant, { id: newId(), name: null });
  const { id } = merchant;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + halfPast);
  const { pk, prefix } = own.sharesOf(id);
  await own.transact([{ item: own.put({ pk, sk: `${prefix}0`, balance: 700, '2026-11-22': 200 }) }]);
  // A line of 200 was written just before midnight, and is not in the index yet.
  await own.transact([own.putLine(lineOf(id, 'capture', 500, Date.parse('2026-11-21T12:00:00Z')))]);
  expect(await payOut(id)).toBe(500);
  expect(toldOf(id)).toEqual([]);
});

test('a balance that its lines do not explain is paid, with an alarm unless an earlier version may be the cause', async () => {
  const [first, later, unknown] = await Promise.all([
    withBalance(700, ['capture', 500]),
    withBalance(700, ['capture', 500]),
    withBalance(700, ['payout', -900], ['capture', 500]),
  ]);
  const before = { payoutId: newId(daysAgo(5)), to: firstIdAt(daysAgo(5)), named: [], left: 50 };
  await own.transact([{ item: own.put({ ...own.lastPayoutKey(later), ...before }) }]);
  expect(await Promise.all([first, later, unknown].map((id) => payOut(id)))).toEqual([700, 700, 700]);
  for (const [id, difference] of [
    [first, 200],
    [later, 150],
  ] as const)
    expect(toldOf(id)).toMatchObject([{ level: 'error', difference, LedgerMismatch: 1 }]);
  expect(toldOf(unknown)).toMatchObject([{ level: 'info', difference: 200 }]);
  expect(toldOf(unknown)[0]).not.toHaveProperty('LedgerMismatch');
  expect(await payoutOf(later)).toMatchObject({ amount: 700, covers: { count: 1 }, carried: { in: 200 } });
});

const balanceOf = async (merchantId: string) => (await own.getMerchant(merchantId))?.balance;

/** Writes a line, and adds it to the balance. */
const book = (merchantId: string, kind: Line['kind'], amount: number) => {
  const line = lineOf(merchantId, kind, amount, Date.now());
  return own.transact([own.putLine(line), own.addToBalance([line])]);
};

test('a merchant is paid once a day, and each payout has the lines since the one before', async () => {
  const id = await withBalance(500, ['capture', 500]);
  expect(await payOut(id)).toBe(500);
  const first = await payoutOf(id);
  expect(first).toMatchObject({
    ...{ merchantId: id, test: false, amount: 500, currency: 'EUR', status: 'paid', arrival: dayIn(0) },
    ...{ itemized: 'done', covers: { count: 1 } },
  });
  await book(id, 'capture', 200);
  expect([await payOut(id), await balanceOf(id)]).toEqual([0, 200]);
  expect([await payOut(id, { day: dayIn(1) }), await balanceOf(id)]).toEqual([200, 0]);
  const second = await payoutOf(id);
  expect(second).toMatchObject({ amount: 200, covers: { count: 1 }, carried: { in: 0, out: 0 } });
  expect(second?.covers?.from).toBe(first?.covers?.to);
  expect([await payOut(id, { day: dayIn(2) }), toldOf(id)]).toEqual([0, []]);
});

test.each([
  [500, 499, 500],
  [500, 500, 0],
  [-500, 0, 0],
  [0, 0, 0],
])('a balance of %d above a minimum of %d is paid out: %d', async (balance, minimum, paid) => {
  const id = await withBalance(balance, ['capture', balance]);
  expect([await payOut(id, { minimum }), await balanceOf(id)]).toEqual([paid, balance - paid]);
  expect((await own.lastPayout(id)) !== undefined).toBe(paid > 0);
});

test.each([
  ['takes payments', true, {}],
  ['is switched off', false, {}],
  ['has stopped payouts', true, { payoutsBlocked: true }],
])('the acquirer of real money pays its merchants out itself, also if it %s', async (_, enabled, state) => {
  const id = await withBalance(500, ['capture', 500]);
  const merchant = await own.findMerchant(id);
  if (!merchant) throw new Error('No merchant');
  await own.setAcquirer(merchant, { acquirer: 'stripe', account: `acct_${id}` }, enabled, state);
  expect([await payOut(id), await balanceOf(id)]).toEqual([0, 500]);
});

test('a payout for no merchant, or one that Florin cannot store, is an error', async () => {
  const id = newId();
  await expect(payOut(id)).rejects.toThrow(`No merchant ${id}`);
  const known = await withBalance(500, ['capture', 500]);
  own.proxy.instead = (operation) =>
    operation === 'TransactWriteItems' ? failure('ValidationException') : undefined;
  await expect(payOut(known)).rejects.toMatchObject({ name: 'ValidationException' });
  own.proxy.instead = undefined;
  expect([await balanceOf(known), await payOut(known)]).toEqual([500, 500]);
});

test('money that is refunded between the read and the payout is not paid out', async () => {
  const id = await withBalance(500, ['capture', 500]);
  own.proxy.instead = async (operation) => {
    if (operation !== 'TransactWriteItems') return undefined;
    own.proxy.instead = undefined;
    await book(id, 'refund', -100);
    return undefined;
  };
  expect([await payOut(id), await balanceOf(id)]).toEqual([400, 0]);
  expect(await payoutOf(id)).toMatchObject({ amount: 400, covers: { count: 2 } });
});

test('lines that an earlier payout has named are not paid twice', async () => {
  const id = await withBalance(500, ['capture', 500]);
  const named = lineOf(id, 'capture', 300, daysAgo(4));
  await own.transact([own.putLine(named)]);
  const before = { payoutId: newId(daysAgo(5)), to: firstIdAt(daysAgo(5)), named: [named.id], left: 0 };
  await own.transact([{ item: own.put({ ...own.lastPayoutKey(id), ...before }) }]);
  expect(await payOut(id)).toBe(500);
  expect(await payoutOf(id)).toMatchObject({ covers: { from: before.to, count: 1, not: [named.id] } });
  expect(toldOf(id)).toEqual([]);
});

test('a balance that its lines do not explain is paid without the lines that an earlier payout has named', async () => {
  const id = await withBalance(700, ['capture', 500]);
  const named = [lineOf(id, 'capture', 300, daysAgo(4)), lineOf(id, 'capture', 10, Date.now())];
  for (const line of named) await own.transact([own.putLine(line)]);
  const [old = '', young = ''] = named.map((line) => line.id);
  const before = { payoutId: newId(daysAgo(5)), to: firstIdAt(daysAgo(5)), named: [old, young], left: 0 };
  await own.transact([{ item: own.put({ ...own.lastPayoutKey(id), ...before }) }]);
  expect([await payOut(id), toldOf(id)]).toMatchObject([700, [{ difference: 200, LedgerMismatch: 1 }]]);
  expect(await payoutOf(id)).toMatchObject({ covers: { count: 1, not: [old] } });
  expect(await own.lastPayout(id)).toMatchObject({ named: [young] });
});

test('after the payout of a day, a balance that its lines do not explain waits for the next day', async () => {
  const id = await withBalance(500, ['capture', 500]);
  await payOut(id);
  const later = lineOf(id, 'capture', 200, Date.now());
  await own.transact([{ item: own.addToBalance([later]).item }]);
  expect([await payOut(id, { day: dayIn(1) }), await balanceOf(id), toldOf(id)]).toEqual([0, 200, []]);
  // Moves the last payout two days back, so that this day has no payout.
  const { payoutId, ...rest } = (await own.lastPayout(id)) ?? {};
  const earlier = newId(daysAgo(2));
  await own.transact([{ item: own.put({ ...rest, payoutId: earlier, ...own.lastPayoutKey(id) }) }]);
  expect(await payOut(id, { day: dayIn(1) })).toBe(200);
  expect(toldOf(id)).toMatchObject([{ level: 'error', difference: 200 }]);
});

test('the job pays merchants of real money with a bank account, above the minimum and once for each day of its schedule', async () => {
  const bank = { iban: 'DK5000400440116243' };
  const made = [
    someMerchant({ test: false, bank }),
    someMerchant({ test: true, bank }),
    someMerchant({ test: false }),
  ];
  for (const merchant of made) {
    await own.createMerchant(merchant, { id: newId(), name: null });
    await book(merchant.id, 'capture', 500);
  }
  const [time, next] = ['2026-11-25T23:59:59.999Z', '2026-11-26T00:00:00.000Z'];
  expect(await own.job({ time })).toMatchObject({ more: false });
  const known = messages.filter(({ merchantId }) => made.some(({ id }) => id === merchantId));
  const id = made[0]?.id ?? '';
  expect(known).toEqual([{ time, merchantId: id }]);
  const run = async (at: string) => {
    const Records = [{ messageId: 'a', body: JSON.stringify({ time: at, merchantId: id }) }];
    expect(await own.job({ Records } as Parameters<typeof own.job>[0])).toEqual({ batchItemFailures: [] });
    return [(await payoutOf(id))?.arrival, await balanceOf(id)];
  };
  expect(await run(time)).toEqual(['2026-11-25', 0]);
  await book(id, 'capture', 499);
  expect(await run(next)).toEqual(['2026-11-25', 499]);
  await book(id, 'capture', 1);
  expect([await run(time), await run(next)]).toEqual([
    ['2026-11-25', 500],
    ['2026-11-26', 0],
  ]);
  const lines = [];
  for await (const line of own.listLines(id, { limit: 9 })) lines.push(line);
  expect(lines.find(({ kind }) => kind === 'payout')).toMatchObject({
    ...{ merchantId: id, test: false, amount: { currency: 'EUR', amount: 500 }, balance: -500, fee: 0 },
  });
});

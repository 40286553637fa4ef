import type { Payout } from '../../../functions/core/domain/ledger/payout.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import type { Mismatch } from '../../../functions/core/usecases/ledger/check-ledger.ts';
import { failure } from '../../api/support/answer.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/ledger.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/ledger/payouts.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/check-ledger.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
}));
const { own } = live;
afterEach(() => {
  own.proxy.instead = undefined;
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const today = Math.floor(Date.now() / day) * day;
const midnight = (days: number) => today + days * day;

/** A merchant's ledger. A line counts one hour after the end of its day. */
async function ledger() {
  const { merchant } = await live.shop();
  const write = async (net: number, { currency = 'EUR', days = 0, into = 'both' } = {}) => {
    const entry = { kind: 'adjustment' as const, currency, net, fee: 0, amount: net };
    const line = own.makeLine(merchant, entry, midnight(days) + 1);
    await own.transact([
      ...(into === 'balance' ? [] : [own.putLine(line)]),
      ...(into === 'line' ? [] : [own.addToBalance([line])]),
    ]);
  };
  const check = async (days: number, past = hour): Promise<Mismatch[]> => {
    const told: Mismatch[] = [];
    await own.checkLedger(merchant.id, midnight(days) + past, (mismatch) => told.push(mismatch));
    return told;
  };
  return { merchant, write, check, checkpoint: () => own.readCheckpoint(merchant.id) };
}

test('a balance that is the sum of its lines in each currency is right, night after night', async () => {
  const { write, check, checkpoint } = await ledger();
  await write(700);
  await write(-200);
  await write(50, { currency: 'USD' });
  await write(25, { currency: 'USD' });
  expect(await check(1)).toEqual([]);
  expect(await checkpoint()).toMatchObject({
    through: own.firstIdAt(midnight(1)),
    sum: 500,
    others: { USD: 75 },
  });
  await write(11, { days: 1 });
  await write(5, { currency: 'USD', days: 1 });
  expect(await check(2)).toEqual([]);
  expect(await checkpoint()).toMatchObject({ sum: 511, others: { USD: 80 } });
  expect(await check(3)).toEqual([]);
});

test.each([
  ['line', -7],
  ['balance', 7],
])('an amount that is only in the %s is a difference of %d', async (into, difference) => {
  const { write, check } = await ledger();
  await write(700);
  await write(7, { into });
  await write(7, { into, currency: 'USD' });
  expect((await check(1)).map((each) => JSON.stringify(each)).sort()).toEqual(
    [{ difference }, { difference, currency: 'USD' }].map((each) => JSON.stringify(each)).sort(),
  );
});

test('a day is compared an hour after its end, and not once a later day was compared', async () => {
  const { write, check, checkpoint } = await ledger();
  await write(7, { into: 'line' });
  expect(await check(1, hour - 1)).toEqual([]);
  expect(await check(1, hour)).toEqual([{ difference: -7 }]);
  const at = await checkpoint();
  await write(3, { into: 'line', days: -1 });
  expect(await check(0)).toEqual([]);
  expect(await checkpoint()).toEqual(at);
  expect(await check(1)).toEqual([{ difference: -7 }]);
});

test('a run does not read lines again whose sum an earlier run has stored', async () => {
  const { write, check } = await ledger();
  await write(700);
  await check(1);
  // The line is late: the sum of its day was stored already.
  await write(7, { into: 'line' });
  expect(await check(2)).toEqual([]);
});

test('a merchant that does not exist causes no report', async () => {
  const told: Mismatch[] = [];
  const id = own.newId();
  await own.checkLedger(id, midnight(1) + hour, (mismatch) => told.push(mismatch));
  expect([told, await own.readCheckpoint(id)]).toEqual([[], undefined]);
});

test('sums of past days are forgotten once they are compared, and kept while there is a difference', async () => {
  const { merchant, write, check } = await ledger();
  const days = async () =>
    (await own.readAccount(merchant.id)).shares.flatMap((share) =>
      Object.keys(share).filter((name) => /^\d{4}-/.test(name)),
    );
  const dayOf = (day: number) => new Date(midnight(day)).toISOString().slice(0, 10);
  for (const day of [0, 1]) await write(700, { days: day });
  own.proxy.instead = (operation) =>
    operation === 'UpdateItem' ? failure('ValidationException') : undefined;
  await expect(check(1)).rejects.toMatchObject({ name: 'ValidationException' });
  own.proxy.instead = undefined;
  await check(1);
  expect(await days()).toEqual([dayOf(1)]);
  await write(7, { days: 1, into: 'line' });
  expect(await check(2)).toEqual([{ difference: -7 }]);
  expect(await days()).toEqual([dayOf(1)]);
});

test('one run reports at most 20 lines whose postings do not balance, and counts them all', async () => {
  const { merchant, check, checkpoint } = await ledger();
  const lines = Array.from({ length: 22 }, (_, n): Line => {
    const line = own.makeLine(merchant, { kind: 'capture', currency: 'EUR', net: 96, fee: 4, amount: 100 });
    // The first line is right. Every other line lacks a part of its fee.
    return { ...line, id: own.newId(midnight(0) + 1 + n), fee: n === 0 ? 4 : 4 - n };
  });
  await own.transact([...lines.map((line) => own.putLine(line)), own.addToBalance(lines as [Line])]);
  expect(await check(1)).toEqual(
    lines.slice(1, 21).map(({ id }, n) => ({ lineId: id, imbalance: { EUR: -1 - n } })),
  );
  expect(await checkpoint()).toMatchObject({ sum: 22 * 96 });
});

describe('a payout', () => {
  /** Stores a payout of a given time, and its lines. */
  async function payout(
    { merchant, check }: Awaited<ReturnType<typeof ledger>>,
    {
      made = midnight(0) + hour,
      nets = [] as number[],
      ...over
    }: Partial<Payout> & { made?: number; nets?: number[] } = {},
  ) {
    const currency = over.currency ?? 'EUR';
    const lines = nets.map((net, n): Line => {
      const entry = { kind: 'adjustment' as const, currency, net, fee: 0, amount: net };
      return { ...own.makeLine(merchant, entry), id: own.newId(made - nets.length + n) };
    });
    const first = lines[0];
    if (first)
      await own.transact([
        ...lines.map((line) => own.putLine(line)),
        own.addToBalance([first, ...lines.slice(1)]),
      ]);
    const [from, to] = [own.firstIdAt(made - nets.length), own.firstIdAt(made)];
    const id = own.newId(made);
    await own.replacePayout(undefined, {
      ...{ id, merchantId: merchant.id, test: false, amount: 5, currency, status: 'paid', itemized: 'done' },
      ...{ covers: { from, to, named: [], not: [], count: nets.length }, carried: { in: 0, out: 0 } },
      ...over,
    });
    return { id, check };
  }

  test.each([
    ['from before the last two days', false, midnight(-1) + hour - 1000],
    ['of the last two days', true, midnight(-1) + hour],
    ['of the end of the last complete day', true, midnight(1) - 1],
    ['of the present day', false, midnight(1)],
  ])('%s is compared with its lines: %p', async (_, isCompared, made) => {
    const { id, check } = await payout(await ledger(), { made });
    expect(await check(1)).toEqual(isCompared ? [{ payoutId: id, difference: 5 }] : []);
  });

  test('at which an earlier run has stopped is compared with its lines, and so are older payouts, but nothing else', async () => {
    const made = await ledger();
    await made.write(7, { into: 'line' });
    const [{ id: older }, { id }] = [
      await payout(made),
      await payout(made, { made: midnight(0) + 2 * hour }),
    ];
    await payout(made, { made: midnight(0) + 3 * hour });
    const told: Mismatch[] = [];
    const rest = { payout: { payoutId: id } };
    const tell = (mismatch: Mismatch) => told.push(mismatch);
    expect(await own.checkLedger(made.merchant.id, midnight(1) + hour, tell, { rest })).toBeUndefined();
    expect(told).toEqual([id, older].map((payoutId) => ({ payoutId, difference: 5 })));
  });

  test('a payout is compared by each run whose time is over, and the next run continues with the next older one', async () => {
    const made = await ledger();
    const paid = async (hours: number) => (await payout(made, { made: midnight(0) + hours * hour })).id;
    const [newest, middle, oldest] = [await paid(3), await paid(2), await paid(1)];
    const run = async (payoutId: string) => {
      const told: Mismatch[] = [];
      const part = { end: 0, rest: { payout: { payoutId } } };
      const rest = await own.checkLedger(made.merchant.id, midnight(1) + hour, (one) => told.push(one), part);
      return { told, rest };
    };
    const difference = 5;
    expect(await run(newest)).toEqual({
      told: [{ payoutId: newest, difference }],
      rest: { payout: { payoutId: middle } },
    });
    expect(await run(middle)).toEqual({
      told: [{ payoutId: middle, difference }],
      rest: { payout: { payoutId: oldest } },
    });
    expect(await run(oldest)).toEqual({ told: [{ payoutId: oldest, difference }], rest: undefined });
  });

  test('a payout whose lines are not all known is not compared', async () => {
    const made = await ledger();
    for (const itemized of ['open', 'none'] as const) await payout(made, { itemized });
    const { id, check } = await payout(made);
    expect(await check(1)).toEqual([{ payoutId: id, difference: 5 }]);
  });

  test('a payout is the sum of its lines and of what an earlier payout left, without what it leaves itself', async () => {
    const made = await ledger();
    const carried = { in: 30, out: 10 };
    await payout(made, { nets: [60, 40], amount: 120, carried });
    const { id, check } = await payout(made, {
      made: midnight(0) + 2 * hour,
      nets: [60, 40],
      amount: 119,
      carried,
    });
    expect(await check(1)).toEqual([{ payoutId: id, difference: -1 }]);
  });

  test('a payout in another currency is the sum of its lines in that currency', async () => {
    const made = await ledger();
    await payout(made, { nets: [60, 40], amount: 100, currency: 'USD' });
    const { id, check } = await payout(made, {
      made: midnight(0) + 2 * hour,
      nets: [60, 40],
      amount: 99,
      currency: 'USD',
    });
    expect(await check(1)).toEqual([{ payoutId: id, difference: -1 }]);
  });
});

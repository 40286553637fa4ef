import type { Mismatch } from '../../../functions/core/usecases/ledger/check-ledger.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/ledger.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/check-ledger.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
}));
const { own } = live;

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const today = Math.floor(Date.now() / day) * day;
const midnight = (days: number) => today + days * day;

/** A merchant's ledger. A line counts once it is in a day that is over for an hour. */
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

test('a day is compared an hour after its end, and never after a later day was', async () => {
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

test('what an earlier run has summed up is not read again', async () => {
  const { write, check } = await ledger();
  await write(700);
  await check(1);
  // The line comes too late: its day was summed up.
  await write(7, { into: 'line' });
  expect(await check(2)).toEqual([]);
});

test('nobody is told of a merchant that does not exist', async () => {
  const told: Mismatch[] = [];
  const id = own.newId();
  await own.checkLedger(id, midnight(1) + hour, (mismatch) => told.push(mismatch));
  expect([told, await own.readCheckpoint(id)]).toEqual([[], undefined]);
});

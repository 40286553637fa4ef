import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdAt, newId } from '../../../functions/core/domain/id.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/ledger/payouts.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/pay-out.ts')),
}));

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000;

const lineOf = (merchantId: string, kind: Line['kind'], balance: number, made = daysAgo(3)): Line => ({
  ...{ id: newId(made), merchantId, test: false, kind, balance, fee: 0 },
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

const payOut = (merchantId: string) => own.payOut(merchantId, 0, new Date().toISOString().slice(0, 10));

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

test('for an hour after midnight, a payout uses the balance of the midnight before', async () => {
  const halfPast = Date.parse('2026-11-23T00:30:00Z') - Date.now();
  const { now } = Date;
  const merchant = someMerchant({ test: false });
  await own.createMerchant(merchant, { id: newId(), name: null });
  const { id } = merchant;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + halfPast);
  const { pk, prefix } = own.sharesOf(id);
  await own.transact([{ item: own.put({ pk, sk: `${prefix}0`, balance: 700, '2026-11-22': 200 }) }]);
  // The index does not have the line of 200, written just before midnight, yet.
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
  const before = { payoutId: newId(daysAgo(5)), to: firstIdAt(daysAgo(5)), named: [], left: 0 };
  await own.transact([{ item: own.put({ ...own.lastPayoutKey(later), ...before }) }]);
  expect(await Promise.all([first, later, unknown].map(payOut))).toEqual([700, 700, 700]);
  for (const id of [first, later])
    expect(toldOf(id)).toMatchObject([{ level: 'error', difference: 200, LedgerMismatch: 1 }]);
  expect(toldOf(unknown)).toMatchObject([{ level: 'info', difference: 200 }]);
  expect(toldOf(unknown)[0]).not.toHaveProperty('LedgerMismatch');
  expect(await payoutOf(later)).toMatchObject({ amount: 700, covers: { count: 1 }, carried: { in: 200 } });
});

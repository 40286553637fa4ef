import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/ledger/rates.ts')),
}));

test('exchange rates are replaced by those of a later day only', async () => {
  const stored = async (date: string, USD: string) =>
    [await store.storeRates({ date, perEuro: { USD } }), (await store.readRates()).perEuro.USD] as const;
  expect(await stored('2026-11-25', '1.1')).toEqual([true, '1.1']);
  expect(await stored('2026-11-25', '1.2')).toEqual([false, '1.1']);
  expect(await stored('2026-11-24', '1.3')).toEqual([false, '1.1']);
  expect(await stored('2026-11-26', '1.4')).toEqual([true, '1.4']);
});

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

test('the present rates are read again after five minutes, and not before', async () => {
  const clock = jest.spyOn(Date, 'now');
  const dollarAt = async (time: number) => {
    clock.mockReturnValue(time);
    return (await store.currentRates()).perEuro.USD;
  };
  const [begun, minutes] = [Date.now(), 60_000];
  await store.storeRates({ date: '2026-11-27', perEuro: { USD: '1.5' } });
  expect(await dollarAt(begun)).toBe('1.5');
  await store.storeRates({ date: '2026-11-28', perEuro: { USD: '1.6' } });
  expect([await dollarAt(begun + 5 * minutes - 1), await dollarAt(begun + 5 * minutes)]).toEqual([
    '1.5',
    '1.6',
  ]);
  clock.mockRestore();
});

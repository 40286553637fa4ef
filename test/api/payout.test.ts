import { aws } from './support/aws.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, createApp, shop, authorized, move } = world();

test('a payout shows the lines that it pays out, a page at a time, to its merchant alone', async () => {
  const { key, merchant } = await shop({ bank: { iban: 'DK5000400440116243' } });
  for (const amount of [4000, 2000]) await move(key, await authorized(merchant, amount), 'captures', amount);
  const get = async (path: string, query = {}, by = key) => (await api('GET', path, { key: by, query })).body;
  const list = (name: string) => get(`/merchants/${merchant.id}/${name}`, { limit: 10 });
  const earned = await list('lines');
  const time = '2020-01-31T23:30:00Z';
  const body = JSON.stringify({ time, merchantId: merchant.id });
  await aws().invoke('PayOut', { Records: [{ messageId: merchant.id, body }] });
  const [payout] = await waitUntil(
    () => list('payouts'),
    ({ length }) => length === 1,
  );
  // 1.35 % of 40.00 and of 20.00, and 0.25 flat for each
  const amount = 6000 - 54 - 27 - 50;
  expect(payout).toMatchObject({
    ...{ amount: { currency: 'EUR', amount }, count: 2, arrival: '2020-01-31', status: 'paid' },
    ...{ carried: { in: 0, out: 0 }, gross: 6000, fees: 54 + 27 + 50, net: amount },
  });
  const path = `/payouts/${payout.id}`;
  expect(await get(path)).toEqual({ payout: { ...payout, lines: earned } });
  const [newest, oldest] = earned;
  expect((await get(path, { limit: 1 })).payout.lines).toEqual([newest]);
  expect((await get(path, { limit: 9, before: newest.id })).payout.lines).toEqual([oldest]);
  expect((await get(path, { limit: 9, after: oldest.id })).payout.lines).toEqual([newest]);
  expect((await api('GET', path, { key: (await createApp()).key })).status).toBe(403);

  const paid = { id: payout.id, payout: true, amount: { currency: 'EUR', amount }, balance: -amount, fee: 0 };
  expect(await list('lines')).toEqual([expect.objectContaining(paid), newest, oldest]);
  const [entry] = await list('postings');
  expect(entry).toMatchObject({
    ...{ id: payout.id, kind: 'payout' },
    postings: [
      { account: 'merchant:payable', currency: 'EUR', amount: -amount },
      { account: 'payouts:transit', currency: 'EUR', amount },
    ],
  });
  expect((await get(`/merchants/${merchant.id}`)).merchant.balance).toBe(0);
});

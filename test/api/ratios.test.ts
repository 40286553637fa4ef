import { aws } from './support/aws.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move } = world();
const { report, invoke } = aws();

test('the nightly job measures the merchants with a dispute or fraud alert, and the API shows their shares', async () => {
  const [{ key, merchant }, other] = [await shop(), await shop()];
  const read = async (path: string, by = key) => api('GET', `/merchants/${path}/ratios`, { key: by });
  expect((await read(merchant.id)).body).toEqual({ months: [] });
  const transactionId = await authorized(merchant, 5000);
  for (let n = 0; n < 2; n++) await move(key, transactionId, 'captures', 2500);
  const event = { reference: `ratio-${transactionId}`, transactionId };
  await report(
    {
      ...{ ...event, type: 'dispute.opened', amount: 100, due: '2090-01-01T00:00:00.000Z' },
      reason: { code: 83, title: 'Fraud' },
    },
    { ...event, type: 'fraud.reported', reported: '2026-11-01T00:00:00.000Z', reason: 1 },
  );
  // The job counts the days that have ended: as of tomorrow, also this one.
  const time = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const { months } = await waitUntil(
    async () => {
      await invoke('WatchRatios', { time });
      return (await read(merchant.id)).body;
    },
    ({ months }) => months[0]?.ratios[0]?.incidents === 2,
    60,
  );
  const threshold = { basisPoints: 150, least: 1500 };
  expect(months[0]).toEqual({
    month: new Date().toISOString().slice(0, 7),
    through: `${time.slice(0, 10)}T00:00:00.000Z`,
    payments: { visa: 2, mastercard: 0 },
    ratios: [
      {
        ...{ month: months[0].month, program: 'vamp', scheme: 'visa', incidents: 2, amount: null },
        ...{ payments: 2, basisPoints: 10_000, threshold, level: 'below' },
      },
    ],
  });
  expect((await read(merchant.id, other.key)).status).toBe(403);
  expect((await read(other.merchant.id, other.key)).body).toEqual({ months: [] });
});

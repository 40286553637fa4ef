import type { Response } from '../api/support/http.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import type { Units } from '../api/support/proxy.ts';
import { printTable } from '../api/support/table.ts';

const own = ownFlorin({ env: { FLORIN_TRIGGERS: 'off' } });

async function succeed(act: () => Promise<Response>): Promise<void> {
  const { status, text } = await act();
  if (status >= 300) throw new Error(`${status} ${text}`);
}

/** With on-demand capacity, a write unit costs five times as much as a read unit. */
const price = ({ read, write }: Units) => read + 5 * write;
const units = ({ read, write }: Units) => read + write;
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/**
 * By its price, a capture costs the same at any length of the trail. In units, where a read counts as much as a
 * write, the trail in each answer weighs more: it takes 2.5 units to read five hundred entries with ids of ten
 * digits, and the first capture takes 10.5 units in all.
 */
test.each([
  { name: 'of 1 minor unit', body: { amount: 1 }, byUnits: true },
  {
    name: 'of 10 digits with a text of its own',
    body: { amount: 1_999_999_999, descriptor: 'Parcel 12345 of 500 ok' },
    byUnits: false,
  },
])('the 500th capture of a transaction costs at most 1.2 times the first: $name', async (capture) => {
  const { key, merchant } = await own.here.shop();
  const id = await own.here.authorized(merchant, 500 * capture.body.amount);
  await own.here.move(key, await own.here.authorized(merchant), 'captures', 1); // loads the rates
  const costs: Units[] = [];
  for (let n = 0; n < 500; n++) {
    own.proxy.reset();
    await succeed(() => own.here.api('POST', `/transactions/${id}/captures`, { key, body: capture.body }));
    costs.push(own.proxy.units());
  }
  expect((await own.here.transaction(key, id)).trail).toHaveLength(500);

  const byUnits = compare(costs.map(units));
  const byPrice = compare(costs.map(price));
  printTable(
    `What a capture ${capture.name} costs in DynamoDB, by how many its transaction has`,
    ['', '1st', '500th', 'ratio', 'mean 1–20', 'mean 481–500', 'ratio'],
    [
      ['units: read + write', ...Object.values(byUnits).map(round)],
      ['price: read + 5 × write', ...Object.values(byPrice).map(round)],
    ],
  );
  for (const { ratio, means } of capture.byUnits ? [byUnits, byPrice] : [byPrice]) {
    expect(ratio).toBeLessThanOrEqual(1.2);
    expect(means).toBeLessThanOrEqual(1.2);
  }
});

/** The first and the last capture, and averages around them, as the cost depends on how full a trail item is. */
function compare(costs: readonly number[]) {
  const [first = 0, last = 0] = [costs.at(0), costs.at(-1)];
  const [early, late] = [mean(costs.slice(0, 20)), mean(costs.slice(-20))];
  return { first, last, ratio: last / first, early, late, means: late / early };
}

const round = (number: number) => Math.round(number * 100) / 100;

test('a page of 10 transactions costs the same for any number of transactions and at any position', async () => {
  const { key, merchant } = await own.here.shop();
  const path = `/merchants/${merchant.id}/transactions`;
  const first = await own.here.authorized(merchant);
  const ids = [first];
  const grow = async (count: number) => {
    while (ids.length < count) {
      const body = { transactionId: first, currency: 'EUR', amount: 100 };
      ids.push((await own.here.api('POST', path, { key, body })).body.transaction.id);
    }
  };
  const measure = async (name: string, query: Record<string, string>) => {
    const page = () => own.here.api('GET', path, { key, query: { limit: 10, ...query } });
    await succeed(page); // loads the function and caches the caller's key
    own.proxy.reset();
    await succeed(page);
    return [name, { requests: own.proxy.calls.length, ...own.proxy.units() }] as const;
  };

  await grow(11);
  const rows = [await measure('of 11', { before: ids.at(-1) ?? '' })];
  await grow(200);
  rows.push(await measure('of 200, the newest', {}));
  rows.push(await measure('of 200, in the middle', { before: ids[100] ?? '' }));
  rows.push(await measure('of 200, oldest first', { after: ids[100] ?? '' }));
  rows.push(await measure('of 200, the oldest', { before: ids[10] ?? '' }));
  printTable(
    'What a page of 10 transactions costs in DynamoDB',
    ['', 'requests', 'read units'],
    rows.map(([name, { requests, read }]) => [name, requests, read]),
  );
  const [of11, ...of200] = rows.map(([, { read }]) => read);
  for (const read of of200) expect(Math.abs(read - (of11 ?? 0))).toBeLessThanOrEqual(0.5);
});

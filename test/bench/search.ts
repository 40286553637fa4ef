import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Criteria } from '../../functions/core/domain/console/search.ts';
import { firstIdAt, newId } from '../../functions/core/domain/id.ts';
import { type CallEngine, callEngine } from '../../lib/local/dynamodb/engine.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { startProxy } from '../api/support/proxy.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { median } from './median.ts';

const sizes = (process.env.SEARCH ?? '100,100000').split(',').map(Number);
const rounds = 15;
const page = 26;

/** One payment in so many has a rare value. */
const rare = 50;

/** The searches whose first pages are measured. */
const searches: Record<string, Criteria> = {
  'no filter': {},
  'reference, of one payment': { reference: 'Order 7' },
  'last four digits, of all payments': { last4: '0000' },
  'last four digits, of one in 50': { last4: '4242' },
  'amount and scheme': { amount: 7700, scheme: 'visa' },
  'state refunded, of none': { state: 'refunded' },
  'scheme, of none': { scheme: 'amex' },
};

/** Measures the read units and the time of the first page of searches, in merchants with few and with many payments. */
export async function benchSearch(): Promise<void> {
  const engine = await startEngine();
  const proxy = await startProxy(engine.endpoint);
  const florin = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: engine.endpoint,
    FLORIN_TRIGGERS: 'off',
  });
  Object.assign(process.env, {
    TABLE_NAME: 'florin',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    DYNAMODB_ENDPOINT: proxy.endpoint,
  });
  // The store reads the name and the endpoint of the table when it is loaded.
  const { searchPayments } = await import('../../functions/core/usecases/console/search-payments.ts');
  const { firstOf } = await import('../../functions/core/store/table/list.ts');
  const call = callEngine(engine.endpoint);
  try {
    const rows: string[][] = [];
    for (const size of sizes) {
      const { shop, authorized } = world(florin);
      const { merchant } = await shop();
      await seed(call, merchant.id, await authorized(merchant, 1000), size);
      for (const [name, criteria] of Object.entries(searches)) {
        const times: number[] = [];
        let found = 0;
        for (let round = 0; round < rounds; round++) {
          proxy.reset();
          const started = performance.now();
          const { found: payments } = searchPayments(merchant.id, criteria, { limit: page });
          found = (await firstOf(payments, page)).length;
          times.push(performance.now() - started);
        }
        rows.push([
          name,
          String(size),
          String(found),
          String(proxy.units().read),
          String(proxy.sequential()),
          median(times).toFixed(0),
        ]);
      }
    }
    rows.sort(([one = ''], [other = '']) => names.indexOf(one) - names.indexOf(other));
    const columns = ['search', 'payments', 'found', 'read units', 'round trips', 'ms'];
    printTable(`First page of a search, median of ${rounds}`, columns, rows);
  } finally {
    await florin.stop();
    await proxy.stop();
    await engine.stop();
  }
}

const names = Object.keys(searches);

/**
 * Copies a payment until there are `size` payments, one for each minute, with their search terms unless nobody searches
 * for them.
 */
export async function seed(
  call: CallEngine,
  merchantId: string,
  id: string,
  size: number,
  withTerms = true,
): Promise<void> {
  const { termKey, transactionKey } = await import('../../functions/core/store/table/keys.ts');
  const { termsOf } = await import('../../functions/core/domain/console/search.ts');
  const Key = marshall(transactionKey(id));
  const { Item } = await call('GetItem', { TableName: 'florin', Key });
  const header = unmarshall(Item);
  const copy = (n: number): object[] => {
    const fresh = firstIdAt(Date.now() - n * 60_000).slice(0, 11) + newId().slice(11);
    const isRare = n % rare === 7;
    const amount = isRare ? 7700 : 1000;
    const card = { ...header.card, last4: isRare ? '4242' : '0000' };
    const item = { ...header, ...transactionKey(fresh), listSk: fresh, amount, pendingAmount: amount, card };
    const custom = { reference: `Order ${n}` };
    const terms = withTerms ? termsOf({ ...item, custom } as never) : [];
    const details = {
      ...transactionKey(fresh),
      sk: 'details',
      custom: JSON.stringify(custom),
      listPk: header.listPk,
      listSk: `${fresh}#details`,
    };
    return [
      { ...item, hasDetails: true, hasCustom: true },
      details,
      ...terms.map((term) => termKey({ id: fresh, merchantId }, term)),
    ];
  };
  let next = 1;
  const work = async () => {
    while (next < size) {
      const items = Array.from({ length: Math.min(withTerms ? 5 : 12, size - next) }, () =>
        copy(next++),
      ).flat();
      const requests = items.map((item) => ({ PutRequest: { Item: marshall(item) } }));
      await call('BatchWriteItem', { RequestItems: { florin: requests } });
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

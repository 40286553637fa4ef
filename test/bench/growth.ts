import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../functions/core/domain/id.ts';
import { type CallEngine, callEngine } from '../../lib/local/dynamodb/engine.ts';
import type { Properties } from '../../lib/local/template.ts';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { printTable } from '../api/support/table.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { median } from './median.ts';
import { expectStatus } from './ratio.ts';

const sizes = (process.env.GROWTH ?? '500,5000,50000').split(',').map(Number);
const rounds = 7;
const times = 60;
const connections = 8;
/**
 * The most records by which the readers of the stream may lag when a measurement begins. They save their position every
 * 500 records.
 */
const behind = 3000;

/** A Florin with its own engine and file, and a merchant whose payments are copied. */
interface Shop {
  engine: Engine;
  florin: Florin;
  call: CallEngine;
  key: string;
  merchant: Properties;
  transactionId: string;
  /** The items of one captured payment, from which copies are made. */
  items: Properties[];
  /** The ids in `items` that belong to this payment alone. */
  own: string[];
  payments: number;
  records: number;
}

/**
 * Measures captures, reads and lists a second while the table grows. In turns with each size, it measures a second
 * Florin whose table stays at the first size.
 */
export async function benchGrowth(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-growth-'));
  const file = join(folder, 'grows.sqlite');
  const [first = 500] = sizes;
  const stays = await open(join(folder, 'stays.sqlite'));
  const grows = await open(file);
  try {
    await seed(stays, first);
    const rows: string[][] = [];
    for (const size of sizes) {
      const seconds = await seed(grows, size);
      rows.push(...(await measure(size, grows, stays)));
      rows.push([`${size}`, 'seeding, payments a second', String(Math.round(seconds)), '', '']);
    }
    printTable(
      `Growth, median of ${rounds} rounds of ${times} over ${connections} connections`,
      ['payments', 'what', 'a second', `at ${first}`, 'ratio'],
      rows,
    );
  } finally {
    await close(stays);
    await close(grows);
  }
  const started = performance.now();
  const engine = await startEngine(file);
  const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint });
  const ready = (performance.now() - started) / 1000;
  await florin.stop();
  await engine.stop();
  const megabytes = statSync(file).size / 2 ** 20;
  console.log(`\nWith ${sizes.at(-1)} payments: ready in ${ready.toFixed(1)} s, ${megabytes.toFixed(0)} MB.`);
  rmSync(folder, { recursive: true });
}

async function open(file: string): Promise<Shop> {
  const engine = await startEngine(file);
  const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint, FLORIN_ROLES: 'off' });
  const call = callEngine(engine.endpoint);
  const { shop, authorized, move } = world(florin);
  const { key, merchant } = await shop();
  const [transactionId, other] = [await authorized(merchant, 1000), await authorized(merchant, 1000)];
  for (const id of [transactionId, other]) await expectStatus(201, move(key, id, 'captures', 100));
  const all = await scan(call);
  const items = all.filter((item) => JSON.stringify(item).includes(transactionId));
  const others = JSON.stringify(all.filter((item) => !items.includes(item)));
  const ids = new Set(JSON.stringify(items).match(/\b[0-9a-f]{24}\b/g));
  const own = [...ids].filter((id) => !others.includes(id));
  return { engine, florin, call, key, merchant, transactionId, items, own, payments: 2, records: all.length };
}

async function close({ florin, engine }: Shop): Promise<void> {
  await florin.stop();
  await engine.stop();
}

async function scan(call: CallEngine): Promise<Properties[]> {
  const items: Properties[] = [];
  let ExclusiveStartKey: unknown;
  do {
    const page = await call('Scan', { TableName: 'florin', ExclusiveStartKey });
    items.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** Copies the payment up to `size` payments, and waits until the stream's readers have almost caught up. */
async function seed(shop: Shop, size: number): Promise<number> {
  const started = performance.now();
  const missing = size - shop.payments;
  let left = missing;
  const work = async () => {
    while (left > 0) {
      const count = Math.min(left, Math.max(1, Math.floor(25 / shop.items.length)));
      left -= count;
      const requests = Array.from({ length: count }, () => copy(shop)).flat();
      for (let i = 0; i < requests.length; i += 25) {
        const RequestItems = { florin: requests.slice(i, i + 25) };
        await shop.call('BatchWriteItem', { RequestItems });
      }
      shop.records += requests.length;
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  shop.payments = size;
  const rate = (1000 * missing) / (performance.now() - started);
  await waitUntil(
    () => readPassed(shop),
    (position) => position > shop.records - behind,
    600,
  );
  return rate;
}

/** Copies the payment's items with new ids, without the items that payments share. */
function copy({ items, own }: Shop): Properties[] {
  const fresh = new Map(own.map((id) => [id, newId()]));
  const texts = items.map((item) => [
    JSON.stringify(item),
    JSON.stringify(item).replace(/\b[0-9a-f]{24}\b/g, (id) => fresh.get(id) ?? id),
  ]);
  return texts.flatMap(([before = '', after = '']) => {
    const [{ pk, sk }, Item] = [JSON.parse(before), JSON.parse(after)];
    return pk.S === Item.pk.S && sk.S === Item.sk.S ? [] : [{ PutRequest: { Item } }];
  });
}

async function readPassed({ call, records }: Shop): Promise<number> {
  const { Table } = await call('DescribeTable', { TableName: 'florin' });
  const { Tags = [] } = await call('ListTagsOfResource', { ResourceArn: Table.TableArn });
  const tag = Tags.find(({ Key }: Properties) => Key === 'florin:passed');
  return tag || records > behind ? Number(tag?.Value ?? 0) : records;
}

async function measure(size: number, grows: Shop, stays: Shop): Promise<string[][]> {
  const rates = new Map<string, [number, number][]>();
  // The first round is the warm-up of both.
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = round % 2 ? [grows, stays] : [stays, grows];
    const [ofA, ofB] = [await rateOf(a), await rateOf(b)];
    const [big, small] = round % 2 ? [ofA, ofB] : [ofB, ofA];
    if (round === 0) continue;
    for (const [name, rate] of Object.entries(big))
      rates.set(name, [...(rates.get(name) ?? []), [rate, small[name] ?? 0]]);
  }
  return [...rates].map(([name, pairs]) => [
    String(size),
    name,
    median(pairs.map(([big]) => big)).toFixed(0),
    median(pairs.map(([, small]) => small)).toFixed(0),
    median(pairs.map(([big, small]) => big / small)).toFixed(2),
  ]);
}

async function rateOf({ florin, key, merchant, transactionId }: Shop): Promise<Record<string, number>> {
  const { api, move } = world(florin);
  const path = `/merchants/${merchant.id}/transactions`;
  const body = { transactionId, currency: 'EUR', amount: 1000 };
  const ids: string[] = [];
  for (let n = 0; n < times; n++) ids.push((await api('POST', path, { key, body })).body.transaction.id);
  const id = (n: number) => ids[n] ?? '';
  return {
    captures: await perSecond((n) => expectStatus(201, move(key, id(n), 'captures', 1))),
    reads: await perSecond((n) => expectStatus(200, api('GET', `/transactions/${id(n)}`, { key }))),
    lists: await perSecond(() => expectStatus(200, api('GET', path, { key, query: { limit: 20 } }))),
  };
}

async function perSecond(act: (n: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (1000 * times) / (performance.now() - started);
}

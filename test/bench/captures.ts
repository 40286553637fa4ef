import { randomUUID } from 'node:crypto';
import { newId } from '../../functions/core/domain/id.ts';
import { signed } from '../../lib/local/dynamodb/engine.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { send } from '../api/support/http.ts';
import { startProxy } from '../api/support/proxy.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { median } from './median.ts';

const transactions = 80;
const rounds = 7;
const connections = 8;

/**
 * Captures a second over HTTP through the whole stack, next to what the same engine does of the bare
 * `TransactWriteItems` that those captures send: recorded from them, so that the shape is always theirs.
 */
export async function benchCaptures(): Promise<void> {
  const engine = await startEngine();
  try {
    const { key, ids, bodies } = await record(engine.endpoint);
    const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint });
    try {
      const { move } = world(florin);
      const capture = (n: number) => expectStatus(201, move(key, ids[n] ?? '', 'captures', 1));
      const bare = (n: number) => expectStatus(200, transact(engine.endpoint, bodies[n] ?? ''));
      const measure = async () => ({ captures: await perSecond(capture), bare: await perSecond(bare) });
      await measure(); // loads and warms both
      const measured = [];
      for (let round = 0; round < rounds; round++) measured.push(await measure());
      report(measured);
    } finally {
      await florin.stop();
    }
  } finally {
    await engine.stop();
  }
}

/** Makes the transactions, and captures each once, to see what that sends to DynamoDB. */
async function record(endpoint: string) {
  const proxy = await startProxy(endpoint);
  const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: proxy.endpoint });
  try {
    const { api, shop, authorized, move } = world(florin);
    const { key, merchant } = await shop();
    const transactionId = await authorized(merchant, 1000);
    const body = { transactionId, currency: 'EUR', amount: 1000 };
    const ids: string[] = [];
    while (ids.length < transactions) {
      const made = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
      ids.push(made.body.transaction.id);
    }
    const bodies: string[] = [];
    proxy.afterAnswer = (operation, asked) => {
      if (operation === 'TransactWriteItems') bodies.push(asked);
    };
    for (const id of ids) await expectStatus(201, move(key, id, 'captures', 1));
    return { key, ids, bodies };
  } finally {
    await florin.stop();
    await proxy.stop();
  }
}

/** The same writes once more, with a line of their own, and a token of their own lest they count as a repeat. */
function transact(endpoint: string, body: string) {
  const line = /"line#([0-9a-f]{24})"/.exec(body)?.[1] ?? '';
  const token = /"ClientRequestToken":"([^"]*)"/.exec(body)?.[1];
  // Each time the trail is longer.
  const fresh = body.replaceAll(line, newId()).replace('entries = :length', 'entries >= :length');
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.TransactWriteItems',
    ...signed,
  };
  return send(endpoint, 'POST', { headers, body: token ? fresh.replace(token, randomUUID()) : fresh });
}

async function expectStatus(expected: number, answer: ReturnType<typeof send>): Promise<void> {
  const { status, text } = await answer;
  if (status !== expected) throw new Error(`${status} ${text}`);
}

/** Does each of the transactions' once, over so many connections. */
async function perSecond(act: (n: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < transactions) await act(next++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (1000 * transactions) / (performance.now() - started);
}

function report(measured: readonly { captures: number; bare: number }[]): void {
  const show = (name: string, numbers: readonly number[], digits = 0) => [
    name,
    ...[median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) => number.toFixed(digits)),
  ];
  printTable(
    `Captures, ${rounds} rounds of ${transactions} over ${connections} connections`,
    ['', 'median', 'least', 'most'],
    [
      show(
        'captures a second',
        measured.map(({ captures }) => captures),
      ),
      show(
        'bare TransactWriteItems a second',
        measured.map(({ bare }) => bare),
      ),
      show(
        'ratio',
        measured.map(({ captures, bare }) => captures / bare),
        3,
      ),
    ],
  );
}

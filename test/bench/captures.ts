import { randomUUID } from 'node:crypto';
import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { newId } from '../../functions/core/domain/id.ts';
import { credentials } from '../../lib/local/dynamodb/engine.ts';
import { region } from '../../lib/local/template.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { startProxy } from '../api/support/proxy.ts';
import { world } from '../api/support/world.ts';
import { askEngine, expectStatus, printRatio } from './ratio.ts';

const transactions = 80;
/** Turns triggers off, because their work is not part of a payment. */
const still = { FLORIN_TRIGGERS: 'off', FLORIN_ROLES: 'off' };

interface Recorded {
  key: string;
  ids: string[];
  /** The writes of each transaction's capture, and the reads of a `GET` of each transaction. */
  writes: string[];
  reads: { operation: string; body: string }[][];
}

/**
 * Measures captures and reads a second over HTTP through the whole stack, and compares them with the bare requests to
 * the same engine. The bare requests are recorded from real ones, so that their shape always matches.
 */
export async function benchCaptures(): Promise<void> {
  const engine = await startEngine();
  try {
    const { key, ids, writes, reads } = await record(engine.endpoint);
    const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: engine.endpoint, ...still });
    try {
      const { api, move } = world(florin);
      const get = (n: number) =>
        expectStatus(200, api('GET', `/transactions/${ids[n % transactions]}`, { key }));
      const read = async (n: number) => {
        for (const { operation, body } of reads[n % transactions] ?? [])
          await askEngine(engine.endpoint, operation, body);
      };
      const sdk = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials });
      const readBySdk = async (n: number) => {
        for (const { operation, body } of reads[n % transactions] ?? []) {
          const input = JSON.parse(body);
          await (operation === 'Query'
            ? sdk.send(new QueryCommand(input))
            : sdk.send(new GetItemCommand(input)));
        }
      };
      await printRatio({
        title: 'Reads',
        product: ['GET /transactions/<id>', get],
        references: [
          ['bare reads', read],
          ['bare reads by the SDK', readBySdk],
        ],
        times: 4 * transactions,
        warm: 4,
      });
      const capture = (n: number) => expectStatus(201, move(key, ids[n] ?? '', 'captures', 1));
      const write = (n: number) => askEngine(engine.endpoint, 'TransactWriteItems', fresh(writes[n] ?? ''));
      await printRatio({
        title: 'Captures',
        product: ['captures', capture],
        references: [['bare TransactWriteItems', write]],
        times: transactions,
        warm: 4,
      });
    } finally {
      await florin.stop();
    }
  } finally {
    await engine.stop();
  }
}

/** Makes the transactions, captures and reads each once, and records the requests to DynamoDB. */
async function record(endpoint: string): Promise<Recorded> {
  const proxy = await startProxy(endpoint);
  const florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: proxy.endpoint, ...still });
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
    let seen: { operation: string; body: string }[] = [];
    proxy.afterAnswer = (operation, body) => seen.push({ operation, body });
    const writes: string[] = [];
    const reads = [];
    for (const id of ids) {
      seen = [];
      await expectStatus(201, move(key, id, 'captures', 1));
      writes.push(seen.find(({ operation }) => operation === 'TransactWriteItems')?.body ?? '');
      seen = [];
      await expectStatus(200, api('GET', `/transactions/${id}`, { key }));
      reads.push(seen);
    }
    return { key, ids, writes, reads };
  } finally {
    await florin.stop();
    await proxy.stop();
  }
}

/** Copies a write with a new id of the line and a new token, because DynamoDB ignores a repeated token. */
function fresh(body: string): string {
  const line = /"line#([0-9a-f]{24})"/.exec(body)?.[1] ?? '';
  const token = /"ClientRequestToken":"([^"]*)"/.exec(body)?.[1];
  // The trail grows with each capture.
  const again = body.replaceAll(line, newId()).replace('entries = :length', 'entries >= :length');
  return token ? again.replace(token, randomUUID()) : again;
}

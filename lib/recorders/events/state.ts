import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/** The data that the events were recorded with, and that they need again. */
export interface State {
  /** The public key of the merchant in the events. */
  publicKey: string;
  /** The items of the table without those that expire. */
  items: Record<string, unknown>[];
  /** The status and the shape of each function's answer, by function. */
  answers: Record<string, Answer>;
}

export interface Answer {
  status?: number;
  shape: unknown;
}

/** The prefix for bytes, which JSON cannot hold: they are written in Base64. */
const bytes = 'base64:';

/** Reads the state beside the events of a folder. */
export const readState = (folder: string): State =>
  JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'), (_, value) =>
    typeof value === 'string' && value.startsWith(bytes)
      ? Buffer.from(value.slice(bytes.length), 'base64')
      : value,
  );

export const printState = (state: State): string =>
  JSON.stringify(
    state,
    (_, value) => (value instanceof Uint8Array ? bytes + Buffer.from(value).toString('base64') : value),
    1,
  ).concat('\n');

const connect = (endpoint: string) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );

/**
 * Whether an item belongs to the recorded state. Events, deliveries and saved cards expire, too, but they live long
 * enough for the tests.
 */
const isKept = ({ pk, expires }: Record<string, unknown>) =>
  expires === undefined || /^(event|deliveries|saved)#/.test(String(pk));

/** Reads all items that stay, in the order of their keys. */
export async function dump(endpoint: string, TableName: string): Promise<Record<string, unknown>[]> {
  const client = connect(endpoint);
  const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName }));
  if (LastEvaluatedKey) throw new Error('More items than an event needs');
  client.destroy();
  const key = ({ pk, sk }: Record<string, unknown>) => `${pk} ${sk}`;
  return Items.filter(isKept)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ expires, ...item }) => sortAttributes(item));
}

/** Sorts attributes by name, since the engine keeps no order. */
function sortAttributes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(sortAttributes) as T;
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value;
  const entries = Object.entries(value as object).map(
    ([name, inner]) => [name, sortAttributes(inner)] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

export async function load(endpoint: string, TableName: string, items: State['items']): Promise<void> {
  const client = connect(endpoint);
  for (let from = 0; from < items.length; from += 25) {
    const puts = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    let left: Record<string, object[]> = { [TableName]: puts };
    while (Object.keys(left).length > 0) {
      const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: left }));
      left = UnprocessedItems;
    }
  }
  client.destroy();
}

/** The shape of an answer: its names and types, down to a depth, without its values. */
export function shapeOf(value: unknown, levels = 3): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shapeOf(item, levels));
  if (levels === 0) return 'object';
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, levels - 1)]));
}

/** The status and shape of a route's answer, or the whole policy of an authorizer. */
export function answerOf(result: unknown): Answer {
  const { statusCode, body, headers } = (result ?? {}) as {
    statusCode?: number;
    body?: string;
    headers?: Record<string, string>;
  };
  if (statusCode === undefined) return { shape: shapeOf(result) };
  const type = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const json = /json/.test(type ?? '') && body ? shapeOf(JSON.parse(body)) : undefined;
  return { status: statusCode, shape: { type: type ?? 'none', ...(json !== undefined && { body: json }) } };
}

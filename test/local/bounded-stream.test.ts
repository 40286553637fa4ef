import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { temporaryData } from '../../lib/local/data-folder.ts';
import { findDynoxide, startDynoxide } from '../../lib/local/dynamodb/dynoxide.ts';
import { type CallEngine, callEngine } from '../../lib/local/dynamodb/engine.ts';
import { freePort } from '../../lib/local/free-port.ts';
import { readStream } from '../../lib/local/triggers/stream-reader.ts';
import { makeTrim } from '../../lib/local/triggers/stream-trim.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const TableName = 'florin';
let folder: string;
let file: string;
let engine: Awaited<ReturnType<typeof startDynoxide>> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-stream-'));
  file = join(folder, 'florin.sqlite');
});

afterEach(async () => {
  await engine?.stop();
  engine = undefined;
  rmSync(folder, { recursive: true });
});

async function start(): Promise<CallEngine> {
  engine = await startDynoxide({ root: process.cwd(), file, onExit: () => {} });
  return callEngine(engine.endpoint);
}

async function makeTable(call: CallEngine): Promise<void> {
  await call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
}

/** Writes items that have the numbers of their records. */
async function write(call: CallEngine, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 25) {
    const numbers = Array.from({ length: Math.min(25, to - n + 1) }, (_, i) => n + i);
    const requests = numbers.map((number) => ({ PutRequest: { Item: { pk: { S: String(number) } } } }));
    await call('BatchWriteItem', { RequestItems: { [TableName]: requests } });
  }
}

/** The numbers of all records in the stream. */
async function records(call: CallEngine): Promise<number[]> {
  const stream = await readStream(call, { table: TableName, start: 'TRIM_HORIZON' });
  const numbers: number[] = [];
  for (;;) {
    const page = await stream.read();
    if (page.length === 0) return numbers;
    numbers.push(...page.map(({ dynamodb }) => Number(dynamodb.SequenceNumber)));
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const readers = ['slow', 'fast'].map((id) => ({ id, table: TableName }));

test('the engine removes only records that every reader has read', async () => {
  const call = await start();
  await makeTable(call);
  const trim = makeTrim(call, readers);
  await write(call, 1, 1000);
  await trim({ id: 'fast', table: TableName }, '1000');
  await write(call, 1001, 1200);
  expect(await records(call)).toEqual(range(1, 1200)); // the slow reader has not read any
  await trim({ id: 'slow', table: TableName }, '700');
  await write(call, 1201, 1600);
  expect(await records(call)).toEqual(range(700, 1600));
  await trim({ id: 'fast', table: TableName }, '1600');
  await trim({ id: 'slow', table: TableName }, '1600');
  await write(call, 1601, 2200);
  expect(await records(call)).toEqual(range(1600, 2200));
});

test('a reader continues after its last record, also when the engine was killed', async () => {
  const call = await start();
  await makeTable(call);
  await write(call, 1, 500);
  const trim = makeTrim(call, [readers[0] as (typeof readers)[0]]);
  await trim({ id: 'slow', table: TableName }, '500');
  await write(call, 501, 1000);
  await engine?.stop();
  const again = await start();
  await write(again, 1001, 1002);
  const stream = await readStream(again, { table: TableName, start: 'TRIM_HORIZON' });
  stream.goTo('500');
  const page = await stream.read();
  expect(page.map(({ dynamodb }) => Number(dynamodb.SequenceNumber))).toEqual(range(501, 1002));
});

test('a database that the plain engine made keeps its records, and is trimmed from then on', async () => {
  const child = await bareEngine();
  await makeTable(child.call);
  await write(child.call, 1, 300);
  child.process.kill('SIGKILL'); // its log of writes stays behind
  await once(child.process, 'exit');
  const call = await start();
  expect(await records(call)).toEqual(range(1, 300));
  const trim = makeTrim(call, [readers[0] as (typeof readers)[0]]);
  await trim({ id: 'slow', table: TableName }, '300');
  await write(call, 301, 500);
  expect(await records(call)).toEqual(range(300, 500));
});

test('the engine uses an index to find a record number and a page', async () => {
  await start();
  await engine?.stop();
  const database = new sqlite.Database(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const planOf = (query: string) =>
      database.all(`EXPLAIN QUERY PLAN ${query}`).map((row) => String(row.detail));
    const number = 'CAST(sequence_number AS INTEGER)';
    // The engine itself sends these queries.
    expect(
      planOf(`SELECT COALESCE(MAX(${number}), 0) + 1 FROM _stream_records WHERE table_name = 'x'`),
    ).toEqual([expect.stringContaining('INDEX florin_numbers')]);
    expect(
      planOf(
        `SELECT * FROM _stream_records WHERE table_name = 'x' AND shard_id = 'y' AND ${number} > 1 ORDER BY ${number} ASC LIMIT 9`,
      ),
    ).toEqual([expect.stringContaining('INDEX florin_pages')]);
  } finally {
    database.close();
  }
});

test('the folder of a database in memory is deleted at its end, or at the next start if its process was killed', async () => {
  const script = `
    import { temporaryData } from './lib/local/data-folder.ts';
    console.log(temporaryData().file);
    setInterval(() => {}, 1000);
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const left = dirname(String(line).trim());
  const own = temporaryData();
  expect([existsSync(left), existsSync(dirname(own.file))]).toEqual([true, true]);
  own.release();
  expect([existsSync(left), existsSync(dirname(own.file))]).toEqual([true, false]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  temporaryData().release();
  expect(existsSync(left)).toBe(false);
});

/** Starts Dynoxide without Florin's extensions. */
async function bareEngine(): Promise<{ process: ChildProcess; call: CallEngine }> {
  const port = await freePort();
  const [program = '', ...args] = findDynoxide(process.cwd());
  const child = spawn(program, [...args, 'serve', '-p', String(port), '--db-path', file], {
    stdio: 'ignore',
  });
  const call = callEngine(`http://127.0.0.1:${port}`);
  const answers = () =>
    call('ListTables', {}).then(
      () => true,
      () => false,
    );
  await waitUntil(answers, (answer) => answer);
  return { process: child, call };
}

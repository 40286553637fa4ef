import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { newId } from '#domain/id.ts';
import type { SignedSeal } from '#domain/ledger/seal.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { rowOf } from '../../lib/operator/export/rows.ts';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { scan } from '../api/support/stored-items.ts';
import { useTable } from '../api/support/use-table.ts';
import { runScript } from './support/run-script.ts';

const own = ownFlorin();
const folder = mkdtempSync(join(tmpdir(), 'florin-seals-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ann = newId(0);
const [hour, day] = [3_600_000, 86_400_000];
const midnight = Math.floor(Date.now() / day) * day;
const dayAgo = (count: number) => new Date(midnight - count * day).toISOString().slice(0, 10);

let table: DynamoDBDocumentClient;
/** Writes a line as a movement of money does, at a time that the test chooses. */
let book: (merchantId: string, time: number) => Promise<Line>;
/** Writes an entry of the audit log as the console does. */
let record: (merchantId: string, time: number, stays?: boolean) => Promise<string>;

beforeAll(async () => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: own.florin.dynamodb, region: 'eu-west-1', credentials }),
  );
  useTable(own.florin.dynamodb);
  const { addToBalance } = await import('../../functions/core/store/ledger/balance.ts');
  const { putLine } = await import('../../functions/core/store/ledger/lines.ts');
  const { transact } = await import('../../functions/core/store/table/transact.ts');
  const { appendEntry, setStatus } = await import('../../functions/core/store/console/audit.ts');
  book = async (merchantId, time) => {
    const money = { amount: { currency: 'EUR', amount: 500 }, balance: 480, fee: 20 };
    const line: Line = { id: newId(time), merchantId, test: true, kind: 'capture', ...money };
    await transact([putLine(line), addToBalance([line])]);
    return line;
  };
  record = async (merchantId, time, stays = true) => {
    const user = { id: ann, email: 'ann@example.com' };
    const request = { requestId: 'r', address: '192.0.2.1', device: 'Firefox', fields: '{"name":"Ann"}' };
    const entry = { id: newId(time), merchantId, user, action: 'POST /a', about: {}, ...request };
    await appendEntry({ entry });
    await setStatus({ entry, stays }, 200);
    return entry.id;
  };
});

/** Runs the job as at 02:00 UTC, some days ago. */
async function seal(daysAgo: number): Promise<void> {
  const { error } = await aws(own.florin.aws).invoke('CheckLedger', {
    time: new Date(midnight - daysAgo * day + 2 * hour).toISOString(),
  });
  expect(error).toBeUndefined();
  await aws(own.florin.aws).emptied('LedgerChecks');
}

async function sealsOf(merchantId: string): Promise<(SignedSeal & { pk: string; sk: string })[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: 'florin',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `seals#${merchantId}` },
    }),
  );
  return Items as (SignedSeal & { pk: string; sk: string })[];
}

const lineAt = (id: string) => ({ pk: `line#${id}`, sk: 'line' });
const put = (Item: object) => table.send(new PutCommand({ TableName: 'florin', Item: { ...Item } }));
const remove = ({ pk, sk }: { pk: string; sk: string }) =>
  table.send(new DeleteCommand({ TableName: 'florin', Key: { pk, sk } }));
const set = ({ pk, sk }: { pk: string; sk: string }, name: string, value: unknown) =>
  table.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk, sk },
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );

/** Exports the table, and verifies the rows with the key of the stage. */
async function verify(name: string, ...flags: string[]) {
  const rows = (await scan(own.florin.dynamodb)).flatMap((Item) => rowOf(JSON.stringify({ Item })) ?? []);
  const kinds = ['lines', 'audit', 'seals', 'seal-entries'];
  const files = kinds.map((kind) => {
    const file = join(folder, `${name}-${kind}.ndjson`);
    const own = rows.filter(({ dataset }) => dataset === kind);
    writeFileSync(file, own.map(({ row }) => `${JSON.stringify(row)}\n`).join(''));
    return file;
  });
  const [{ row }] = rows.filter(({ dataset }) => dataset === 'seals') as unknown as [
    { row: { key: string } },
  ];
  const args = ['verify', ...files, '--json', '--key', stageKey || row.key, ...flags];
  const { code, out, err } = await runScript('packages/cli/src/main.ts', args, {});
  stageKey ||= row.key;
  return { code, err, report: JSON.parse(out) };
}

let stageKey = '';

/** A merchant with two lines and an entry of the audit log on each of two days. */
async function scene() {
  const { merchant } = await own.here.shop();
  const lines: Line[] = [];
  const entries: string[] = [];
  for (const ago of [3, 3, 2, 2]) {
    const time = midnight - ago * day + 10 * hour + lines.length;
    lines.push(await book(merchant.id, time));
    entries.push(await record(merchant.id, time));
  }
  await record(merchant.id, midnight - 2 * day, false);
  return { id: merchant.id as string, lines, entries, ids: lines.map((line) => line.id) };
}

test('each change of a sealed entry or of a seal is found and named, and nothing else', async () => {
  const names = [
    'edited',
    'removed',
    'added',
    'moved',
    'listed',
    'logged',
    'list',
    'forged',
    'cut',
    'untouched',
  ];
  const all: Record<string, Awaited<ReturnType<typeof scene>>> = {};
  for (const name of names) all[name] = await scene();
  const { edited, removed, added, moved, listed, logged, list, forged, cut, untouched } = all as Required<
    typeof all
  >;
  if (!edited || !removed || !added || !moved || !listed || !logged || !list || !forged || !cut || !untouched)
    throw new Error();
  // Two nights, then two at the same time that both catch up.
  await seal(2);
  await Promise.all([seal(0), seal(0)]);
  // An operator can run the job as in the future. Days that have not ended stay open.
  await seal(-3);
  const seals = await sealsOf(untouched.id);
  expect(
    seals
      .filter(({ sk }) => sk.startsWith('seal#'))
      .map(({ sk, ledger, audit, number }) => [sk, number, ledger.count, audit.count]),
  ).toEqual([
    [`seal#${dayAgo(3)}`, 1, 2, 2],
    [`seal#${dayAgo(2)}`, 2, 2, 2],
    [`seal#${dayAgo(1)}`, 3, 0, 0],
  ]);

  const sealed = new Date().toISOString();
  const late = await verify('late');
  expect(late).toMatchObject({ code: 1, report: { verified: false, count: 10 } });
  expect(late.report.seals[0]).toMatchObject({
    kind: 'seal',
    day: dayAgo(3),
    says: expect.stringContaining('two days after'),
  });
  const fine = await verify('fine', '--late-until', sealed);
  expect(fine).toMatchObject({
    code: 0,
    report: {
      verified: true,
      entries: { sealed: 80, unsealed: 0, expiring: 10 },
      seals: [],
      differences: [],
    },
  });
  const { hash } = fine.report.newest.find(
    ({ merchantId }: { merchantId: string }) => merchantId === untouched.id,
  );

  await set(lineAt(edited.ids[2] ?? ''), 'balance', 481);
  await remove(lineAt(removed.ids[1] ?? ''));
  const extra = { ...added.lines[0], id: newId(midnight - 3 * day + 11 * hour) } as Line;
  const inList = (line: Line, listSk = line.id) => ({
    ...line,
    ...lineAt(line.id),
    listPk: `merchant#${line.merchantId}#lines`,
    listSk,
  });
  await put(inList(extra));
  const elsewhere = {
    ...moved.lines[0],
    id: newId(midnight - 2 * day + hour),
    bookedAt: new Date(Number.parseInt(moved.ids[0]?.slice(0, 8) ?? '', 16) * 1000).toISOString(),
  } as Line;
  await remove(lineAt(moved.ids[0] ?? ''));
  await put(inList(elsewhere));
  await set(lineAt(listed.ids[3] ?? ''), 'listSk', newId(midnight - 3 * day));
  await set({ pk: `audit#${logged.id}`, sk: logged.entries[1] ?? '' }, 'status', 403);
  await set(lineAt(list.ids[0] ?? ''), 'fee', 0);
  const [part] = (await sealsOf(list.id)).filter(({ sk }) => sk.startsWith(`entries#${dayAgo(3)}#ledger`));
  if (part) await set(part, 'entries', Buffer.alloc(88, 1));
  const [first] = await sealsOf(forged.id);
  const ofForged = (await sealsOf(forged.id)).find(({ number }) => number === 2);
  expect(first).toBeDefined();
  if (ofForged) await set(ofForged, 'ledger', { count: 0, hash: '0'.repeat(64) });
  const ofCut = (await sealsOf(cut.id)).find(({ number }) => number === 2);
  if (ofCut) await remove(ofCut);
  // Personal data may go.
  await set({ pk: `audit#${untouched.id}`, sk: untouched.entries[0] ?? '' }, 'user', { id: ann });
  await set(lineAt(untouched.ids[0] ?? ''), 'order', { customer: 'nobody' });

  const { code, report } = await verify(
    'changed',
    '--late-until',
    sealed,
    '--seal',
    `${hash},${'0'.repeat(64)}`,
  );
  expect([code, report.verified, report.count]).toEqual([1, false, report.differences.length + 1]);
  const found = report.differences.map(({ merchantId, log, kind, day, id, from }: Record<string, string>) => [
    Object.keys(all).find((name) => all[name]?.id === merchantId),
    log,
    kind,
    day,
    id ?? null,
    ...(from ? [from] : []),
  ]);
  expect(found.sort()).toEqual(
    [
      ['edited', 'ledger', 'edited', dayAgo(2), edited.ids[2]],
      ['removed', 'ledger', 'removed', dayAgo(3), removed.ids[1]],
      ['added', 'ledger', 'added', dayAgo(3), extra.id],
      ['moved', 'ledger', 'moved', dayAgo(2), elsewhere.id, moved.ids[0]],
      ['listed', 'ledger', 'moved', dayAgo(2), listed.ids[3]],
      ['logged', 'audit', 'edited', dayAgo(3), logged.entries[1]],
      ['list', 'ledger', 'day', dayAgo(3), null],
    ].sort(),
  );
  expect(
    report.seals.map(({ kind, merchantId, day }: Record<string, string>) => [kind, merchantId, day]),
  ).toEqual(
    expect.arrayContaining([
      ['seal', forged.id, dayAgo(2)],
      ['seal', cut.id, dayAgo(1)],
      ['missing', '', undefined],
    ]),
  );
  expect(report.seals).toHaveLength(3);
  // The job seals what the table has now. The time of the new seal shows that it is late, and a noted seal is missing.
  await set(lineAt(untouched.ids[1] ?? ''), 'balance', 7);
  for (const one of await sealsOf(untouched.id)) await remove(one);
  await seal(0);
  const again = await verify('again', '--late-until', sealed, '--seal', hash);
  const ours = (list: { merchantId: string; kind: string }[]) =>
    list.filter(({ merchantId }) => ['', untouched.id].includes(merchantId)).map(({ kind }) => kind);
  expect([ours(again.report.seals), ours(again.report.differences)]).toEqual([['missing'], ['late']]);
}, 120_000);

test('a closed month has the newest seal, which a verification can demand', async () => {
  const { key, merchant } = await own.here.shop();
  const lastMonth = new Date(new Date().setUTCDate(1) - day).toISOString().slice(0, 7);
  await book(merchant.id, Date.parse(`${lastMonth}-15`));
  const close = (month: string) =>
    own.here.api('PUT', `/merchants/${merchant.id}/months`, { key, body: { month } });
  const before = new Date(Date.parse(`${lastMonth}-01`) - day).toISOString().slice(0, 7);
  expect((await close(before)).body.month).not.toHaveProperty('seal');
  await seal(0);
  const { month } = (await close(lastMonth)).body;
  const { report } = await verify('closed');
  const newest = report.newest.find(({ merchantId }: { merchantId: string }) => merchantId === merchant.id);
  expect(month.seal).toEqual({ day: dayAgo(1), hash: newest.hash });
}, 60_000);

test('a seal that somebody has written ahead raises the alarm of the ledger, and merchants whose data expires have no seal', async () => {
  const [ahead, expiring] = [await scene(), await scene()];
  await put({
    pk: `seals#${ahead.id}`,
    sk: 'seal#2999-12-31',
    merchantId: ahead.id,
    day: '2999-12-31',
    number: 9,
  });
  await set({ pk: `merchant#${expiring.id}`, sk: '#merchant' }, 'unvouched', { app: newId(0), days: 30 });
  await seal(0);
  expect(own.florin.log()).toMatch(
    new RegExp(`"merchantId":"${ahead.id}","seal":"2999-12-31 has a seal already"`),
  );
  expect(await sealsOf(expiring.id)).toEqual([]);
}, 60_000);

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { scan, valuesIn } from '../api/support/stored-items.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { runScript } from './support/run-script.ts';

const own = ownFlorin();

/** A line of an export, as DynamoDB writes it. */
type Line = object;

/** Writes lines as DynamoDB does: some files in a folder, beside a list of files. */
function writeDownload(...files: Line[][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-export-'));
  const data = join(folder, 'AWSDynamoDB/01772323200000-0a1b2c3d/data');
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, '../manifest-files.json'), '{"itemCount":1}\n');
  for (const [n, lines] of files.entries())
    writeFileSync(
      join(data, `${n}.json.gz`),
      gzipSync(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`),
    );
  return folder;
}

const decode = (folder: string, into = join(folder, 'rows')) =>
  runScript('lib/operator/export/main.ts', ['decode', folder, '--into', into], {});

const rowsIn = (folder: string, dataset: string) =>
  readFileSync(join(folder, 'rows', `${dataset}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('the rows of a full export have the values that the API returns, and contain no secret', async () => {
  const { api, shop, authorized, move, transaction } = own.here;
  const { key, merchant } = await shop({ name: 'Søby Æbler' });
  const payer = { name: 'Ann Lee', email: 'ann@example.com' };
  const id = await authorized(merchant, 5000, { custom: { note: 'not in a warehouse' }, payer });
  await move(key, id, 'captures', 3000);
  await move(key, id, 'refunds', 1000);
  const reason = { code: 13.1, title: 'Product not received' };
  const due = new Date(Date.now() + 86_400_000).toISOString();
  const about = { reference: id, transactionId: id, amount: 500, reason, due };
  await aws(own.florin.aws).report({ type: 'dispute.opened', ...about });
  const list = async (path: string) => (await api('GET', path, { key })).body;
  const disputes = `/disputes?limit=10&filter[merchantId]=${merchant.id}`;
  await waitUntil(
    () => list(disputes),
    ({ length }) => length === 1,
  );
  const body = { amount: 700, currency: 'EUR', reference: 'Order 7' };
  const link = (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link;

  const items = (await scan(own.florin.dynamodb)).map((Item) => ({ Item }));
  const half = Math.ceil(items.length / 2);
  const folder = writeDownload(items.slice(0, half), items.slice(half));
  const { code, text } = await decode(folder);
  expect([code, text]).toEqual([0, expect.stringMatching(/^transactions: 1$/m)]);

  const { trail, custom, ...shown } = await transaction(key, id);
  expect(rowsIn(folder, 'transactions')).toEqual([shown]);
  expect(rowsIn(folder, 'lines').sort((a, b) => (a.id < b.id ? 1 : -1))).toEqual(
    await list(`/merchants/${merchant.id}/lines?limit=10`),
  );
  expect(rowsIn(folder, 'disputes')).toEqual(await list(disputes));
  expect(rowsIn(folder, 'merchants')).toEqual([
    expect.objectContaining({ id: merchant.id, name: 'Søby Æbler', currency: 'EUR', test: true }),
  ]);
  expect(rowsIn(folder, 'links')).toEqual([
    expect.objectContaining({ id: link.id, reference: 'Order 7', amount: 700, paid: 0 }),
  ]);
  const written = readdirSync(join(folder, 'rows')).flatMap((file) =>
    valuesIn(rowsIn(folder, file.replace('.ndjson', ''))),
  );
  for (const secret of [key, 'not in a warehouse', '4100000000000000']) expect(written).not.toContain(secret);
});

test('rows of an incremental export say when they were written, and mark deleted items', async () => {
  const { shop, authorized } = own.here;
  const { merchant } = await shop();
  const id = await authorized(merchant, 100);
  const items = await scan(own.florin.dynamodb);
  const NewImage = items.find(({ pk }) => JSON.stringify(pk).includes(`tx#${id}`)) as Record<string, unknown>;
  const Metadata = { WriteTimestampMicros: { N: '1772323200123456' } };
  const gone = { pk: { S: `link#${'a'.repeat(24)}` }, sk: { S: '#link' } };
  const folder = writeDownload([
    { Metadata, Keys: { pk: NewImage.pk, sk: NewImage.sk }, NewImage },
    { Metadata, Keys: gone },
  ]);
  expect((await decode(folder)).code).toBe(0);
  const written = '2026-03-01T00:00:00.123Z';
  expect(rowsIn(folder, 'transactions')).toEqual([expect.objectContaining({ id, amount: 100, written })]);
  expect(rowsIn(folder, 'links')).toEqual([{ id: 'a'.repeat(24), deleted: true, written }]);
});

test('a missing folder, one without an export, a broken file, and earlier rows are refused', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'florin-export-'));
  const missing = { code: 1, text: expect.stringMatching(/^ENOENT.*missing'\n$/) };
  expect(await decode(join(empty, 'missing'), empty)).toMatchObject(missing);
  expect(await decode(empty)).toMatchObject({
    code: 1,
    text: expect.stringContaining('has no .json.gz file'),
  });

  const folder = writeDownload([]);
  expect((await decode(folder)).code).toBe(0);
  expect(await decode(folder)).toMatchObject({ code: 1, text: expect.stringContaining('EEXIST') });

  const broken = writeDownload([]);
  writeFileSync(join(broken, 'AWSDynamoDB/cut.json.gz'), gzipSync('{}').subarray(0, 12));
  expect(await decode(broken)).toMatchObject({ code: 1, text: expect.stringMatching(/unexpected end/i) });
});

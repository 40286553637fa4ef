import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSealKey, takeData } from '../../../lib/local/data-folder.ts';
import { listen } from '../../../lib/local/gateway/server.ts';
import { serveHere } from '../../../lib/local/loopback.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const killed = 4194305; // above the highest process id that Linux gives
const own = `pid-${process.pid}`;

test('a folder that another process has is refused, and stays that of the other process', () => {
  writeFileSync(join(folder, `pid-${process.ppid}`), '');
  expect(() => takeData(folder)).toThrow(`in use by process ${process.ppid}. Stop that one first`);
  expect(readdirSync(folder)).toEqual([`pid-${process.ppid}`]);
});

test('a folder is given to one runner of a process at a time', () => {
  const { release } = takeData(folder);
  expect(() => takeData(folder)).toThrow(`in use by process ${process.pid}`);
  expect(readdirSync(folder)).toEqual([own]);
  release();
  expect(readdirSync(folder)).toEqual([]);
  takeData(folder).release();
});

test('lock files of killed processes are ignored, even one with the number of this process', () => {
  writeFileSync(join(folder, `pid-${killed}`), '');
  writeFileSync(join(folder, own), '');
  const { release } = takeData(folder);
  expect(readdirSync(folder)).toEqual([own]);
  release();
});

test('only this user can read the folder, and files that an earlier version wrote into it', () => {
  mkdirSync(join(folder, 'mail'), { mode: 0o755 });
  for (const name of ['florin.sqlite', 'mail/a.eml']) writeFileSync(join(folder, name), '', { mode: 0o644 });
  const { release } = takeData(folder);
  const modes = ['', 'florin.sqlite', 'mail', 'mail/a.eml', own].map(
    (name) => statSync(join(folder, name)).mode & 0o777,
  );
  release();
  expect(modes).toEqual([0o700, 0o600, 0o700, 0o600, 0o600]);
});

test('a file in place of the folder is named, with the ways out', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => takeData(file)).toThrow(
    /The folder .*file for the data cannot be written: .*EEXIST.*--memory/,
  );
});

test('the key that seals cards is made once, for its owner alone, and a damaged one is refused', () => {
  const database = join(folder, 'florin.sqlite');
  const key = keptSealKey(folder, database);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  writeFileSync(database, 'x');
  expect(keptSealKey(folder, database)).toBe(key);
  expect(statSync(join(folder, 'seal-key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'seal-key'), key.slice(0, 20));
  expect(() => keptSealKey(folder, database)).toThrow('must have 32 bytes in Base64');
});

test('only programs of this machine reach the APIs and the database', async () => {
  const bound = jest.spyOn(Server.prototype, 'listen');
  const gateway = new Promise<never>(() => {});
  const api = await listen({ port: 0, name: 'PORT', gateway, log: () => {}, report: () => {} });
  const database = await serveHere(async () => {});
  await Promise.all([api.close(), database.stop()]);
  const hosts = bound.mock.calls.map(([, host]) => String(host));
  bound.mockRestore();
  expect([...new Set(hosts)]).toEqual(['127.0.0.1', '::1']);
});

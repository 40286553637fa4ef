import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeData } from '../../../lib/local/data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
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

test('a file in place of the folder is named, with the ways out', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => takeData(file)).toThrow(
    /The folder .*file for the data cannot be written: .*EEXIST.*--memory/,
  );
});

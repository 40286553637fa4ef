import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are made, and not written. */
const made = ['.git', ...readFileSync('.gitignore', 'utf8').split('\n')].map((name) => name.replace('/', ''));

/** Every file that somebody has written. */
const files = readdirSync('.')
  .filter((name) => !made.includes(name) && !name.endsWith('.log'))
  .flatMap(filesIn);

function filesIn(path: string): string[] {
  return statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesIn(join(path, name)))
    : [path];
}

test('no merge has left its marks in a file', () => {
  const marked = files.filter((file) => /^(<{7}|>{7}) /m.test(readFileSync(file, 'utf8')));
  expect(marked).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

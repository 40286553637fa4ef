import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that `npm start` and `npm test` run on this machine. */
const places = ['lib', 'test/unit', 'test/stack', 'test/api'];

/** Commands and paths that macOS lacks or has in another form, with the one file that has an alternative. */
const linuxOnly: [what: RegExp, except: string | undefined][] = [
  [/\/proc\b/, 'lib/local/parent-watch.ts'],
  [/\/(?:usr\/)?bin\/(?:ba|da|z)?sh\b/, undefined],
  [/\/dev\/(?:fd|shm|tcp)\b/, undefined],
  [/\bshell: true/, undefined],
  [
    /['"`](?:apt-get|fuser|flock|getent|lsof|netstat|nproc|setsid|ss -\w+|stdbuf|strace|xargs)['"` ]/,
    undefined,
  ],
  [/\b(?:date -d|grep -P|readlink -f|sed -i|stat -c|ps -ef --)\b/, undefined],
];

const files = places.flatMap((place) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]s)$/.test(name))
    .map((name) => join(place, name).replaceAll('\\', '/'))
    .filter((name) => name !== 'test/unit/portable.test.ts'),
);

test.each(linuxOnly)('no file that npm start or npm test runs contains %s', (what, except) => {
  const found = files.filter((file) => file !== except && what.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

test('no two file names differ only in case', () => {
  const names = files.map((name) => name.toLowerCase());
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(200);
});

test('the scripts start and test run Node.js and Jest without shell syntax', () => {
  const { start, test: tests } = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  expect([start, tests]).toEqual([expect.stringMatching(/^node [\w ./-]+$/), 'jest']);
});

/** The registry of the machine that wrote the lock file did not serve these packages of other systems. */
const unserved = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'win32-x64'].map(
  (system) => `@dynoxide/${system}`,
);

/** A bundled package is in the archive of another package, whose integrity covers both. */
test.each([
  ['package-lock.json', unserved],
  ['examples/express/package-lock.json', []],
  ['test/packages/runtimes/package-lock.json', []],
])('%s has the integrity of every package that npm downloads', (file, expected) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: true; inBundle?: true }>;
  };
  const unchecked = Object.entries(packages)
    .filter(
      ([path, { integrity, link, inBundle }]) =>
        path.startsWith('node_modules/') && !(integrity ?? link ?? inBundle),
    )
    .map(([path]) => path.replace(/.*node_modules\//, ''));
  expect(unchecked).toEqual(expected);
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findMutants, plant } from '../mutate/mutants.ts';
import { targets } from '../mutate/targets.ts';

const root = join(__dirname, '../..');
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );

describe('the targets of planted bugs', () => {
  const all = Object.entries(targets);

  test.each(all)('%s names tests that exist, and no file twice', (_name, { tests }) => {
    const listed = tests.flatMap(({ config, files }) => files.map((start) => ({ config, start })));
    const unknown = listed.filter(
      ({ config, start }) =>
        !below(`test/${config}`).some((path) => path.endsWith('.test.ts') && path.startsWith(start)),
    );
    expect(unknown).toEqual([]);
    expect(new Set(listed.map((each) => Object.values(each).join())).size).toBe(listed.length);
  });

  test('the targets of planted bugs are all files of the core that decide about money, access or answers, each in one target', () => {
    // These folders hold texts, or thin clients of services.
    const others = /^functions\/core\/(aws|html|mail|messages|observability)\//;
    const files = below('functions/core').map((path) => `functions/core/${path}`);
    const found = files.map((file) => ({
      file,
      in: all.filter(([, target]) => target.files.test(file)).map(([name]) => name),
    }));
    expect(found.filter((each) => !others.test(each.file) && each.in.length !== 1)).toEqual([]);
  });
});

test('a condition of a write is weakened one part at a time, and a condition of a read stays', () => {
  const source =
    "write('pk', 'entries = :length AND attribute_exists(pk)'); read('pk = :pk AND sk > :from');";
  const planted = findMutants(source)
    .filter(({ kind }) => kind.startsWith('condition of a write'))
    .map((mutant) => plant(source, mutant).replace(/; read.*/, ''));
  expect(planted).toEqual([
    `write('pk', "(entries = :length OR attribute_not_exists(neverSet)) AND attribute_exists(pk)")`,
    `write('pk', "entries = :length AND (attribute_exists(pk) OR attribute_not_exists(neverSet))")`,
  ]);
});

/** Returns a copy of the source for each bug of these kinds that can be planted. */
const planted = (source: string, kinds: RegExp): string[] =>
  findMutants(source)
    .filter(({ kind }) => kinds.test(kind))
    .map((mutant) => plant(source, mutant));

test('a field, an element or a sign is left out, and a limit is off by one', () => {
  expect(planted('write({ a, b: -x, c: 2 });', /field/)).toEqual([
    'write({  b: -x, c: 2 });',
    'write({ a,  c: 2 });',
    'write({ a, b: -x,  });',
  ]);
  expect(planted('write([one, two(), ...rest]);', /element/)).toEqual([
    'write([two(), ...rest]);',
    'write([one, ...rest]);',
  ]);
  expect(planted('write({ b: -x, c: -2 });', /sign/)).toEqual(['write({ b: (x), c: -2 });']);
  expect(planted("write('sent < :most OR used <= :room');", /another/)).toEqual([
    'write("sent <= :most OR used <= :room");',
    'write("sent < :most OR used < :room");',
  ]);
});

test('a component loses an attribute, and a hook a dependency', () => {
  const source = 'const a = <Button label="x" onPress={press}>{useMemo(make, [one, two])}</Button>;';
  const mutants = findMutants(source, 'button.tsx').map((mutant) => plant(source, mutant));
  expect(mutants).toEqual([
    'const a = <Button label="x" >{useMemo(make, [one, two])}</Button>;',
    'const a = <Button label="x" onPress={press}>{useMemo(make, [two])}</Button>;',
    'const a = <Button label="x" onPress={press}>{useMemo(make, [one])}</Button>;',
  ]);
});

test('a condition in a template is weakened, and a method is replaced by another', () => {
  const more = '$' + '{more}';
  const template = `write(\`attribute_exists(pk) AND ${more}\`);`;
  expect(planted(template, /condition of a write/)).toEqual([
    `write(\`(attribute_exists(pk) OR attribute_not_exists(neverSet)) AND ${more}\`);`,
    `write(\`attribute_exists(pk) AND (${more} OR attribute_not_exists(neverSet))\`);`,
  ]);
  expect(planted('Math.min(a, b).find(c)', / to /)).toEqual(
    expect.arrayContaining(['Math.max(a, b).find(c)', 'Math.min(a, b).findLast(c)']),
  );
});

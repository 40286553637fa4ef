import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A place of the source layout in docs/design.md, and its layer: `2` is below `3`. */
interface Place {
  layer: string;
  name: string;
  prefix: string;
}

interface Import {
  from: string;
  to: string;
}

const root = join(__dirname, '../..');
const layout = placesOf(readFileSync(join(root, 'docs/design.md'), 'utf8'));

/** Reads the table of the source layout. */
function placesOf(design: string): Place[] {
  const rows = design.matchAll(/^\| (\d) \| (.+?) \|/gm);
  return [...rows].flatMap(([, layer = '', places = '']) =>
    [...places.matchAll(/`([^`]+)`/g)].flatMap(([, place = '']) =>
      expand(place).map((prefix) => ({ layer, name: prefix.endsWith('/') ? prefix : places, prefix })),
    ),
  );
}

/** `lib/{routes,jobs}.ts` → `lib/routes.ts`, `lib/jobs.ts` */
function expand(place: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(place) ?? [];
  return names ? names.split(',').map((name) => `${before}${name}${after}`) : [place];
}

/** The rows of routes stand beside handlers, but in a layer of their own. */
const isRows = (file: string): boolean => /^functions\/(?!acquirers\/)([^/]+\/)?routes\.ts$/.test(file);

/** The place of a file: the longest matching entry of the source layout, or the resource's folder. */
function placeOf(file: string): { layer: string; name: string } | undefined {
  const rows = layout.find(({ prefix }) => prefix === 'functions/routes.ts');
  if (rows && isRows(file)) return rows;
  const named = layout.filter(({ prefix }) => file.startsWith(prefix));
  const [found] = named.sort((a, b) => b.prefix.length - a.prefix.length);
  if (found) return { layer: found.layer, name: found.name };
  const [resource] = /^functions\/(?!core\/)[^/]+\//.exec(file) ?? [];
  const row = layout.find(({ prefix }) => prefix === 'functions/<resource>/');
  return resource && row ? { layer: row.layer, name: resource } : undefined;
}

/** Every source file that needs a place in the source layout. */
const sourceFiles = (): string[] =>
  ['lib', 'functions', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?[jt]sx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );

function importsOf(files: readonly string[]): Import[] {
  const aliases: Record<string, string> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ).imports;
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    const found = text.matchAll(/^(?:import|export)\s(?:[^'";]*?from\s)?'([^']+)'|\bimport\('([^']+)'\)/gm);
    return [...found].flatMap(([, plain, dynamic]) => {
      const specifier = plain ?? dynamic ?? '';
      if (specifier.startsWith('.')) return [{ from, to: normalize(join(dirname(from), specifier)) }];
      const alias = Object.keys(aliases).find((key) => specifier.startsWith(key.slice(0, -1)));
      if (!alias) return [{ from, to: specifier }];
      const folder = aliases[alias]?.slice(2, -1) ?? '';
      return [{ from, to: folder + specifier.slice(alias.length - 1) }];
    });
  });
}

const imports = importsOf(sourceFiles());

const isOurs = (file: string): boolean => /^(lib|functions|schemas|test)\//.test(file);

/** Resources, authorizers and jobs: one Lambda function each, so none of them imports another. */
const isResource = ({ name }: Pick<Place, 'name'>): boolean => /^functions\/(?!core\/)[^/]+\/$/.test(name);

/** Every import that goes up to a higher layer, or sideways from one resource to another. */
function layerFaults(edges: readonly Import[]): string[] {
  return edges.flatMap(({ from, to }) => {
    if (!isOurs(to)) return [];
    const [above, below] = [placeOf(from), placeOf(to)];
    if (!above || !below) return [`${above ? to : from} has no place in the source layout`];
    if (below.layer > above.layer) return [`${from} imports up: ${to}`];
    const isSideways = above.name !== below.name && isResource(above) && isResource(below);
    return isSideways ? [`${from} imports sideways: ${to}`] : [];
  });
}

/** The imports that form cycles between the entries of a folder. Biome finds cycles between files. */
function folderCycles(edges: readonly Import[]): string[] {
  const siblings = new Map<string, Map<string, Import[]>>();
  for (const edge of edges) {
    const [from, to] = siblingsOf(edge);
    if (!from || !to) continue;
    const targets = siblings.get(from) ?? new Map<string, Import[]>();
    targets.set(to, [...(targets.get(to) ?? []), edge]);
    siblings.set(from, targets);
  }
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
      for (const next of siblings.get(one)?.keys() ?? [])
        if (!reached.has(next)) {
          reached.add(next);
          waiting.push(next);
        }
    return reached;
  };
  const circular = [...siblings].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, edges]) => (reachedFrom(to).has(from) ? [edges] : [])),
  );
  // The rarest import of a cycle is usually the wrong one.
  return circular
    .sort((a, b) => a.length - b.length)
    .map(
      ([edge, ...more]) => `${edge?.from} → ${edge?.to}${more.length > 0 ? ` and ${more.length} more` : ''}`,
    );
}

/** The entries of the deepest common folder that hold the two files. */
function siblingsOf({ from, to }: Import): [string?, string?] {
  if (!isOurs(to)) return [];
  const [a, b] = [from, to].map((file) => (isRows(file) ? ['functions', 'routes.ts'] : file.split('/'))) as [
    string[],
    string[],
  ];
  const depth = a.findIndex((name, index) => name !== b[index]);
  return depth < 0 ? [] : [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

/** Packages that only some layers may use. */
const reserved: readonly { packages: RegExp; places: RegExp }[] = [
  { packages: /^(aws-cdk-lib|constructs|esbuild)(\/|$)/, places: /^lib\// },
  { packages: /^@middy\//, places: /^functions\/core\/(http|observability)\// },
  { packages: /^@aws-sdk\//, places: /^(lib\/|functions\/core\/(store|idempotency|jobs)\/)/ },
  { packages: /^@smithy\//, places: /^functions\/core\/aws\// },
  { packages: /^aws-lambda$/, places: /^(?!functions\/core\/domain\/|schemas\/)/ },
  { packages: /^node:(fs|http|https|net|dns|child_process)/, places: /^(?!schemas\/)/ },
];

const packageFaults = (edges: readonly Import[]): string[] =>
  edges
    .filter(({ from, to }) =>
      reserved.some(({ packages, places }) => packages.test(to) && !places.test(from)),
    )
    .map(({ from, to }) => `${from} may not import ${to}`);

test('the source layout has a place for every source file', () => {
  expect(layout.length).toBeGreaterThan(20);
  expect(sourceFiles().filter((file) => !placeOf(file))).toEqual([]);
});

test('every place of the source layout exists', () => {
  const files = sourceFiles();
  const empty = layout.filter(
    ({ prefix }) => !prefix.includes('<') && !files.some((file) => file.startsWith(prefix)),
  );
  expect(empty).toEqual([]);
});

test('imports go down the layers, never up, and never from one resource to another', () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(layerFaults(imports)).toEqual([]);
});

test('no two folders import each other', () => {
  expect(folderCycles(imports)).toEqual([]);
});

test('each reserved package is imported only in the layers that may use it', () => {
  expect(packageFaults(imports)).toEqual([]);
});

describe('the checks find', () => {
  const planted = (from: string, to: string): Import[] => [...imports, { from, to }];

  test.each([
    ['up', 'functions/core/domain/money/money.ts', 'functions/core/store/table/read.ts'],
    ['up', 'functions/core/http/request/headers.ts', 'functions/core/store/table/read.ts'],
    ['up', 'functions/core/store/table/read.ts', 'functions/core/usecases/accounts/membership.ts'],
    ['up', 'functions/lines/get.ts', 'lib/routes.ts'],
    ['sideways', 'functions/webhooks/get.ts', 'functions/lines/get.ts'],
    ['sideways', 'functions/jobs/pay-out.ts', 'functions/payouts/get.ts'],
  ])('an import that goes %s, from %s to %s', (direction, from, to) => {
    expect(layerFaults(planted(from, to))).toEqual([`${from} imports ${direction}: ${to}`]);
  });

  test('a file outside the source layout', () => {
    const from = 'functions/core/helpers/text.ts';
    const to = 'functions/core/domain/money/money.ts';
    expect(layerFaults(planted(from, to))).toEqual([`${from} has no place in the source layout`]);
    expect(layerFaults(planted(to, 'test/endpoints.ts'))).toEqual([
      'test/endpoints.ts has no place in the source layout',
    ]);
  });

  test.each([
    ['functions/core/html/markup.ts', 'functions/core/http/answer/answer.ts'],
    ['functions/core/store/transactions/operations.ts', 'functions/core/idempotency/record.ts'],
    ['functions/core/store/ledger/balance.ts', 'functions/core/store/transactions/trail.ts'],
    ['functions/core/http/errors/errors.ts', 'functions/core/http/answer/answer.ts'],
    ['functions/core/observability/log.ts', 'functions/core/http/request/headers.ts'],
    ['lib/jobs.ts', 'lib/stack/stage.ts'],
    ['lib/local/dynamodb/engine.ts', 'lib/local/model/model.ts'],
  ])('two folders that import each other, by an import from %s to %s', (from, to) => {
    expect(folderCycles(planted(from, to))).toContain(`${from} → ${to}`);
  });

  test('a package in the wrong layer', () => {
    const from = 'functions/core/domain/money/money.ts';
    expect(packageFaults(planted(from, '@aws-sdk/lib-dynamodb'))).toEqual([
      `${from} may not import @aws-sdk/lib-dynamodb`,
    ]);
  });
});

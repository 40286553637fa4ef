import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readImports } from '../../lib/build/imports.ts';
import { jobs } from '../../lib/jobs.ts';
import { root } from '../../lib/root.ts';
import { functionRoutes, type TableAction } from '../../lib/routes.ts';
import { logicalIdOf } from '../../lib/stack/logical-id.ts';
import { type Json, synthesizeStack } from './synthesize-stack.ts';

/** The most bytes of a bundle: docs/design.md, decision 4. */
const limit = {
  withTable: 300 * 1024,
  without: 60 * 1024,
  assets: 500 * 1024,
  pageAssets: 80 * 1024,
  passkeys: 460 * 1024,
};

/**
 * The function that serves the scripts and texts of the console and of tills. Its bundle contains these files as text,
 * which Node.js does not compile, so the bundle may be larger.
 */
const assets = 'ConsoleGetAssetsAsset';

/** The function that serves those of the payment page, of which a customer's page loads a part. */
const pageAssets = 'GetAssetsAsset';

/**
 * A customer may have to wait until this function, the largest one, has loaded. So this limit grew only twice: for
 * the limits of declines (docs/adr/0065-limit-declines.md), and for methods other than cards.
 */
const largest: Record<string, number> = { PostPayments: 272 * 1024 };

/** The functions that verify passkeys with `@simplewebauthn/server`. No payment waits for them. */
const passkeys = ['ConsolePostPasskeys', 'ConsolePostSessionProof', 'ConsolePostSignInPasskey'];

/** The limits of single functions. */
const special: Record<string, number> = {
  ...largest,
  [assets]: limit.assets,
  [pageAssets]: limit.pageAssets,
  ...Object.fromEntries(passkeys.map((id) => [id, limit.passkeys])),
};

const { directory, metafile, methods, resource, resources } = synthesizeStack();
const functions = resources('AWS::Lambda::Function').map(({ id, Properties, Metadata }) => {
  const folder = join(directory, Metadata['aws:asset:path']);
  // Lambda loads these at the start, and reads other files when they are needed.
  const modules = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const size = modules.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const withTable = 'TABLE_NAME' in (Properties.Environment?.Variables ?? {});
  const usual = withTable ? limit.withTable : limit.without;
  return { id, folder, size, limit: special[id] ?? usual };
});

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;

beforeAll(() => {
  const rows = functions.map(
    ({ id, size, limit }) => `  ${id.padEnd(40)}${kilobytes(size)} of${kilobytes(limit)}`,
  );
  process.stdout.write(`\nBundles, minified:\n${rows.join('\n')}\n`);
});

test.each(functions)('$id is small enough to start quickly', ({ size, limit }) => {
  expect(size).toBeLessThanOrEqual(limit);
});

interface Output {
  inputs: Record<string, { bytesInOutput: number }>;
}

/** The sources of each bundle. */
const bundles = Object.entries<Output>(metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
const made = bundles.map(([path, { inputs }]) => ({
  entry: path.replace(/^.*\/build-\d+\/functions\/(.*)\/index\.mjs$/, '$1'),
  inputs: Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
}));

/** The folder of a function's bundle. */
const folderOf = (id: string) => functions.find((made) => made.id === id)?.folder ?? '';

test('a bundle and its source map are the same in a repository in another folder', () => {
  const entries = { PostApps: 'apps/create', GetSdkJs: 'payment-page/sdk' };
  const copy = mkdtempSync(join(tmpdir(), 'florin-in-another-folder-'));
  try {
    for (const part of ['functions', 'lib', 'schemas', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const script = `import { bundle } from './lib/build/bundle.ts'; await bundle(${JSON.stringify(Object.values(entries))});`;
    const options = { cwd: copy, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--eval', script], options);
    expect([status, stderr]).toEqual([0, '']);
    for (const [id, entry] of Object.entries(entries))
      for (const file of ['index.mjs', 'index.mjs.map'])
        expect([file, readFileSync(join(copy, '.build/functions', entry, file), 'utf8')]).toEqual([
          file,
          readFileSync(join(folderOf(id), file), 'utf8'),
        ]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('every function has a bundle', () => {
  expect(made.map(({ entry }) => entry)).toEqual(
    expect.arrayContaining(functionRoutes.map(({ entry }) => entry)),
  );
  expect(functions.map(({ id }) => id)).toEqual(expect.arrayContaining(functionRoutes.map(logicalIdOf)));
});

test.each(made)(
  '$entry contains no schema compiler, and no provider of credentials except that of the environment',
  ({ inputs }) => {
    // The compiled validators call a few lines of ajv.
    expect(inputs.filter((input) => /\/ajv\/(?!dist\/runtime\/)/.test(input))).toEqual([]);
    expect(
      inputs.filter((input) => /\/credential-provider(?!-env\/)|\/token-providers\//.test(input)),
    ).toEqual([]);
  },
);

test('the cache of bundles knows every source of each bundle, so that no start runs outdated code', () => {
  const sourcesOf = readImports(root);
  const unknown = made.flatMap(({ entry, inputs }) => {
    const known = sourcesOf(`functions/${entry}.ts`);
    const own = inputs.map((input) => input.replace(/^[a-z-]+:(?=functions|schemas)/, ''));
    return own.filter((input) => /^(?:functions|schemas)\//.test(input) && !known.has(input));
  });
  expect(unknown).toEqual([]);
});

/** The code that each action on the table needs: a command of its own, or a write in a transaction. */
const code: Record<TableAction, RegExp> = {
  GetItem: /extends[^{]*"GetItem"/,
  BatchGetItem: /extends[^{]*"BatchGetItem"/,
  Query: /extends[^{]*"Query"/,
  PutItem: /\bPut:\{TableName:|extends[^{]*"PutItem"/,
  UpdateItem: /\bUpdate:\{\.\.\.|extends[^{]*"UpdateItem"/,
  DeleteItem: /\bDelete:(?:\{\.\.\.|[\w$]+\()|extends[^{]*"DeleteItem"/,
  ConditionCheckItem: /\bConditionCheck:\{\.\.\./,
};

const rights = [
  ...functionRoutes.map((route) => ({ id: logicalIdOf(route), table: route.table })),
  ...jobs.map(({ name, table }) => ({ id: name, table })),
];

test.each(rights.filter(({ table }) => table.length > 0))(
  '$id uses each of its rights on the table in its code',
  ({ id, table }) => {
    const { folder = '' } = functions.find((made) => made.id === id) ?? {};
    const text = readFileSync(join(folder, 'index.mjs'), 'utf8');
    expect(table.filter((action) => !code[action].test(text))).toEqual([]);
  },
);

/**
 * By right, the texts that are all in the code of a function that uses the right. On a laptop no service checks the
 * rights of functions, so only this test finds a missing one.
 */
const calls: Record<string, string[]> = {
  'kms:GenerateDataKey': ['TrentService', '.getAuthTag('],
  'kms:Decrypt': ['TrentService', '.setAuthTag('],
  'ses:SendEmail': ['/v2/email/outbound-emails'],
  'sqs:SendMessage': ['AmazonSQS.SendMessageBatch'],
};

function codeIn(folder: string): string {
  const modules = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  return modules.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}

test.each(functions)(
  '$id has the rights that its code needs at other services, and no more',
  ({ id, folder }) => {
    const text = codeIn(folder);
    const statements: Json[] = resource(`${id}Role`).Properties.Policies[0].PolicyDocument.Statement;
    // Lambda itself sends messages to the dead-letter queues, with the permissions of the function.
    const own = statements.filter(({ Resource }) => !/"\w+DeadLetters"/.test(JSON.stringify(Resource)));
    const allowed = new Set(own.flatMap(({ Action }) => Action));
    const needed = Object.keys(calls).filter((action) => calls[action]?.every((part) => text.includes(part)));
    expect(needed).toEqual(Object.keys(calls).filter((action) => allowed.has(action)));
  },
);

test('no function has the clock that only the local runner can move', () => {
  const hasClock = functions.filter(({ folder }) => /_local\/clock|FLORIN_CLOCK/.test(codeIn(folder)));
  expect(hasClock.map(({ id }) => id)).toEqual([]);
  const sources = bundles
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    .filter((file) => file.includes('lib/local/'));
  expect(sources).toEqual([]);
  expect(methods.filter(({ path }) => path.includes('_local'))).toEqual([]);
});

const variablesOf = (id: string): Json => resource(id).Properties.Environment.Variables;

/** All variables that a function must have if its code reads them. `STRIPE_URL` is optional: it names a stand-in. */
const variables = [...new Set(functions.flatMap(({ id }) => Object.keys(variablesOf(id))))].filter(
  (name) => name !== 'STRIPE_URL',
);

test.each(functions)(
  '$id has every variable that its code reads, and the address of no other queue',
  ({ id, folder }) => {
    const text = codeIn(folder);
    const read = variables.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    expect(read.filter((name) => !(name in variablesOf(id)))).toEqual([]);
    const queues = resources('AWS::SQS::Queue').map((queue) => queue.id);
    const addresses = Object.entries<Json>(variablesOf(id)).filter(([, { Ref }]) => queues.includes(Ref));
    expect(addresses.map(([name]) => name).filter((name) => !read.includes(name))).toEqual([]);
  },
);

describe('a stack trace', () => {
  const bundleOf = (id: string) => join(folderOf(id), 'index.mjs');

  /** The output of a bundle that is loaded without the function's variables. */
  function trace(bundle: string): string {
    const args = ['--input-type=module', '--eval', `await import(${JSON.stringify(pathToFileURL(bundle))})`];
    return spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' }).stderr;
  }

  test.each([
    ['GetMe', 'TABLE_NAME', 'functions/core/store/table/client.ts'],
    // This bundle begins with a generated line, which is in no source.
    ['PostPayments', 'TABLE_NAME', 'functions/core/store/table/client.ts'],
    ['PostVault', 'SEAL_KEY_ID', 'functions/core/vault/seal.ts'],
  ])(
    'a stack trace of %s names the lines of the sources, and the variable that is not set',
    (id, variable, source) => {
      const text = trace(bundleOf(id));
      expect(text).toContain(`Error: The environment variable ${variable} is not set`);
      expect(text).toContain('at requireVariable (functions/core/aws/environment.ts:');
      const lines = readFileSync(join(root, source), 'utf8').split('\n');
      const line = 1 + lines.findIndex((line) => line.includes(`requireVariable('${variable}')`));
      expect(text).toContain(`${source}:${line}:`);
    },
  );

  test('without a source map names the lines of the bundle', () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-bundle-'));
    try {
      const bundle = join(folder, 'index.mjs');
      copyFileSync(bundleOf('PostVault'), bundle);
      const text = trace(bundle);
      expect(text).toContain('Error: The environment variable SEAL_KEY_ID is not set');
      expect(text).toMatch(/\n {4}at .*index\.mjs:\d+:\d+/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

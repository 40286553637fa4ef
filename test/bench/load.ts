import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { assemble } from '../../lib/build/assembly-cache.ts';
import { bundle } from '../../lib/build/bundle.ts';
import { resolve, resourcesOf } from '../../lib/local/template.ts';
import { printTable } from '../api/support/table.ts';
import { median } from './median.ts';

const rounds = 7;

/** The number of bundles that are compared with one measurement of the bare client. */
const group = 5;

interface Measure {
  /** In milliseconds of CPU. */
  time: number;
  /** The time as a multiple of each document client's. */
  ratios: number[];
}

const run = promisify(execFile);

interface Bundle {
  name: string;
  file: string;
  /** The variables without which the function does not load. */
  variables: Record<string, string>;
}

/**
 * Measures the CPU time to load each bundle in a new process, compared with two bundles that have only a document client:
 * the whole one, from which nothing but the search for credentials is removed, and the lean one that the functions have.
 */
export async function benchLoad(): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  try {
    const { template, directory } = await assemble(place);
    const clients = [
      { name: 'whole document client', file: await bundleWhole(join(place, 'whole.mjs')), variables: {} },
      { name: 'lean document client', file: await bundleLean(join(place, 'lean')), variables: {} },
    ];
    const functions = resourcesOf(template, 'AWS::Lambda::Function').map(
      ([name, { Metadata, Properties }]): Bundle => ({
        name,
        file: join(directory, String(Metadata?.['aws:asset:path']), 'index.mjs'),
        variables: resolve(template, Properties?.Environment?.Variables ?? {}) as Bundle['variables'],
      }),
    );

    const measured = new Map<Bundle, Measure[]>([...clients, ...functions].map((one) => [one, []]));
    // A round takes minutes, in which other load on the machine changes. So the clients are measured before every few
    // bundles, and each bundle is compared with the clients of its own group.
    for (let round = 0; round < rounds; round++)
      for (let start = 0; start < functions.length; start += group) {
        const bases: number[] = [];
        for (const client of clients) bases.push(await loadTime(client));
        const measure = (one: Bundle, time: number) =>
          measured.get(one)?.push({ time, ratios: bases.map((base) => time / base) });
        for (const [n, client] of clients.entries()) measure(client, bases[n] as number);
        for (const one of functions.slice(start, start + group)) measure(one, await loadTime(one));
      }

    const row = async ({ name, file }: Bundle, measures: Measure[]) => {
      const { size } = await stat(file);
      const ratios = clients.map((_, n) => median(measures.map(({ ratios }) => ratios[n] as number)));
      const time = median(measures.map(({ time }) => time));
      return [name, (size / 1024).toFixed(1), time.toFixed(1), ...ratios.map((ratio) => ratio.toFixed(2))];
    };
    printTable(
      `Load time of the bundles (Node.js ${process.version}, median of ${rounds} processes)`,
      ['', 'KB', 'ms of CPU', 'to the whole client', 'to the lean one'],
      await Promise.all([...measured].map(([one, measures]) => row(one, measures))),
    );
  } finally {
    await rm(place, { recursive: true });
  }
}

/**
 * Bundles the document client as the functions are bundled, but with all modules of the SDK except its search for
 * credentials.
 *
 * @returns the file
 */
async function bundleWhole(outfile: string): Promise<string> {
  await build({
    entryPoints: ['test/bench/bare-client.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': './lib/build/lean-credentials.ts' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return outfile;
}

/** Bundles the document client as the functions have it, without the modules of `lean-sdk.ts`. @returns the file */
async function bundleLean(folder: string): Promise<string> {
  const folderOf = await bundle(['bare-client'], { functions: 'test/bench', build: folder });
  return join(folderOf('bare-client'), 'index.mjs');
}

const script = `const started = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(started);
console.log((user + system) / 1000);`;

/**
 * Returns the milliseconds of CPU that a bundle takes to load. Other work on this machine hardly changes them, and Lambda
 * gives a function a part of a CPU only. The environment has credentials and a region, as in Lambda, so that the SDK does
 * not search for them.
 */
async function loadTime({ file, variables }: Bundle): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    TABLE_NAME: 'florin', // for the clients
    ...variables,
  };
  const args = ['--input-type=module', '--eval', script, pathToFileURL(file).href];
  const { stdout } = await run(process.execPath, args, { env });
  return Number(stdout);
}

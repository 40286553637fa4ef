import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { assemble } from '../../lib/build/assembly-cache.ts';
import { bundle } from '../../lib/build/bundle.ts';
import { resolve, resourcesOf } from '../../lib/local/template.ts';
import { printTable } from '../api/support/table.ts';
import { median } from './median.ts';

const rounds = 7;
const run = promisify(execFile);

interface Bundle {
  name: string;
  file: string;
  /** The variables without which the function does not load. */
  variables: Record<string, string>;
}

/** Measures the time to load each bundle in a new process, compared with a bundle that has only a document client. */
export async function benchLoad(): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  try {
    const { template, directory } = await assemble(place);
    const bareFolder = await bundle(['bare-client'], { functions: 'test/bench', build: join(place, 'bare') });
    const bare: Bundle = {
      name: 'bare document client',
      file: join(bareFolder('bare-client'), 'index.mjs'),
      variables: {},
    };
    const functions = resourcesOf(template, 'AWS::Lambda::Function').map(
      ([name, { Metadata, Properties }]): Bundle => ({
        name,
        file: join(directory, String(Metadata?.['aws:asset:path']), 'index.mjs'),
        variables: resolve(template, Properties?.Environment?.Variables ?? {}) as Bundle['variables'],
      }),
    );

    const times = new Map<Bundle, number[]>([bare, ...functions].map((one) => [one, []]));
    // The rounds are interleaved, so that other load on the machine slows all bundles alike.
    for (let round = 0; round < rounds; round++)
      for (const [one, measured] of times) measured.push(await loadTime(one));

    const reference = times.get(bare) ?? [];
    const row = async ([{ name, file }, own]: [Bundle, number[]]) => {
      const ratio = median(own.map((time, round) => time / (reference[round] ?? time)));
      const { size } = await stat(file);
      return [name, (size / 1024).toFixed(1), median(own).toFixed(1), ratio.toFixed(2)];
    };
    printTable(
      `Load time of the bundles (Node.js ${process.version}, median of ${rounds} processes)`,
      ['', 'KB', 'ms', 'to the bare client'],
      await Promise.all([...times].map(row)),
    );
  } finally {
    await rm(place, { recursive: true });
  }
}

const script = `const started = performance.now();
await import(process.argv[1]);
console.log(performance.now() - started);`;

/**
 * Loads a bundle with credentials and a region in its environment, as in Lambda, so that the SDK does not search for
 * them.
 */
async function loadTime({ file, variables }: Bundle): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    TABLE_NAME: 'florin', // for the bare client
    ...variables,
  };
  const args = ['--input-type=module', '--eval', script, pathToFileURL(file).href];
  const { stdout } = await run(process.execPath, args, { env });
  return Number(stdout);
}

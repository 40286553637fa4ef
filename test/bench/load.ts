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

/** The number of bundles that are compared with one measurement of the bare client. */
const group = 5;

interface Measure {
  /** In milliseconds of CPU. */
  time: number;
  /** The time as a multiple of the bare client's. */
  ratio: number;
}

const run = promisify(execFile);

interface Bundle {
  name: string;
  file: string;
  /** The variables without which the function does not load. */
  variables: Record<string, string>;
}

/** Measures the CPU time to load each bundle in a new process, compared with a bundle that has only a document client. */
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

    const measured = new Map<Bundle, Measure[]>(functions.map((one) => [one, []]));
    const reference: number[] = [];
    // A round takes minutes, in which other load on the machine changes. So the bare client is measured before every few
    // bundles, and each bundle is compared with the bare client of its own group.
    for (let round = 0; round < rounds; round++)
      for (let start = 0; start < functions.length; start += group) {
        const bareTime = await loadTime(bare);
        reference.push(bareTime);
        for (const one of functions.slice(start, start + group)) {
          const time = await loadTime(one);
          measured.get(one)?.push({ time, ratio: time / bareTime });
        }
      }

    const row = async ({ name, file }: Bundle, times: number[], ratio: number) => {
      const { size } = await stat(file);
      return [name, (size / 1024).toFixed(1), median(times).toFixed(1), ratio.toFixed(2)];
    };
    printTable(
      `Load time of the bundles (Node.js ${process.version}, median of ${rounds} processes)`,
      ['', 'KB', 'ms of CPU', 'to the bare client'],
      await Promise.all([
        row(bare, reference, 1),
        ...[...measured].map(([one, measures]) =>
          row(
            one,
            measures.map(({ time }) => time),
            median(measures.map(({ ratio }) => ratio)),
          ),
        ),
      ]),
    );
  } finally {
    await rm(place, { recursive: true });
  }
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
    TABLE_NAME: 'florin', // for the bare client
    ...variables,
  };
  const args = ['--input-type=module', '--eval', script, pathToFileURL(file).href];
  const { stdout } = await run(process.execPath, args, { env });
  return Number(stdout);
}

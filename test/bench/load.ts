import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundle } from '../../lib/build/bundle.ts';
import { entries } from '../../lib/stack/stack.ts';
import { printTable } from '../api/support/table.ts';
import { median } from './median.ts';

const rounds = 7;
const run = promisify(execFile);

/** How long each bundle takes to load in a fresh process, next to a bundle of nothing but a document client. */
export async function benchLoad(): Promise<void> {
  const build = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  try {
    const folder = await bundle(entries, { build });
    const bareFolder = await bundle(['bare-client'], { functions: 'test/bench', build: join(build, 'bare') });
    const files = new Map(entries.map((entry) => [entry, join(folder(entry), 'index.mjs')]));
    const bare = join(bareFolder('bare-client'), 'index.mjs');

    const times = new Map<string, number[]>([bare, ...files.values()].map((file) => [file, []]));
    // Interleaved, so that what else the machine does slows all of them alike.
    for (let round = 0; round < rounds; round++)
      for (const [file, measured] of times) measured.push(await loadTime(file));

    const row = async (name: string, file: string) => {
      const [own = [], reference = []] = [times.get(file), times.get(bare)];
      const ratio = median(own.map((time, round) => time / (reference[round] ?? time)));
      const { size } = await stat(file);
      return [name, (size / 1024).toFixed(1), median(own).toFixed(1), ratio.toFixed(2)];
    };
    printTable(
      `Load time of the bundles (Node.js ${process.version}, median of ${rounds} processes)`,
      ['', 'KB', 'ms', 'to the bare client'],
      await Promise.all(
        [['bare document client', bare] as const, ...files].map(([name, file]) => row(name, file)),
      ),
    );
  } finally {
    await rm(build, { recursive: true, force: true });
  }
}

const script = `const started = performance.now();
await import(process.argv[1]);
console.log(performance.now() - started);`;

/** What functions of the stack are told, and do not load without. */
const variables = {
  TABLE_NAME: 'florin',
  SEAL_KEY_ID: 'key',
  HELLO_SECRET: 'secret',
  POS_URL: 'https://pos.example',
  MERCHANTS_URL: 'https://queue.example',
  ACQUIRER_EVENTS_URL: 'https://queue.example',
  RATES_URL: 'https://rates.example',
  MAIL_FROM: 'florin@example.com',
  PAYOUT_MINIMUM: '1000',
  PAY_TEST_MERCHANTS: 'no',
  UNVOUCHED_TEST_MAILS: '0',
  UNVOUCHED_LIVE_MAILS: '0',
};

/** As in Lambda: the environment has credentials and a region, so that the SDK looks for no others. */
async function loadTime(file: string): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...variables,
  };
  const args = ['--input-type=module', '--eval', script, pathToFileURL(file).href];
  const { stdout } = await run(process.execPath, args, { env });
  return Number(stdout);
}

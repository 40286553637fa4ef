import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { waitUntil } from '../api/support/wait-until.ts';
import { freePort } from '../examples/free-port.ts';
import { installClient } from './install.ts';
import { installRuntimes } from './install-runtimes.ts';

const places = {
  baseUrl: process.env.FLORIN_BASE_URL ?? '',
  posUrl: process.env.FLORIN_POS_URL ?? '',
  helloPassword: 'florin',
};
const expected = {
  capturedAmount: 4500,
  captures: 1,
  refundedAmount: 1000,
  lines: [-1000, 4414],
  fault: [true, 'amount'],
  name: 'Zoë',
  isSigned: ['transaction.captured', 'SIGNATURE_WRONG'],
};

let folder: string;
let programs: ReturnType<typeof installRuntimes>;

beforeAll(() => {
  programs = installRuntimes();
  folder = mkdtempSync(join(tmpdir(), 'florin-runtime-'));
  cpSync('test/packages/fixtures', folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  installClient(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the journey as a script. */
async function run(program: string, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, PLACES: JSON.stringify(places), NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(program, [...args, 'main.mjs'], { cwd: folder, env });
  return JSON.parse(stdout);
}

test('the installed client works in Node.js', async () => {
  expect(await run(process.execPath)).toEqual(expected);
});

test('the installed client works in Deno', async () => {
  expect(await run(programs.deno, 'run', '--no-remote', '--allow-net', '--allow-env')).toEqual(expected);
});

test('the installed client works in Bun', async () => {
  expect(await run(programs.bun, 'run')).toEqual(expected);
});

test('the installed client works in a worker, in workerd', async () => {
  await build({
    entryPoints: [join(folder, 'worker.mjs')],
    outfile: join(folder, 'bundle.mjs'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
  });
  const port = await freePort();
  writeFileSync(join(folder, 'config.capnp'), configOf(port));
  const workerd = spawn(programs.workerd, ['serve', resolve(folder, 'config.capnp')], { stdio: 'inherit' });
  try {
    const ask = () =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(places) }).catch(
        () => undefined,
      );
    const answer = await waitUntil(ask, (answer) => answer !== undefined);
    expect(await answer?.json()).toEqual(expected);
  } finally {
    await end(workerd);
  }
});

/** Workers reach public addresses only, unless the configuration allows others. */
const configOf = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.mjs")],
  compatibilityDate = "2026-01-01",
);
`;

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * `npx tsx lib/recorders/events/serve.ts` records the events of all functions into `.events/`, and serves the table that they need, in
 * memory, at an address that containers reach. Meanwhile `sam local invoke` gives the recorded answers.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../../build/assembly-cache.ts';
import { optionsOrUsage } from '../../command-line.ts';
import { findDynoxide } from '../../local/dynamodb/dynoxide.ts';
import { makeTables } from '../../local/dynamodb/tables.ts';
import { whenParentEnds } from '../../local/parent-watch.ts';
import type { Synthesized } from '../../local/start-options.ts';
import { root } from '../../root.ts';
import { isCurrent, readAssembly } from './assembly.ts';
import { environment } from './environment.ts';
import { writeFresh } from './fresh.ts';
import { hostForContainers } from './host.ts';
import { load, readState } from './state.ts';

const { TABLE_NAME, DYNAMODB_ENDPOINT } = environment().Parameters;
const usage =
  'npx tsx lib/recorders/events/serve.ts [--host ADDRESS] [--port PORT] [--assembly cdk.out] [--events .events]';
const { values: flags } = optionsOrUsage(usage, {
  options: {
    /** The address to listen on, if containers cannot reach the usual one. */
    host: { type: 'string' },
    port: { type: 'string', default: new URL(DYNAMODB_ENDPOINT).port },
    /** The folder of the cloud assembly that `npm run synth` writes. */
    assembly: { type: 'string', default: 'cdk.out' },
    /** The folder to write the events to. */
    events: { type: 'string', default: '.events' },
  },
});
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const host = flags.host ?? (await hostForContainers());
const endpoint = `http://${host}:${flags.port}`;
const [program = '', ...args] = findDynoxide(root);
const engine = spawn(program, [...args, 'serve', '--host', host, '-p', flags.port], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.once('exit', () => engine.kill());
process.on('SIGINT', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
whenParentEnds(() => process.exit(0));
engine.once('exit', (code) => {
  console.error(`Dynoxide has stopped. Is ${endpoint} in use?`);
  process.exit(code || 1);
});

const assembly = await takeAssembly();
const folder = resolve(root, flags.events);
await record();
const state = readState(folder);
const [fresh] = await Promise.all([writeFresh(folder, assembly, state), fill()]);
const until = new Date(Date.now() + 60 * 60_000).toTimeString().slice(0, 5);
console.log(
  `Good until ${until}, in ${relative(process.cwd(), folder)}/: ${fresh.join(', ')}\n` +
    `Ready: the table ${TABLE_NAME}, made as the events need it, is at ${endpoint}. Ctrl-C ends it and deletes its data.`,
);

/** Records in a process of its own, because a function that is loaded once keeps the address of its first engine. */
async function record(): Promise<void> {
  const script = join(root, 'lib/recorders/events/record.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, '--to', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The events could not be recorded');
}

async function fill(): Promise<void> {
  while (!(await fetch(endpoint).catch(() => undefined))) await sleep(20);
  await makeTables(assembly.template, endpoint, '');
  await load(endpoint, TABLE_NAME, state.items);
}

/** Takes the assembly that SAM runs if it is current; otherwise synthesizes the stack. */
async function takeAssembly(): Promise<Synthesized> {
  if (isCurrent(flags.assembly)) return readAssembly(flags.assembly);
  console.log(`${flags.assembly}/ is missing or older than the source, and SAM runs it: npm run synth`);
  const place = mkdtempSync(join(tmpdir(), 'florin-events-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  return assemble(place);
}

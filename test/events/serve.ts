/**
 * `npm run events:table`: the table that the events need, in memory, where `environment.json` says. With it running,
 * `sam local invoke` gives the answers that were recorded.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTables } from '../../lib/local/dynamodb.ts';
import { findDynoxide } from '../../lib/local/dynoxide.ts';
import { root } from '../../lib/root.ts';
import { synth } from '../../lib/synth.ts';
import { environment } from './environment.ts';
import { load, readState } from './state.ts';

const { TABLE_NAME, DYNAMODB_ENDPOINT } = environment().Parameters;
const { port } = new URL(DYNAMODB_ENDPOINT);
const endpoint = `http://127.0.0.1:${port}`;
const [program = '', ...args] = findDynoxide(root);
const engine = spawn(program, [...args, 'serve', '-p', port], { stdio: ['ignore', 'ignore', 'inherit'] });
process.once('exit', () => engine.kill());
engine.once('exit', (code) => process.exit(code ?? 1));

const place = mkdtempSync(join(tmpdir(), 'florin-events-'));
const { template } = await synth(join(place, 'cdk.out'), { build: join(place, 'build') });
rmSync(place, { recursive: true });
while (!(await fetch(endpoint).catch(() => undefined))) await sleep(50);
await makeTables(template, endpoint, '');
await load(endpoint, TABLE_NAME, readState().items);
console.log(`The table ${TABLE_NAME}, as the events need it, is at ${endpoint}. Ctrl-C throws it away.`);

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sources } from '../../lib/build/keys.ts';
import { root } from '../../lib/root.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';

let florin: Florin;
const copy = mkdtempSync(join(tmpdir(), 'florin-watch-'));
const handler = 'functions/apps/create.ts';
const shared = 'functions/core/domain/id.ts';

beforeAll(async () => {
  for (const source of sources.filter((name) => !name.startsWith('node_modules')))
    cpSync(join(root, source), join(copy, source), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The parts of the build have the same keys here and there.
  mkdirSync(join(root, '.build'), { recursive: true });
  symlinkSync(join(root, '.build'), join(copy, '.build'));
  florin = await startFlorin(['--memory', '--watch'], {}, copy);
}, 300_000);

afterAll(async () => {
  await florin?.stop();
  rmSync(copy, { recursive: true });
});

function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
  writeFileSync(join(copy, file), text.replace(from, to));
}

async function createApp(): Promise<{ id: string; name: string }> {
  const response = await fetch(`${florin.baseUrl}/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"as sent"}',
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { app: { id: string; name: string } }).app;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(50);
}

const nameIs = (name: string) => async () => (await createApp()).name === name;

test('a change of the template says that Florin has to be restarted', async () => {
  change('lib/stack/stage.ts', 'import', '// edited\nimport');
  await until(() => florin.log().includes('Restart Florin'));
});

test('requests run the new code of a handler and of what it imports, and the old code while the new is broken', async () => {
  expect((await createApp()).name).toBe('as sent');
  change(handler, 'body.name ?? null', "'edited'");
  await until(nameIs('edited'));

  change(handler, "'edited'", "'broken' +* 1");
  await until(() => florin.log().includes('The code from before the change continues to run'));
  expect(florin.log()).toMatch(/functions\/apps\/create\.ts:\d+/);
  expect((await createApp()).name).toBe('edited');

  change(handler, "'broken' +* 1", "'mended'");
  await until(nameIs('mended'));

  change(shared, "randomBytes(7).toString('hex').slice(0, 13)", "'f'.repeat(13)");
  await until(async () => (await createApp()).id.endsWith('f'.repeat(13)));
});

import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { world } from '../api/support/world.ts';
import { startChromium } from '../browser/support/chromium.ts';
import { installClient } from './install.ts';

const { shop, transaction } = world();

let folder: string;
let server: Server;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-browser-'));
  cpSync('test/packages/fixtures', folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  installClient(folder);
  const entry = "export { createCustomerClient } from 'florin'; export { pay } from './journey.mjs';";
  writeFileSync(join(folder, 'entry.mjs'), entry);
  const bundled = await build({
    entryPoints: [join(folder, 'entry.mjs')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  script = bundled.outputFiles[0]?.text ?? '';
  server = createServer((request, response) => {
    const isScript = request.url === '/entry.mjs';
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? script : '<!doctype html><title>Shop</title>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

test('the checkout API of the installed client pays in Chromium, on a page of another site', async () => {
  const { key, merchant } = await shop();
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const id = await page.evaluate(
      `import('/entry.mjs').then(({ createCustomerClient, pay }) =>
        pay(createCustomerClient({ posUrl: ${JSON.stringify(process.env.FLORIN_POS_URL)} }), ${JSON.stringify(merchant.key)}))`,
    );
    expect(await transaction(key, id as string)).toMatchObject({ successful: true, amount: 4999 });
  } finally {
    await browser.close();
  }
});

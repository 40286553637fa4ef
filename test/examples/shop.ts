import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installedCopy } from '../packages/install.ts';
import { freePort } from './free-port.ts';

/** The shops of `examples/`, and how each is started. */
export const shops = {
  'Node.js': { runtime: process.execPath, args: (_port: number) => [join(nodeShops(), 'shop.mjs')] },
  PHP: { runtime: 'php', args: (port: number) => ['-S', `localhost:${port}`, 'examples/php/shop.php'] },
  Python: {
    runtime: process.env.PYTHON ?? 'python3',
    args: (_port: number) => ['examples/python/shop.py'],
  },
};

let copied: string | undefined;

/** The folder of the shops in Node.js, with the client installed from its package. */
export function nodeShops(): string {
  copied ??= installedCopy('examples/node');
  return copied;
}

afterAll(() => {
  if (copied) rmSync(copied, { recursive: true });
});

export type Language = keyof typeof shops;

export const hasRuntime = (language: Language): boolean =>
  spawnSync(shops[language].runtime, ['--version']).status === 0;

export interface Shop {
  url: string;
  stop(): Promise<void>;
}

/** The shop's account at a Florin. */
export interface Account {
  baseUrl: string;
  posUrl: string;
  key: string;
  merchantId: string;
}

/** Starts a shop on a free port, and waits until it can be opened. */
export async function startShop(
  language: Language,
  { baseUrl, posUrl, key, merchantId }: Account,
): Promise<Shop> {
  const { runtime, args } = shops[language];
  const port = await freePort();
  const orders = mkdtempSync(join(tmpdir(), 'florin-shop-'));
  const child = spawn(runtime, args(port), {
    env: {
      ...process.env,
      PORT: String(port),
      FLORIN_BASE_URL: baseUrl,
      FLORIN_POS_URL: posUrl,
      FLORIN_KEY: key,
      FLORIN_MERCHANT: merchantId,
      SHOP_ORDERS: orders,
      PHP_CLI_SERVER_WORKERS: '4',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // PHP's server does not end its workers when it ends, so all of them are ended as a group.
    detached: true,
  });
  await isReady(child);
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      if (child.exitCode === null) {
        process.kill(-(child.pid as number), 'SIGTERM');
        await once(child, 'exit');
      }
      rmSync(orders, { recursive: true });
    },
  };
}

/** Each shop prints its address when it is ready. */
export async function isReady(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream as NodeJS.ReadableStream }).on('line', (line) => {
        said += `${line}\n`;
        if (/http:\/\/localhost:\d+/.test(line)) resolve();
      });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code}:\n${said}`)));
  });
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packClient } from '../packages/install.ts';
import { type Account, isReady } from './shop.ts';

/**
 * Installs `examples/express` by its lock file, beside the client as its package has it.
 *
 * @returns the folder of the shop, and a function that removes the installation
 */
export function installExpressShop(): { folder: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'florin-express-'));
  const [folder, client] = [join(root, 'examples/express'), join(root, 'packages/florin')];
  const isOwn = (file: string) => !/(^|\/)(node_modules|\.env|orders\.jsonl)$/.test(file);
  cpSync('examples/express', folder, { recursive: true, filter: isOwn });
  mkdirSync(client, { recursive: true });
  const packed = packClient();
  execFileSync('tar', ['-xzf', packed.file, '--strip-components=1', '-C', client]);
  rmSync(packed.folder, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder, stdio: 'pipe' });
  return { folder, remove: () => rmSync(root, { recursive: true }) };
}

export interface ExpressShop {
  url: string;
  /** The changes of orders that are on the disk, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: a change has some fields of an order
  changes(): any[];
  /** Appends a change to the shop's file while the shop is down, as if the shop had been killed right after it. */
  append(change: object): void;
  /** Kills the shop at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts the shop again with its orders, if needed with another Florin. */
  start(over?: Partial<Account>): Promise<void>;
  stop(): Promise<void>;
}

/** The password of the shop's staff. */
export const password = 'correct horse';

/** Starts the shop on a free port. @param variables more variables of its process */
export async function startExpressShop(
  folder: string,
  port: number,
  account: Account & { secret: string },
  variables: Record<string, string> = {},
): Promise<ExpressShop> {
  const orders = mkdtempSync(join(tmpdir(), 'florin-orders-'));
  const file = join(orders, 'orders.jsonl');
  let child: ChildProcess;

  async function start(over: Partial<Account> = {}): Promise<void> {
    const { baseUrl, posUrl, key, merchantId, secret } = { ...account, ...over };
    child = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, PORT: String(port), SHOP_ORDERS: file, SHOP_PASSWORD: password },
        ...{ FLORIN_BASE_URL: baseUrl, FLORIN_POS_URL: posUrl, FLORIN_KEY: key },
        ...{ FLORIN_MERCHANT: merchantId, FLORIN_WEBHOOK_SECRET: secret },
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await isReady(child);
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  await start();
  return {
    url: `http://localhost:${port}`,
    changes: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    append: (change) => appendFileSync(file, `${JSON.stringify(change)}\n`),
    ...{ kill, start },
    stop: async () => {
      await kill();
      rmSync(orders, { recursive: true });
    },
  };
}

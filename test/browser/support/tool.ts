import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../api/support/wait-until.ts';
import { consoleUrl } from './console.ts';

/** A command-line tool that waits for its key from the console. */
export interface WaitingTool {
  link: string;
  /** The characters that the terminal shows. */
  check: string;
  /** Both outputs of the tool so far. */
  printed(): string;
  ended: Promise<number | null>;
  /** The key that the tool has kept. */
  key(): string | undefined;
}

/** Runs `florin login --console` of this checkout, each time for a user with a separate home folder. */
export function useTool() {
  const open: { child: ChildProcess; home: string }[] = [];
  afterEach(() => {
    for (const { child, home } of open.splice(0)) {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    }
  });

  return async function loginByConsole(...flags: string[]): Promise<WaitingTool> {
    const home = mkdtempSync(join(tmpdir(), 'florin-home-'));
    const { PATH, FLORIN_BASE_URL } = process.env;
    const env = { PATH, HOME: home, FLORIN_URL: FLORIN_BASE_URL, FLORIN_CONSOLE_URL: consoleUrl };
    const args = ['packages/cli/bin/florin.js', 'login', '--console', ...flags];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    open.push({ child, home });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    await waitUntil(
      async () => text,
      (printed) => printed.includes('#/tool?'),
    );
    return {
      link: /http\S+#\/tool\?\S+/.exec(text)?.[0] ?? '',
      check: /shows `([0-9a-f ]+)`/.exec(text)?.[1] ?? '',
      printed: () => text,
      ended,
      key: () => {
        try {
          return JSON.parse(readFileSync(join(home, '.config/florin/profiles.json'), 'utf8')).default.key;
        } catch {
          return undefined;
        }
      },
    };
  };
}

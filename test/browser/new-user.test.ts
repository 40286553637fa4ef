import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { desktop, useBrowser } from './support/browser.ts';

const openPage = useBrowser();

/** Programs that the test has started, each the leader of a group of processes. */
const running: ChildProcess[] = [];

afterAll(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.pid === undefined) continue;
    process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
  }
});

/** Runs a command in a terminal of its own, and keeps what it prints. */
function terminal(command: string, env: Record<string, string> = {}) {
  const { FLORIN_BASE_URL, FLORIN_POS_URL, ...own } = process.env;
  const child = spawn('sh', ['-c', command], { detached: true, env: { ...own, ...env } });
  running.push(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  /** Waits for a line of the output. */
  const shows = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => wanted.test(line));
      if (found !== undefined) return found;
      if (child.exitCode !== null) throw new Error(`“${command}” has ended:\n${lines.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { shows, type: (text: string) => child.stdin.write(`${text}\n`) };
}

test('a new user gets from `npm start` to a captured payment and a received webhook by copying from the quick start', async () => {
  const start = Date.now();
  const seconds = () => (Date.now() - start) / 1000;
  const ports = { PORT: '0', POS_PORT: '0', CONSOLE_PORT: '0', AWS_PORT: '0' };
  const florin = terminal('npm start -- --memory', ports);
  await florin.shows(/^Florin is ready/);
  const ready = seconds();
  const docs = /https?:\S+\/docs/.exec(await florin.shows(/\/docs/))?.[0] ?? '';

  const page = await openPage(desktop);
  await page.goto(docs);
  const blocks = await page.locator('article .code code').allTextContents();
  expect(blocks.length).toBeGreaterThan(5);
  const shell = terminal('sh');
  let listening: ReturnType<typeof terminal> | undefined;
  for (const block of blocks.slice(0, -1)) {
    shell.type(block);
    if (!block.includes('florin listen')) continue;
    // The reader pastes the printed line into a second terminal, and pays after that.
    listening = terminal(await shell.shows(/ npx florin listen$/));
    await listening.shows(/^Listening for merchant/);
  }
  await shell.shows(/"capturedAmount":4999/);
  const captured = seconds();
  await listening?.shows(/transaction\.captured/);
  // A reader would ask again after a second or two.
  const last = blocks.at(-1)?.trim();
  shell.type(`until ${last} | grep -q captured; do sleep 0.5; done; ${last}`);
  await shell.shows(/"type":"transaction\.captured"/);
  const received = seconds();
  console.info(
    `Ready after ${ready.toFixed(1)} s, captured after ${captured.toFixed(1)} s, webhook received after ${received.toFixed(1)} s`,
  );
  // The quick start promises five minutes, reading included. Copying alone takes seconds.
  expect(received).toBeLessThan(120);
});

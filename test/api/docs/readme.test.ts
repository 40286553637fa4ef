import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const readme = readFileSync('README.md', 'utf8');
const [section = ''] = /^## Your first payment.*?(?=^## )/ms.exec(readme) ?? [];
const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
// A later section has the commands that deploy. This test must never run those commands.
if (blocks.length === 0 || /\b(npm|npx|cdk|aws)\b/.test(blocks.join('')))
  throw new Error('The section “Your first payment” of the README has no commands, or commands that deploy');
const commands = blocks
  .join('')
  .replace(/^API=.*$/m, `API=${process.env.FLORIN_BASE_URL} POS=${process.env.FLORIN_POS_URL}`);

/** Compares the output with the lines (except ids and dates) and the balance that the README shows. */
function expectPayment(printed: string): void {
  const [, lines = ''] = /```json\n(.*?)\n```/s.exec(section) ?? [];
  const [, balance] = /prints `(\d+)`/.exec(section) ?? [];
  const plain = printed.replace(/"(id|merchantId|transactionId|created|bookedAt)":"[^"]*"/g, '"$1":"…"');
  expect(plain).toContain(lines);
  expect(plain).toMatch(new RegExp(`^${balance}$`, 'm'));
}

const has = (tool: string, args = ['-c', ':']): boolean => spawnSync(tool, args).status === 0;
const hasCurl = has('curl', ['--version']);

/** True if `script` of util-linux is installed, which provides a terminal. */
const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** A missing shell fails in CI only. Other tests make the same calls. */
const runsIf = (found: boolean) => (found || process.env.CI ? test : test.skip);

for (const shell of ['sh', 'bash', 'zsh'])
  runsIf(hasCurl && has(shell))(`the first payment of the README works in a script of ${shell}`, () => {
    const { stdout, stderr } = spawnSync(shell, ['-eu'], { input: commands, encoding: 'utf8' });
    expect(stderr).toBe('');
    expectPayment(stdout);
  });

/** Some terminals send a pasted text line by line, others as a whole between two marks (“bracketed paste”). */
const lines = (text: string): string => text;
const marked = (text: string): string => `\x1b[200~${text}\x1b[201~\n`;

for (const [shell, command, how, paste] of [
  ['bash', 'bash --norc --noprofile -i', 'line by line', lines],
  ['bash', 'bash --norc --noprofile -i', 'as a whole', marked],
  ['zsh', 'zsh -f -i', 'line by line', lines],
  ['zsh', 'zsh -f -i', 'as a whole', marked],
] as const)
  runsIf(hasCurl && hasTerminal && has(shell))(
    `the first payment of the README works if it is pasted into ${shell} ${how}`,
    () => {
      const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
        input: `${paste(commands)}exit\n`,
        encoding: 'utf8',
        env: { ...process.env, TERM: 'xterm' },
        timeout: 50_000,
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of the shell, such as colours
      const printed = stdout.replace(/\r|\x1b\[[?\d;]*[A-Za-z]/g, '');
      expect(printed).not.toMatch(/not found|no matches|parse error|syntax error|bad pattern|unmatched/i);
      expectPayment(printed);
    },
  );

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const pagesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...['docs', 'examples', 'lib'].flatMap(pagesIn)]
  .map((page) => ({ page, blocks: blocksOf(readFileSync(page, 'utf8')) }))
  .filter(({ blocks }) => blocks.length > 0);

function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

/** Programs, and the function `field`, which guides take over from the quick start. */
const programs = ['aws', 'curl', 'docker', 'field', 'node', 'npm', 'npx', 'sam'];

/** Values for the variables that the pages leave to the reader. */
const variables =
  'API=http://localhost:3000 POS=http://localhost:3001 KEY=key ID=id APP=app MERCHANT=merchant CARD=card ' +
  'WEBHOOK=webhook DELIVERY=delivery PAYMENT=payment LINK=link ORDER=order SHOP_PASSWORD=password';

/** Waits for the earlier program of a pipe, so that the order of the calls is always the same. */
const drain = '[ -t 0 ] || while read -r line; do :; done';

/**
 * Makes a shell in which each program is a function that writes its arguments to a file. The path is an empty folder,
 * so that no block can run a program that has no such function.
 */
const standIns = (calls: string, empty: string): string => `PATH=${empty}
${variables}
${programs.map((name) => `${name}() { ${drain}; printf '<%s>' ${name} "$@" >> ${calls}; printf '\\n' >> ${calls}; }`).join('\n')}
`;

const end = 'curl the end of the page\n';

/** The two ways in which terminals paste: line by line, or as a whole between control sequences (bracketed paste). */
const pastes = {
  'line by line': (text: string) => text,
  'as a whole': (text: string) => `\x1b[200~${text}\x1b[201~\n`,
};

const shells = {
  bash: (folder: string) => `bash --noprofile --rcfile ${join(folder, '.zshrc')} -i`,
  // Without -d, zsh would read the system's files, which a Mac does not have.
  zsh: () => 'zsh -d -i',
};

interface Pasted {
  /** The arguments that each program got, in order. */
  calls: string;
  /** The output of the terminal. */
  printed: string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function prepare(): { folder: string; calls: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'florin-shell-'));
  folders.push(folder);
  const calls = join(folder, 'calls');
  mkdirSync(join(folder, 'empty'));
  writeFileSync(calls, '');
  writeFileSync(join(folder, '.zshrc'), standIns(calls, join(folder, 'empty')));
  return { folder, calls: () => readFileSync(calls, 'utf8') };
}

function pasteInto(shell: keyof typeof shells, how: keyof typeof pastes, blocks: string[]): Pasted {
  const { folder, calls } = prepare();
  const { stdout, error } = spawnSync('script', ['-qec', shells[shell](folder), '/dev/null'], {
    input: `${[...blocks, end].map(pastes[how]).join('')}exit\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'xterm', HOME: folder, ZDOTDIR: folder },
    cwd: folder, // a block may write a file there
    timeout: 30_000,
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours, and what a shell tells its terminal
  const printed = stdout.replace(/\r|\x1b\[[?\d;]*[A-Za-z]/g, '');
  // A quote that stays open swallows the `exit`.
  if (error) throw new Error(`${shell} did not end (${error.message}). It printed:\n${printed}`);
  return { calls: calls(), printed };
}

/** The arguments that a script of bash, which is not interactive, gives to each program. */
function runAsScript(blocks: string[]): string {
  const { folder, calls } = prepare();
  const script = join(folder, 'script');
  writeFileSync(script, `. ${join(folder, '.zshrc')}\n${blocks.join('')}${end}`);
  const { stderr } = spawnSync('bash', ['--noprofile', '--norc', script], {
    cwd: folder,
    encoding: 'utf8',
    input: '',
  });
  expect(stderr).toBe('');
  return calls();
}

const complaints =
  /command not found|no matches found|event not found|no such file|parse error|syntax error|bad pattern|unmatched/i;

for (const shell of Object.keys(shells) as (keyof typeof shells)[])
  for (const how of Object.keys(pastes) as (keyof typeof pastes)[]) {
    describe(`pasted into ${shell} ${how}`, () => {
      test.each(pages)(
        'each command of $page runs with the arguments that it has in a script',
        ({ blocks }) => {
          const { calls, printed } = pasteInto(shell, how, blocks);
          expect(printed).not.toMatch(complaints);
          expect(calls).toBe(runAsScript(blocks));
        },
      );
    });
  }

test('the test fails for a comment with an apostrophe, an unquoted bracket, and an exclamation mark in quotes', () => {
  const comment = 'npm ci && npm start   # the API, the checkout API\nnpm ci && npm test    # proves it\n';
  expect(() => expectWhole(comment)).toThrow();
  expect(() => expectWhole('curl http://localhost/?filter[from]=1\n')).toThrow();
  expect(() => expectWhole('curl "Hello!you"\n')).toThrow();
  expectWhole("curl -g 'http://localhost/?filter[from]=1!'\n");

  function expectWhole(block: string) {
    const { calls, printed } = pasteInto('zsh', 'line by line', [block]);
    if (complaints.test(printed) || calls !== runAsScript([block])) throw new Error(printed);
  }
});

test('the test doubles get the arguments that the pages intend', () => {
  const callsOf = (page: string) => runAsScript(pages.find((one) => one.page === page)?.blocks ?? []);
  expect(callsOf('README.md')).toContain('<npm><ci>\n<npm><start>\n');
  expect(callsOf('docs/jobs.md')).toContain(`<--payload><{"merchantId":"merchant","appId":"app"}>`);
  expect(callsOf('lib/openapi/guide/conventions.md')).toContain(
    '<curl><-g><-u><:key><http://localhost:3000/merchants/id/transactions?limit=100&filter[from]=2026-11-01&filter[to]=2026-12-01>',
  );
  expect(pages.length).toBeGreaterThanOrEqual(8);
});

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const has = (tool: string, ...args: string[]): boolean => spawnSync(tool, args).status === 0;

/** Readers paste these shell blocks. If curl is absent, other tests still make the same requests. */
export const testIf = has('curl', '--version') && has('sh', '-c', ':') ? test : test.skip;

export const blocksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);

/** A command of a guide must never reach somebody's account in AWS. */
const noAccount = {
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  AWS_SESSION_TOKEN: '',
  AWS_PROFILE: '',
};

/** Runs a program without blocking this one, whose idle connections to Florin would otherwise break. */
export async function outputOf(
  command: string,
  args: string[],
  input: string,
  env = {},
): Promise<[string, string]> {
  const child = spawn(command, args, { env: { ...process.env, ...noAccount, ...env } });
  const output: [string, string] = ['', ''];
  [child.stdout, child.stderr].forEach((stream, index) => {
    stream.setEncoding('utf8').on('data', (part) => {
      output[index] += part;
    });
  });
  child.stdin.end(input);
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

export async function run(commands: string): Promise<string> {
  const [stdout, stderr] = await outputOf('sh', ['-eu'], commands);
  // curl prints its progress, npm a warning about the script that builds the client, and `florin month` that its month
  // is open.
  const noise = /^( .*(Total|Dload|--:--)|npm warn install-scripts|This month is not closed yet).*$/gm;
  expect(stderr.replace(noise, '').trim()).toBe('');
  return stdout;
}

/** The variables of the quick start, which the guides use: a key, a merchant, and a captured payment. */
export function afterQuickStart(card = '4100000000000000'): string {
  const blocks = blocksOf('docs/quick-start.md').slice(0, -1).join('');
  return blocks
    .replace(/^API=.*$/m, `API=${baseUrl} POS=${process.env.FLORIN_POS_URL}`)
    .replace('4100000000000000', card)
    .replace(/^curl /gm, 'curl -sS ')
    .concat('\necho "quick start: $KEY $ID $PAYMENT"\n');
}

/** Runs the commands of a guide after those of the quick start, and returns what they print. */
export async function runGuide(page: string, card?: string, before = '') {
  const printed = await run(`${afterQuickStart(card)}${before}${blocksOf(page).join('')}`);
  const [, , key = '', id = '', payment = '', after = ''] =
    /^(.*)\nquick start: (\S+) (\S+) (\S+)\n(.*)$/s.exec(printed) ?? [];
  return { key, id, payment, after };
}

/** Splits the output of commands into that of each one. An answer with a list has one item a line. */
export const linesOf = (printed: string): string[] =>
  printed
    .trim()
    .replace(/(?<=[[,])\n|\n(?=\])/g, '')
    .split('\n');

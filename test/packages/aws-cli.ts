import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The output and the end of a command. Without `code`, the command succeeds; with `hangs`, it does not end by itself. */
export interface Printed {
  out?: unknown;
  err?: string;
  code?: number;
  /** The content of the file that the last argument names. */
  file?: unknown;
  hangs?: true;
}

/** A rule: the beginning of a command line, as a regular expression, and the answer. The first rule that fits wins. */
export type Rule = readonly [command: string, printed: Printed];

/**
 * Makes a stand-in for the AWS CLI in a folder of its own, which records the command lines. The content of a file takes the
 * place of its `fileb://` URL. Options that version 1 lacks are refused.
 */
export function awsCli(folder: string) {
  mkdirSync(folder, { recursive: true });
  const [rules, calls] = [join(folder, 'rules.json'), join(folder, 'calls')];
  const program = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2).map((word) => word.startsWith('fileb://') ? readFileSync(word.slice(8), 'utf8') : word);
if (words.includes('--cli-binary-format')) throw new Error('Unknown options: --cli-binary-format');
const line = words.join(' ');
appendFileSync(${JSON.stringify(calls)}, line + '\\n');
const rules = JSON.parse(readFileSync(${JSON.stringify(rules)}, 'utf8'));
const [, printed] = rules.find(([command]) => new RegExp('^' + command).test(line)) ?? ['', { err: 'not expected: ' + line, code: 9 }];
if (printed.file !== undefined) writeFileSync(process.argv.at(-1), JSON.stringify(printed.file));
if (printed.hangs) setInterval(() => {}, 1000);
process.stdout.write(typeof printed.out === 'string' ? printed.out : JSON.stringify(printed.out ?? null));
process.stderr.write(printed.err ?? '');
process.exitCode = printed.code ?? 0;
`;
  writeFileSync(join(folder, 'aws'), program, { mode: 0o755 });
  return {
    env: { PATH: `${folder}:${process.env.PATH}` },
    /** Replaces the rules in one step, as a command may be reading them. */
    answer(...all: readonly Rule[]): void {
      writeFileSync(`${rules}.next`, JSON.stringify(all));
      renameSync(`${rules}.next`, rules);
    },
    calls: () => readFileSync(calls, 'utf8').trimEnd().split('\n'),
  };
}

/** An error as AWS's CLI prints it. */
export const awsRefusal = (code: string, operation: string, message: string): Printed => ({
  err: `\nAn error occurred (${code}) when calling the ${operation} operation: ${message}\n`,
  code: 254,
});

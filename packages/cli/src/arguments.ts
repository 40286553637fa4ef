import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { type Command, flagsOf, type Input } from './command.ts';
import { commands } from './commands/index.ts';
import { UsageError } from './failures.ts';
import { helpOf, overview } from './help.ts';
import type { Output } from './output.ts';
import { nearest } from './suggestion.ts';

/** Finds the command of a command line, and its arguments. */
export function readCommand(
  line: readonly string[],
  env: NodeJS.ProcessEnv,
  out: Output,
): { run: Command['run']; input: Input } {
  const none: Input = { values: {}, positionals: [], env, out, name: '' };
  if (isVersion(line)) return { run: async () => out.result({ version }, version), input: none };
  const isHelp = line.includes('--help') || line.includes('-h') || line[0] === 'help';
  const words = line.filter(
    (word, index) => !(index === 0 && word === 'help') && !/^(--help|-h)$/.test(word),
  );
  const [name, rest] = splitName(words, isHelp);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const shown = command ? helpOf(name, command) : overview(groupOf(name));
  const input = { ...none, name };
  if (isHelp || !command) return { run: async () => out.result({ help: shown }, shown), input };
  const { values, positionals } = parse(name, command, rest);
  return { run: command.run, input: { ...input, values, positionals } };
}

const { version } = manifest;

/** Whether the line asks for the version of the tool, and names no command. */
const isVersion = (line: readonly string[]): boolean =>
  ['--version', '-v'].includes(line.filter((word) => word !== '--json').join(' '));

/** A command has one word or two. */
function splitName(words: readonly string[], isHelp: boolean): [name: string, rest: string[]] {
  const [first = '', second = '', ...rest] = words;
  const group = groupOf(first);
  const pair = `${first} ${second}`;
  if (Object.hasOwn(commands, pair)) return [pair, rest];
  if (Object.hasOwn(commands, first)) return [first, words.slice(1)];
  if ((group.length > 0 && (second === '' || isHelp)) || first === '' || first === '--json')
    return [first, []];
  const firstWords = Object.keys(commands).map((name) => name.split(' ')[0] ?? '');
  const isGroup = group.length > 0;
  const near =
    nearest(pair.trim(), Object.keys(commands)) ?? (isGroup ? undefined : nearest(first, firstWords));
  const typed = isGroup ? pair : first;
  const list = isGroup ? `There are: ${group.join(', ')}` : '`florin help` lists all commands.';
  throw new UsageError(
    `There is no command \`${typed}\`.${near ? ` Did you mean \`${near}\`?` : ''}\n${list}`,
  );
}

const groupOf = (first: string): string[] =>
  Object.keys(commands).filter((name) => first === '' || name.startsWith(`${first} `));

function parse(name: string, command: Command, args: string[]) {
  const flags = flagsOf(command);
  const options = Object.fromEntries(Object.entries(flags).map(([flag, { type }]) => [flag, { type }]));
  const help = `\n\`florin ${name} --help\` says more.`;
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) {
      const near = nearest(token.name, Object.keys(flags));
      throw new UsageError(
        `\`florin ${name}\` has no flag \`${token.rawName}\`.${near ? ` Did you mean \`--${near}\`?` : ''}${help}`,
      );
    }
    if (flag.type === 'string' && (token.value === undefined || token.value === ''))
      throw new UsageError(`\`--${token.name}\` needs a value, ${flag.value}.${help}`);
    if (flag.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`\`--${token.name}\` takes no value.${help}`);
  }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const missing = Object.entries(flags).find(
    ([flag, { required }]) => required && values[flag] === undefined,
  );
  if (missing) throw new UsageError(`\`--${missing[0]} ${missing[1].value}\` is missing.${help}`);
  checkCount(name, command, positionals, help);
  checkChoice(name, command, positionals);
  return { values: values as Input['values'], positionals };
}

function checkCount(name: string, command: Command, positionals: readonly string[], help: string): void {
  const all = command.arguments ?? [];
  const needed = all.filter((one) => !one.startsWith('['));
  if (positionals.length < needed.length)
    throw new UsageError(`\`florin ${name}\` needs ${needed[positionals.length]}.${help}`);
  if (positionals.length > all.length && !all.at(-1)?.includes('…'))
    throw new UsageError(`\`florin ${name}\` does not take \`${positionals[all.length]}\`.${help}`);
}

function checkChoice(name: string, { choices }: Command, [given]: readonly string[]): void {
  if (!choices || given === undefined || choices.includes(given)) return;
  const near = nearest(given, choices);
  throw new UsageError(
    `\`florin ${name}\` does not know \`${given}\`.${near ? ` Did you mean \`${near}\`?` : ''}\nThere are: ${choices.join(', ')}`,
  );
}

import { type Command, type Flag, flagsOf } from './command.ts';
import { commands } from './commands/index.ts';

/** The help of all commands, with a line for each group, or of the commands of one group. */
export function overview(names: readonly string[]): string {
  const firsts = [...new Set(names.map(firstOf))];
  const isAll = firsts.length > 1;
  const rows = isAll ? firsts.map((first) => [first, summaryOf(first)] as const) : names.map(rowOf);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, says]) => cut(`  ${name.padEnd(width)}  ${says}`));
  const more = isAll
    ? '`florin help payments` lists the commands of the group payments.\n`florin --version` prints the version. '
    : '';
  return `florin <command>, for payments by Florin

${lines.join('\n')}

${more}Each command has --help and --json.`;
}

/** Cuts a line between words, so that it fits a screen of 80 columns. */
const cut = (line: string): string =>
  line.length <= 80 ? line : `${line.slice(0, line.lastIndexOf(' ', 78))} …`;

const firstOf = (name: string): string => name.split(' ')[0] ?? '';

const rowOf = (name: string): readonly [string, string] => [name, commands[name]?.summary ?? ''];

/** The summary of a command, or the second words of the commands of a group. */
const summaryOf = (first: string): string =>
  commands[first]?.summary ??
  Object.keys(commands)
    .filter((name) => firstOf(name) === first)
    .map((name) => name.slice(first.length + 1))
    .join(' ');

/** The help of a command, which fits a screen of 24 lines and 80 columns. */
export function helpOf(name: string, command: Command): string {
  const usage = ['florin', name, ...(command.arguments ?? []), ...(command.flags ? ['[flags]'] : [])].join(
    ' ',
  );
  const flags = Object.entries(flagsOf(command));
  const flagText = ([flag, { value }]: [string, Flag]) => `--${flag}${value ? ` ${value}` : ''}`;
  const width = Math.max(...flags.map((one) => flagText(one).length));
  const lines = flags.map((one) => `  ${flagText(one).padEnd(width)}  ${one[1].says}`);
  return [usage, '', `${command.summary}.`, '', ...lines, ...(command.notes ? ['', command.notes] : [])].join(
    '\n',
  );
}

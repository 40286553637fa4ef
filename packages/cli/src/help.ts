import { type Command, commonFlags, type Flag } from './command.ts';
import { commands } from './commands/index.ts';

/** All commands, or those of a group, with a line each. */
export function overview(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${commands[name]?.summary}`);
  return `florin <command>, for payments by Florin

${lines.join('\n')}

Each command has --help, --json and --profile NAME.`;
}

/** The help of a command, which fits a screen of 24 lines and 80 columns. */
export function helpOf(name: string, command: Command): string {
  const usage = ['florin', name, ...(command.arguments ?? []), ...(command.flags ? ['[flags]'] : [])].join(
    ' ',
  );
  const flags = Object.entries({ ...command.flags, ...commonFlags });
  const left = ([flag, { value }]: [string, Flag]) => `--${flag}${value ? ` ${value}` : ''}`;
  const width = Math.max(...flags.map((one) => left(one).length));
  const lines = flags.map((one) => `  ${left(one).padEnd(width)}  ${one[1].says}`);
  return [usage, '', `${command.summary}.`, '', ...lines, ...(command.notes ? ['', command.notes] : [])].join(
    '\n',
  );
}

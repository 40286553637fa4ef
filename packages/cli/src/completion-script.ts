import { type Command, flagsOf } from './command.ts';

/** The words come from the tool's own table, and contain nothing that a shell would expand. */
const branch = (pattern: string, words: readonly string[]): string =>
  `    '${pattern}') choices='${words.join(' ')}' ;;`;

/**
 * A script that completes commands and flags. Both shells use the same script: zsh accepts completions for bash
 * through `bashcompinit`. The script does not use the names `path` and `words`, which zsh reserves.
 */
export function completionScript(shell: 'bash' | 'zsh', commands: Readonly<Record<string, Command>>): string {
  const names = Object.keys(commands);
  const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const groups = firsts.filter((first) => !(first in commands));
  const seconds = (first: string) =>
    names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  const flags = (command: Command) => Object.keys(flagsOf(command)).map((flag) => `--${flag}`);
  const branches = [
    branch('', [...firsts, 'help', '--version']),
    ...groups.map((first) => branch(first, seconds(first))),
    ...Object.entries(commands).map(([name, command]) =>
      branch(name, [...(command.choices ?? []), ...flags(command)]),
    ),
  ];
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_florin() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" before='' choices='' index
  for ((index = 1; index < COMP_CWORD && index < 3; index++)); do
    case "\${COMP_WORDS[index]}" in -*) break ;; esac
    case "$before" in '' | ${groups.map((name) => `'${name}'`).join(' | ')}) before="\${before:+$before }\${COMP_WORDS[index]}" ;; esac
  done
  case "$before" in
${branches.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$typed"))
}
complete -o default -F _florin florin`;
}

import type { Command } from '../command.ts';
import { completionScript } from '../completion-script.ts';

/** @param commands all commands, including this one */
export const completion = (commands: () => Readonly<Record<string, Command>>): Command => ({
  summary: 'Prints a script that completes commands and flags',
  arguments: ['<bash|zsh>'],
  choices: ['bash', 'zsh'],
  hasNoProfile: true,
  notes: `For bash, in ~/.bashrc:  source <(florin completion bash)
For zsh, in ~/.zshrc:    source <(florin completion zsh)`,
  async run({ positionals: [shell], out }) {
    const script = completionScript(shell === 'zsh' ? 'zsh' : 'bash', commands());
    out.result({ script }, script);
  },
});

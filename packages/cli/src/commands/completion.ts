import type { Command } from '../command.ts';
import { completionScript } from '../completion-script.ts';
import { UsageError } from '../failures.ts';

/** @param commands all commands, this one among them */
export const completion = (commands: () => Readonly<Record<string, Command>>): Command => ({
  summary: 'Prints a script that completes commands and flags',
  arguments: ['<bash|zsh>'],
  choices: ['bash', 'zsh'],
  notes: `For bash, in ~/.bashrc:  source <(florin completion bash)
For zsh, in ~/.zshrc:    source <(florin completion zsh)`,
  async run({ positionals: [shell], out }) {
    if (shell !== 'bash' && shell !== 'zsh')
      throw new UsageError('There are completions for `bash` and `zsh`.');
    const script = completionScript(shell, commands());
    out.result({ script }, script);
  },
});

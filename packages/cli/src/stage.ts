import { type Input, text } from './command.ts';
import { UsageError } from './failures.ts';

/** The deployed stage that a command names. Its stack is `florin-` and this name. */
export function stageOf(input: Input): string | undefined {
  const stage = text(input, 'stage');
  if (stage !== undefined && !/^[a-zA-Z0-9-]{1,50}$/.test(stage))
    throw new UsageError('The name of a stage has letters, digits and dashes.');
  return stage;
}

import { readCommand } from './arguments.ts';
import { reportOf } from './failures.ts';
import { output } from './output.ts';

/** Runs the command of this process. Only the exit code and the output show the outcome. */
const out = output(process.argv.includes('--json'));
try {
  const { run, input } = readCommand(process.argv.slice(2), process.env, out);
  await run(input);
} catch (error) {
  const { exitCode, text, value } = reportOf(error);
  out.fail(text, value);
  process.exitCode = exitCode;
}

/**
 * `node lifeline.mjs command …` runs a command for as long as its standard input is open. On each platform, the
 * system closes the other end of that pipe when the process that holds it ends, even if it is killed or crashes. So
 * the command never outlives that process.
 */
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
const stop = () => child.kill();

process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop).on('SIGHUP', stop);
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (code === null) console.error(`exit ${signal}`);
  process.exit(code ?? 1);
});

/**
 * `node lifeline.mjs command …` runs a command for as long as its standard input is open. The system closes our end of
 * that pipe however we end, killed or crashed, on each platform.
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

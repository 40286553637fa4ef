import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRunning } from './data-folder.ts';

/**
 * Calls `then` when the process that started this one has ended. `npm start` and `npx` run this process below a shell and
 * the tsx command, and the shell does not pass on a signal that ends them.
 */
export function whenParentEnds(then: () => void): void {
  // If a person has started this process by hand, it must continue after that person's shell has ended, for example
  // with `nohup`.
  if (!process.env.npm_lifecycle_event) return;
  const family = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === family) return;
    clearInterval(timer);
    then();
  }, 1000);
  timer.unref();
}

function ancestors(): string {
  return [process.ppid, parentOf(process.ppid)].filter(isRunning).join(' ');
}

/** The number of a process's parent. Linux has it in a file. Elsewhere `ps` is slow, so its answer is kept. */
function parentOf(pid: number): number {
  try {
    // `pid (name) state parent …`, where a name may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.replace(/^.*\) /s, '').split(' ')[1]);
  } catch {
    const known = asked.get(pid) ?? parentByPs(pid);
    asked.set(pid, known);
    return known;
  }
}

const asked = new Map<number, number>();

/** The parent's number according to `ps`; 0 if it is unknown, or if there is no `ps`, as on Windows. */
function parentByPs(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? 0);
}

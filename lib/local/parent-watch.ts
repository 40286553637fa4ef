import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isRunning } from './data-folder.ts';

/**
 * Calls `then` when what started us is gone. `npm start` and `npx` run us below a shell (and the tsx command
 * below that), and a signal that ends them does not come through the shell.
 */
export function whenParentEnds(then: () => void): void {
  if (!process.env.npm_lifecycle_event) return; // started by hand: `nohup` and the like may let us live on
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

/** Linux tells at once, with or without `ps`. Elsewhere it is asked only once, as it takes long; Windows has none. */
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

/** 0 if `ps` does not know. */
function parentByPs(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? 0);
}

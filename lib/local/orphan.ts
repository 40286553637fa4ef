import { readFileSync } from 'node:fs';

/**
 * Calls `then` when what started us is gone. `npm start` and `npx` run us below a shell (and the tsx command
 * below that), and a signal that ends them does not come through the shell.
 */
export function whenOrphaned(then: () => void): void {
  if (!process.env.npm_lifecycle_event) return; // started by hand: `nohup` and the like may let us live on
  const family = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === family) return;
    clearInterval(timer);
    then();
  }, 500);
  timer.unref();
}

function ancestors(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** Known on Linux only; elsewhere the nearest parent has to do. */
function parentOf(pid: number): string | undefined {
  try {
    // `pid (name) state parent …`, where a name may hold spaces and parentheses.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
  } catch {
    return undefined;
  }
}

/** Tells those who wait that there may be something to do, so that they need not look all the time. */
export interface Bell {
  /** How often it has rung. */
  readonly rung: number;
  ring(): void;
  /** Rings at `time`, in milliseconds since 1970. */
  ringAt(time: number): void;
  /** Until it has rung more often than `seen`, or `milliseconds` have passed, or `signal` says to stop. */
  wait(seen: number, milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const longestTimer = 2 ** 31 - 1;

export function makeBell(): Bell {
  const waiting = new Set<() => void>();
  const bell = {
    rung: 0,
    ring() {
      bell.rung++;
      for (const wake of [...waiting]) wake();
    },
    ringAt(time: number) {
      const milliseconds = Math.min(Math.max(0, time - Date.now()), longestTimer);
      setTimeout(bell.ring, milliseconds).unref();
    },
    async wait(seen: number, milliseconds: number, signal?: AbortSignal) {
      if (bell.rung !== seen || signal?.aborted) return;
      await new Promise<void>((done) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal?.removeEventListener('abort', wake);
          done();
        };
        const timer = setTimeout(wake, milliseconds);
        waiting.add(wake);
        signal?.addEventListener('abort', wake);
      });
    },
  };
  return bell;
}

/** Tells those who wait that there may be something to do, so that they need not look all the time. */
export interface WakeUp {
  /** How often it has happened. */
  readonly count: number;
  wake(): void;
  /** Wakes at `time`, in milliseconds since 1970. */
  wakeAt(time: number): void;
  /** Until there have been more than `seen`, or `milliseconds` have passed, or `signal` says to stop. */
  wait(seen: number, milliseconds: number, signal?: AbortSignal): Promise<void>;
}

const longestTimer = 2 ** 31 - 1;

export function makeWakeUp(): WakeUp {
  const waiting = new Set<() => void>();
  const wakeUp = {
    count: 0,
    wake() {
      wakeUp.count++;
      for (const goOn of [...waiting]) goOn();
    },
    wakeAt(time: number) {
      const milliseconds = Math.min(Math.max(0, time - Date.now()), longestTimer);
      setTimeout(wakeUp.wake, milliseconds).unref();
    },
    async wait(seen: number, milliseconds: number, signal?: AbortSignal) {
      if (wakeUp.count !== seen || signal?.aborted) return;
      await new Promise<void>((done) => {
        const goOn = () => {
          clearTimeout(timer);
          waiting.delete(goOn);
          signal?.removeEventListener('abort', goOn);
          done();
        };
        const timer = setTimeout(goOn, milliseconds);
        waiting.add(goOn);
        signal?.addEventListener('abort', goOn);
      });
    },
  };
  return wakeUp;
}

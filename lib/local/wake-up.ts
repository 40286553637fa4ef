/** Wakes pollers when there may be work, so that they need not poll all the time. */
export interface WakeUp {
  /** The number of wake-ups so far. */
  readonly count: number;
  wake(): void;
  /** Wakes at `time`, in milliseconds since 1970. */
  wakeAt(time: number): void;
  /**
   * Waits until there were more than `seen` wake-ups, until so many milliseconds have passed, or until `signal`
   * aborts.
   */
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

import { useRef, useState } from 'preact/hooks';

export interface Action {
  isBusy: boolean;
  /** The error of the latest attempt, if it has failed. */
  error: Error | undefined;
  /** Runs the work, unless it is already running. Returns whether it has succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
}

/** A change that the user asks for. A double click has one effect. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const busy = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (busy.current) return false;
    busy.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setError(error as Error);
      return false;
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

/** Makes the idempotency key for the requests of one intent. `next` begins another intent, with another key. */
export function useIntentKey(): { key: string; next: () => void } {
  const key = useRef<string>(crypto.randomUUID());
  return {
    get key() {
      return key.current;
    },
    next: () => {
      key.current = crypto.randomUUID();
    },
  };
}

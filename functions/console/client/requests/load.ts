import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  /** The data of the latest answer. It stays during a newer request, and also if that request fails. */
  data: T | undefined;
  /** Why the latest request has failed. */
  error: Error | undefined;
  isLoading: boolean;
  reload(): Promise<void>;
  /** Replaces the data by the answer of another request. */
  set(data: T): void;
}

/**
 * Loads data. Loads it again when `key` changes, when the user returns to the page, when the network returns, and every so
 * many milliseconds while the page is visible.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>, every = 0): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: Error; isLoading: boolean }>({
    key,
    isLoading: true,
  });
  /** The function that cancels the running request; undefined while no request runs. */
  const running = useRef<AbortController | undefined>(undefined);
  const latest = useRef(load);
  latest.current = load;

  const reload = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState((before) => ({ ...(before.key === key ? before : { key }), isLoading: true }));
    try {
      const data = await latest.current(controller.signal);
      if (!controller.signal.aborted) setState({ key, data, isLoading: false });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState((before) => ({
        key,
        data: before.key === key ? before.data : undefined,
        error: error as Error,
        isLoading: false,
      }));
    } finally {
      if (running.current === controller) running.current = undefined;
    }
  }, [key]);

  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    void reload();
    // Skips the interval while a request runs. A new request would cancel it, and if requests took longer than the
    // interval, no answer would ever arrive.
    const timer = every > 0 ? setInterval(() => running.current || again(), every) : undefined;
    document.addEventListener('visibilitychange', again);
    addEventListener('online', again);
    return () => {
      running.current?.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      removeEventListener('online', again);
    };
  }, [reload, every]);

  const set = (data: T) => {
    running.current?.abort();
    setState({ key, data, isLoading: false });
  };
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    isLoading: isCurrent ? state.isLoading : true,
    reload,
    set,
  };
}

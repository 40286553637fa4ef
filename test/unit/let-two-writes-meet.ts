import type { EngineProxy } from '../api/support/proxy.ts';

/**
 * Holds the first transactional write back until the second one is sent, so that both requests have read the same state.
 * Ends when a test sets {@link EngineProxy.instead} to undefined.
 */
export function letTwoWritesMeet(proxy: EngineProxy): void {
  let waiting = 0;
  let go = () => {};
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  proxy.instead = async (operation) => {
    if (operation !== 'TransactWriteItems') return undefined;
    if (++waiting === 2) go();
    if (waiting <= 2) await both;
    return undefined;
  };
}

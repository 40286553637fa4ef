/** The tabs of a browser have one session. A tab that has signed in tells the others here. */
const channel = 'florin.session';

export function tellTabs(): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage('signed in');
  tabs.close();
}

/**
 * Calls back when this browser may have a session: another tab or window says so, or the user or the network comes back.
 *
 * @returns a function that ends this
 */
export function onSession(look: () => void): () => void {
  const tabs = new BroadcastChannel(channel);
  tabs.onmessage = look;
  const lookIfVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  document.addEventListener('visibilitychange', lookIfVisible);
  for (const event of ['focus', 'online']) addEventListener(event, lookIfVisible);
  return () => {
    tabs.close();
    document.removeEventListener('visibilitychange', lookIfVisible);
    for (const event of ['focus', 'online']) removeEventListener(event, lookIfVisible);
  };
}

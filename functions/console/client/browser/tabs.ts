/** The name of the channel by which a tab that has signed in notifies the other tabs, which share its session. */
const channel = 'florin.session';

export function notifyTabs(): void {
  const tabs = new BroadcastChannel(channel);
  tabs.postMessage('signed in');
  tabs.close();
}

/**
 * Calls back when this browser may have a session: after a message of another tab, or when the user or the network
 * returns.
 *
 * @returns a function that ends the notifications
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

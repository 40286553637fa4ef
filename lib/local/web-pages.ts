import type { IncomingHttpHeaders } from 'node:http';

/** The answer to a request that is refused by {@link mayBeFromWebPage}. */
export const notForBrowsers = 'Not for browsers: only programs on this machine may use this port';

/**
 * Whether a request may come from a web page that somebody opens on this machine. A browser names the page in `Origin`.
 * A page's name may also resolve to this machine (DNS rebinding), and the browser then sends the page's name in `Host`,
 * also without `Origin`.
 */
export const mayBeFromWebPage = ({ origin, host }: Pick<IncomingHttpHeaders, 'origin' | 'host'>): boolean =>
  origin !== undefined || (host !== undefined && !isHere(host));

/** Whether no stranger can register the name: an address, `localhost`, a name without dots, or that of Docker's host. */
function isHere(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return /^(?:\[[\da-f:.]+\]|[\d.]+|[^.]+|.*\.(?:localhost|internal))$/.test(name);
}

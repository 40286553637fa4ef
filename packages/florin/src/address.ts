/**
 * Checks the address of an API, and removes the slash at its end.
 *
 * @throws TypeError without the address in its message, as an address with a password would get into logs
 */
export function addressOf(name: string, address: string): string {
  const wrong = new TypeError(`${name} must be an http or https URL without user, query and fragment`);
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw wrong;
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) throw wrong;
  // `href` keeps a `?` or `#` with nothing after it, which would swallow the path of a request.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

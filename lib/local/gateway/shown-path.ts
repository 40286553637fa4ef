/**
 * Returns a path in a form that is safe to show: in printable ASCII, without digits that look like a card number.
 * Clients choose paths, which must not control a terminal.
 */
export const shownPath = (path: string): string =>
  printable(path).replace(/(?<![0-9a-f])\d{10,19}(?![0-9a-f])/g, '…');

/** Replaces everything but printable ASCII characters. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/**
 * The path of a request to a route, with its ids. Other parameters, of which some are tokens, stay as the route has them.
 */
export const pathWithIds = (route: string, parameters: Record<string, string>): string =>
  route.replace(/\{(\w+)\+?\}/g, (parameter, name) => {
    const value = parameters[name] ?? '';
    return /(^i|I)d$/.test(name) && /^[\w-]{1,64}$/.test(value) ? value : parameter;
  });

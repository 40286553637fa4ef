/** A place in the console: the segments of its path, and the filters. It is the fragment of the URL. */
export interface Place {
  path: string[];
  query: Query;
}

export type Query = Record<string, string>;

export interface PageProps {
  /** The path below the merchant: `['payments', '5f…']`. */
  path: string[];
  query: Query;
}

/** Reads a fragment: `#/5f…/payments?state=pending` has a path and a query. Text that cannot be decoded stays unchanged. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Prints the fragment of a place, without empty filters. */
export function printPlace(path: readonly string[], query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}

export const go = (hash: string): void => {
  location.hash = hash;
};

/** Changes the place without a new entry in the history, for instance while somebody types into a filter. */
export function replacePlace(hash: string): void {
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

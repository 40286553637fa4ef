import { address } from './dom.ts';

/**
 * Shows the next page without a new document, so that a key that the reader has entered stays in memory. Every failure
 * falls back to the browser's own way.
 */
export function followLinks(setUp: () => void): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target) return;
    const url = new URL(link.href);
    if (!isPage(url) || url.pathname === location.pathname) return;
    event.preventDefault();
    open(url, setUp, () => history.pushState(null, '', url));
  });
  let shown = location.pathname;
  addEventListener('popstate', () => {
    // The browser itself handles a change of the anchor alone.
    if (location.pathname !== shown) open(new URL(location.href), setUp, () => {});
    shown = location.pathname;
  });
  document.addEventListener('page', () => {
    shown = location.pathname;
  });
}

/** Scrolls the navigation so that the current page is in view. */
export function showCurrent(): void {
  const navigation = document.querySelector<HTMLElement>('.navigation');
  const current = navigation?.querySelector<HTMLElement>('[aria-current]');
  if (!navigation || !current) return;
  const [frame, place] = [navigation.getBoundingClientRect(), current.getBoundingClientRect()];
  if (place.top < frame.top || place.bottom > frame.bottom)
    navigation.scrollTop += place.top - frame.top - frame.height / 3;
}

const isPage = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  (pathname === address('docs') || pathname.startsWith(`${address('docs')}/`)) &&
  !/\.(md|txt|json)$/.test(pathname);

/** The request for the page that the reader has asked for last. */
let latest: XMLHttpRequest | undefined;

/** The browser parses the answer as a document in which no script runs. */
function open(url: URL, setUp: () => void, note: () => void): void {
  // Otherwise a slow page would replace the page that the reader asked for after it.
  latest?.abort();
  const request = new XMLHttpRequest();
  latest = request;
  request.open('GET', url.pathname);
  request.responseType = 'document';
  request.onload = () => {
    const page = request.response as Document | null;
    if (request.status !== 200 || !page?.querySelector('main')) return location.assign(url);
    note();
    show(page, url.hash);
    setUp();
    document.dispatchEvent(new Event('page'));
  };
  request.onerror = () => location.assign(url);
  request.send();
}

function show(page: Document, hash: string): void {
  const scrolled = document.querySelector('#navigation')?.scrollTop ?? 0;
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  const navigation = document.querySelector('#navigation');
  if (navigation) navigation.scrollTop = scrolled;
  const target = hash ? document.getElementById(idIn(hash)) : null;
  if (target) target.scrollIntoView();
  else {
    scrollTo(0, 0);
    // A screen reader begins to read the new page here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }
}

/** The id that a fragment names. A fragment that somebody has written may be one that cannot be decoded. */
function idIn(hash: string): string {
  const id = hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

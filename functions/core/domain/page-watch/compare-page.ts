import { type PagePart, type PartKind, partsOf, sha384 } from './page-parts.ts';

/** A response, as a customer's browser gets it. The names of the headers are in lower case. */
export interface SeenPage {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Finding {
  kind: PartKind | 'status' | 'header' | 'content' | 'nonce' | 'redirect' | 'size' | 'unfinished';
  /** Names the part that was added, changed or is missing. At most 300 printable characters, as its text can come from a thief. */
  detail: string;
  /** Set if no release of Florin explains the finding, so that it is reported without a second look. */
  isCertain?: true;
}

/**
 * The headers that decide what a browser runs, loads, stores or sends, besides those of transport. A page is compared
 * by all of them, those that Florin sends and those that somebody has added.
 */
const watchedHeaders = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'cache-control',
  'clear-site-data',
  'content-disposition',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'document-policy',
  'feature-policy',
  'link',
  'location',
  'origin-agent-cluster',
  'permissions-policy',
  'refresh',
  'referrer-policy',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'sourcemap',
  'speculation-rules',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-sourcemap',
] as const;

/** Without these headers a browser protects a customer less. No release leaves them out. */
const protecting = new Set([
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
]);

/** Parts that no release has, or whose addresses are not Florin's. */
const neverReleased = new Set<PartKind>(['handler', 'javascript-url', 'base', 'meta', 'frame', 'origin']);

const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);

const finding = (kind: Finding['kind'], detail: string, isCertain = false): Finding => ({
  kind,
  detail: printable(detail),
  ...(isCertain && { isCertain }),
});

export const redirectFinding = (to: string): Finding => finding('redirect', `to ${to}`, true);
export const sizeFinding = (): Finding => finding('size', 'the response has no end', true);
export const unfinishedFinding = (): Finding => finding('unfinished', 'the response did not end in time');

/** The nonce of a page's content security policy. */
export const nonceOf = ({ headers }: SeenPage): string | undefined =>
  /'nonce-([\w+/=]+)'/.exec(headers['content-security-policy'] ?? '')?.[1];

/** Two pages of one run have the same nonce, so that a thief can know the nonce of the next page. */
export const nonceFinding = (): Finding => finding('nonce', 'the same nonce on two pages', true);

/**
 * Returns the part of a page that is the same at each request of the same link: only the watched headers, without the
 * nonce, and without the mark of a page with few views.
 */
export function stablePart(page: SeenPage): SeenPage {
  const nonce = nonceOf(page);
  const named = watchedHeaders.flatMap((name) => {
    const value = page.headers[name];
    return value === undefined ? [] : [[name, nonce ? value.replaceAll(nonce, 'NONCE') : value] as const];
  });
  const body = nonce ? page.body.replaceAll(`nonce="${nonce}"`, 'nonce="NONCE"') : page.body;
  return {
    status: page.status,
    headers: Object.fromEntries(named),
    body: body.replace('"quiet":true,', ''),
  };
}

/** A fingerprint of the stable part of a page. */
export const fingerprint = (page: SeenPage): string => {
  const { status, headers, body } = stablePart(page);
  return sha384(JSON.stringify([status, headers, body]));
};

/** Compares the page that a customer gets with the page that this release makes. Returns nothing for equal pages. */
export function differences(expected: SeenPage, seen: SeenPage): Finding[] {
  const [made, got] = [stablePart(expected), stablePart(seen)];
  const found =
    made.status === got.status ? [] : [finding('status', `${got.status} instead of ${made.status}`)];
  for (const name of watchedHeaders)
    found.push(...headerDifferences(name, made.headers[name], got.headers[name]));
  if (made.body === got.body) return found;
  const isPage = /^text\/html/.test(made.headers['content-type'] ?? '');
  const parts = isPage ? partDifferences(partsOf(made.body), partsOf(got.body)) : [fileDifference(made, got)];
  return [...found, ...(parts.length > 0 ? parts : [finding('content', 'the text or markup differs')])];
}

/** No release changes a file whose name contains the hash of its content. */
function fileDifference(made: SeenPage, got: SeenPage): Finding {
  const isForEver = /immutable/.test(made.headers['cache-control'] ?? '') && got.status === made.status;
  return finding('script', `${sha384(got.body)} instead of ${sha384(made.body)}`, isForEver);
}

function headerDifferences(name: string, made: string | undefined, got: string | undefined): Finding[] {
  if (made === got) return [];
  if (made === undefined) return [finding('header', `added: ${name}: ${got}`)];
  if (got === undefined) return [finding('header', `missing: ${name}`, protecting.has(name))];
  if (name !== 'content-security-policy') return [finding('header', `${name}: ${got}`)];
  const [was, is] = [directivesOf(made), directivesOf(got)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => was.get(key) !== is.get(key));
  // The order of the directives, or a repeated one, can differ too.
  if (changed.length === 0) return [finding('header', `${name}: ${got}`)];
  return changed.map((key) =>
    finding('header', `${name}: ${key} ${is.get(key) ?? '(missing)'} instead of ${was.get(key) ?? '(none)'}`),
  );
}

const directivesOf = (policy: string): Map<string, string> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources.join(' ')];
    }),
  );

/** The parts that one page has more often than the other. */
function partDifferences(made: PagePart[], got: PagePart[]): Finding[] {
  const [was, is] = [countsOf(made), countsOf(got)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const more = (is.get(key)?.count ?? 0) - (was.get(key)?.count ?? 0);
    const part = is.get(key)?.part ?? was.get(key)?.part;
    if (more === 0 || !part) return [];
    const { kind, detail } = part;
    return [
      finding(kind, `${more > 0 ? 'added' : 'missing'}: ${detail}`, more > 0 && neverReleased.has(kind)),
    ];
  });
}

function countsOf(parts: PagePart[]): Map<string, { part: PagePart; count: number }> {
  const counts = new Map<string, { part: PagePart; count: number }>();
  for (const part of parts) {
    const key = `${part.kind} ${part.detail}`;
    counts.set(key, { part, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

import { posUrl } from '#aws/pos-url.ts';
import { inGroups } from '#basics/in-groups.ts';
import { day, hour } from '#basics/time.ts';
import { firstIdAt, firstIdOf, type Id, idDate, newId } from '#domain/id.ts';
import { takesPayments } from '#domain/merchants/integration.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import {
  differences,
  fingerprint,
  nonceFinding,
  nonceOf,
  stablePart,
} from '#domain/page-watch/compare-page.ts';
import { type Difference, decide, type Manifest, type PageRun } from '#domain/page-watch/page-run.ts';
import { fetchPage } from '#jobs/fetch-page.ts';
import { logFinished } from '#jobs/log-finished.ts';
import { languages } from '#messages/languages.ts';
import { log } from '#observability/log.ts';
import { changedPages } from '#observability/metrics.ts';
import { listAllMerchants } from '#store/merchants/merchants.ts';
import { listPageRuns, storePageRun } from '#store/page-runs.ts';
import { firstOf } from '#store/table/list.ts';
import {
  commonPages,
  expectedPage,
  manifestId,
  manifestParts,
  pagesOf,
  type WatchedPage,
} from '../payment-page/watched-pages.ts';

/** The address that customers use. An operator sets it if another server stands in front of the checkout API. */
const { WATCHED_URL = 'own' } = process.env;
const watchedUrl = WATCHED_URL === 'own' ? posUrl : WATCHED_URL;

/** The pages that are fetched at the same time. */
const atOnce = 4;

interface Command {
  /** A language of the page; by default another one each hour. */
  locale?: string;
  /** Returns the manifest of this release, and fetches nothing. */
  manifest?: boolean;
  /** Returns earlier runs, the newest first, and fetches nothing. `before` is that of the answer before. */
  evidence?: { from?: string; to?: string; before?: Id };
}

/** The runs of one answer, which has at most 6 MB. */
const mostRuns = 500;

/**
 * Fetches the payment page from outside, as a customer does, and compares it with the page that this release makes. Reports
 * the differences by a metric, and keeps the result for the assessor (PCI DSS 11.6.1).
 */
export async function handler({ locale = languageOfHour(), manifest, evidence }: Command) {
  if (evidence) return runsOf(evidence);
  const merchants = await sampleMerchants();
  const pages = [...commonPages(locale), ...merchants.flatMap((merchant) => pagesOf(merchant, locale))];
  return manifest ? manifestOf(pages) : watch(pages);
}

async function runsOf({ from, to, before }: NonNullable<Command['evidence']>) {
  const part = { from: from && firstIdOf(from), to: to && firstIdOf(to), before, limit: mostRuns };
  const found = await firstOf(listPageRuns(part), mostRuns);
  const runs = found.map(({ pk: _, sk: _sk, expires: _expires, ...run }) => ({
    time: idDate(run.id),
    ...run,
  }));
  return { runs, ...(runs.length === mostRuns && { before: runs.at(-1)?.id }) };
}

async function manifestOf(pages: readonly WatchedPage[]): Promise<Manifest> {
  const made = pages.map(async ({ name, path }) => {
    const page = await expectedPage(path, posUrl);
    return page ? [{ page: name, status: page.status, headers: stablePart(page).headers }] : [];
  });
  return { id: manifestId, parts: manifestParts, pages: (await Promise.all(made)).flat() };
}

async function watch(pages: readonly WatchedPage[]): Promise<PageRun> {
  const [previous] = await firstOf(listPageRuns({ limit: 1 }), 1);
  const { equal, unreachable, found } = await comparePages(pages);
  const explained: Difference[] = [];
  for (const one of previous?.open ?? []) if (await isOfThisRelease(one)) explained.push(one);
  const run: PageRun = {
    id: newId(),
    manifest: manifestId,
    ...(previous?.manifest !== manifestId && { release: await manifestOf(pages) }),
    equal,
    unreachable,
    ...decide(found, previous, explained),
    explained: explained.map(({ page }) => page),
  };
  await storePageRun(run);
  report(run);
  return run;
}

const languageOfHour = (): string => languages[Math.floor(Date.now() / hour) % languages.length] ?? 'en';

/**
 * Chooses a live and a test merchant, of another time at each run. A live merchant that takes payments is preferred.
 */
async function sampleMerchants(): Promise<Merchant[]> {
  // Between one day and four years, with as many choices among the last days as among the last years.
  const days = 2 ** (Math.random() * 10.5);
  const some = [
    ...(await firstOf(listAllMerchants({ limit: 50, before: firstIdAt(Date.now() - days * day) }), 50)),
    ...(await firstOf(listAllMerchants({ limit: 50 }), 50)),
  ];
  const live = some.filter(({ test }) => !test);
  return [live.find(takesPayments) ?? live[0], some.find(({ test }) => test)].filter(
    (one) => one !== undefined,
  );
}

async function comparePages(pages: readonly WatchedPage[]) {
  const equal: string[] = [];
  const unreachable: PageRun['unreachable'] = [];
  const found: Difference[] = [];
  const nonces = new Set<string>();
  await inGroups(pages, atOnce, async (page) => {
    const first = await comparePage(page, nonces);
    // A merchant can have changed its name or colour at this moment.
    const result = 'findings' in first ? await comparePage(page, nonces) : first;
    if ('reason' in result) unreachable.push({ page: page.name, reason: result.reason });
    else if ('findings' in result) found.push({ page: page.name, path: page.path, ...result });
    else equal.push(page.name);
  });
  return { equal: equal.sort(), unreachable, found };
}

async function comparePage(
  { path }: WatchedPage,
  nonces: Set<string>,
): Promise<Pick<Difference, 'findings' | 'seen' | 'status'> | { reason: string } | { isEqual: true }> {
  const [expected, fetched] = await Promise.all([expectedPage(path, posUrl), fetchPage(watchedUrl + path)]);
  if (!expected) throw new Error(`This release has no page ${path}`);
  if ('unreachable' in fetched) return { reason: fetched.unreachable };
  if ('finding' in fetched) return { findings: [fetched.finding] };
  const { page } = fetched;
  const findings = differences(expected, page).slice(0, mostFindings);
  const nonce = nonceOf(page);
  if (nonce !== undefined && nonces.has(nonce)) findings.push(nonceFinding());
  if (nonce !== undefined) nonces.add(nonce);
  if (findings.length === 0) return { isEqual: true };
  return { findings, seen: fingerprint(page), status: page.status };
}

/** The most findings of one page that are kept. A hostile page has any number of them. */
const mostFindings = 20;

/**
 * Whether the page that the previous run could not explain is a page of this release, or a file that only an earlier
 * release has.
 */
async function isOfThisRelease({ path, seen, status }: Difference): Promise<boolean> {
  const expected = await expectedPage(path, posUrl);
  return expected ? seen === fingerprint(expected) : status === 404;
}

/** A run that could not fetch a page does not count as finished, so that the alarm `WatchPageMissing` goes off. */
function report({ id, reported, open, unreachable }: PageRun): void {
  for (const one of [...reported, ...open])
    log('error', { run: id, reported: reported.includes(one), ...one });
  if (reported.length > 0) log('error', { run: id, ...changedPages(reported.length) });
  if (unreachable.length > 0) log('error', { run: id, unreachable });
  else logFinished('WatchPage', { run: id, reported: reported.length, open: open.length });
}

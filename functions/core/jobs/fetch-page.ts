import { readText } from '#aws/read-text.ts';
import {
  type Finding,
  redirectFinding,
  type SeenPage,
  sizeFinding,
  unfinishedFinding,
} from '#domain/page-watch/compare-page.ts';

/**
 * The result of a fetch: the page, a finding about its transport (such as a redirect), or the reason why Florin sent no
 * response.
 */
export type Fetched = { page: SeenPage } | { finding: Finding } | { unreachable: string };

/** In milliseconds: the longest time for one page, including a cold start of its function. */
const longest = 10_000;

/** Fetches a page as a customer does, bounded in time and size. Follows no redirect, because Florin makes none. */
export async function fetchPage(url: string): Promise<Fetched> {
  const signal = AbortSignal.timeout(longest);
  let response: Response;
  try {
    response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { 'User-Agent': 'Florin page watch' },
    });
  } catch (error) {
    return { unreachable: nameOf(error) };
  }
  const { status, headers } = response;
  if (status >= 300 && status < 400) return { finding: redirectFinding(headers.get('location') ?? '') };
  if (status >= 500 || status === 429 || status === 403) return { unreachable: `status ${status}` };
  try {
    const body = await readText(response, signal);
    return { page: { status, headers: Object.fromEntries(headers), body } };
  } catch (error) {
    if (error instanceof RangeError) return { finding: sizeFinding() };
    return signal.aborted ? { finding: unfinishedFinding() } : { unreachable: nameOf(error) };
  }
}

/** The code of a network error, for example `ECONNREFUSED`. */
function nameOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  return String(cause?.code ?? name).slice(0, 100);
}

import type { Id } from '../id.ts';
import type { Finding } from './compare-page.ts';

/** A page that differed from the page of this release. */
export interface Difference {
  page: string;
  path: string;
  status?: number;
  /** The fingerprint of the page that was fetched; absent if it could not be read. */
  seen?: string;
  findings: Finding[];
}

/** A script or style sheet of a release, with the reason why the page needs it. */
export interface ManifestPart {
  address: string;
  kind: 'script' | 'style';
  /** `sha384-…`, as in the attribute `integrity`. */
  hash: string;
  bytes: number;
  reason: string;
}

/** The pages and files of a release: its scripts and styles, and the status and headers of each page, without the nonce. */
export interface Manifest {
  id: string;
  parts: readonly ManifestPart[];
  pages: { page: string; status: number; headers: Record<string, string> }[];
}

/** One run of the watch, as it is kept for the assessor. */
export interface PageRun {
  id: Id;
  /** Identifies the scripts and styles of the release that has compared. */
  manifest: string;
  /** The manifest itself, in the first run with it. */
  release?: Manifest;
  /** The names of the pages that were equal. */
  equal: string[];
  unreachable: { page: string; reason: string }[];
  /** The differences that the alarm reports. */
  reported: Difference[];
  /** The differences that a deployment can explain. The next run reports those that it does not explain. */
  open: Difference[];
  /** The names of pages whose differences the previous run left open, and a deployment explains. */
  explained: string[];
}

/**
 * Decides which differences the alarm reports. During a deployment the page can already be that of the next release, whose job
 * then recognizes the page. So a difference is reported by the second run that sees it, by the next run if that run's
 * release would not have made the page, and immediately if no release would make it.
 *
 * @param explained the open differences of the previous run that are pages of this release
 */
export function decide(
  found: readonly Difference[],
  previous: Pick<PageRun, 'open' | 'reported'> | undefined,
  explained: readonly Difference[],
): Pick<PageRun, 'open' | 'reported'> {
  const unexplained = (previous?.open ?? []).filter((one) => !explained.includes(one));
  const known = new Set([...unexplained, ...(previous?.reported ?? [])].map(({ page }) => page));
  const isReported = ({ page, findings }: Difference) =>
    known.has(page) || findings.some(({ isCertain }) => isCertain);
  const now = found.filter(isReported);
  const still = new Set(now.map(({ page }) => page));
  return {
    reported: [...now, ...unexplained.filter(({ page }) => !still.has(page))],
    open: found.filter((one) => !isReported(one)),
  };
}

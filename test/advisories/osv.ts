/** A package of a lock file. */
export interface Locked {
  name: string;
  version: string;
}

interface LockFile {
  packages: Record<string, { version?: string; name?: string; link?: boolean }>;
}

/** The packages of npm's lock file, each version once. An alias counts as the package that is installed. */
export function lockedPackages({ packages }: LockFile): Locked[] {
  const found = new Map<string, Locked>();
  for (const [path, { version, name = path.replace(/^.*node_modules\//, ''), link }] of Object.entries(
    packages,
  ))
    if (path.includes('node_modules/') && version && !link)
      found.set(`${name}@${version}`, { name, version });
  return [...found.values()];
}

/** The most packages of one request. */
const mostAtOnce = 1000;

type Post = (
  url: string,
  request: { method: 'POST'; body: string },
) => Promise<{ ok: boolean; json(): Promise<unknown> }>;

interface Answer {
  results: { vulns?: { id: string }[] }[];
}

/**
 * Asks the database of Open Source Vulnerabilities (osv.dev), which has npm's advisories and others, and needs neither a
 * registry nor a key.
 *
 * @returns a line for each package with known vulnerabilities
 * @throws Error if the database does not answer for each package
 */
export async function advisoriesFor(packages: readonly Locked[], post: Post = fetch): Promise<string[]> {
  const lines: string[] = [];
  for (let first = 0; first < packages.length; first += mostAtOnce) {
    const some = packages.slice(first, first + mostAtOnce);
    const queries = some.map(({ name, version }) => ({ package: { name, ecosystem: 'npm' }, version }));
    const answer = await post('https://api.osv.dev/v1/querybatch', {
      method: 'POST',
      body: JSON.stringify({ queries }),
    });
    const { results = [] } = answer.ok ? ((await answer.json()) as Answer) : {};
    if (results.length !== some.length) throw new Error('osv.dev has not answered for each package');
    for (const [n, { vulns = [] }] of results.entries())
      if (vulns.length > 0)
        lines.push(`${some[n]?.name}@${some[n]?.version}: ${vulns.map(({ id }) => id).join(', ')}`);
  }
  return lines;
}

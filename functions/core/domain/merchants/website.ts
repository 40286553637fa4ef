import { webUrl } from '#basics/web-url.ts';

/** A host without a scheme, with a port, a path and a query if it has them. `mailto:` and the like are none. */
const bare = /^[^\s/?#@:\\.]+(?:\.[^\s/?#@:\\.]+)+(?::\d+)?(?:[/?#].*)?$/;

/**
 * A merchant's website, given as an http or https URL or as a bare host (`test.com`), which is meant as https.
 *
 * @returns undefined for what is no address of a website
 */
export function websiteUrl(website: string): URL | undefined {
  const isBare = bare.test(website);
  if (!isBare && !/^https?:\/\/[^/]/i.test(website)) return undefined;
  const text = isBare ? `https://${website}` : website;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A version or an amount is no host.
  return isBare && !/\.[^.]*[a-z][^.]*$/.test(url?.hostname ?? '') ? undefined : url;
}

/** Whether a new merchant may have this website. Merchants from before this rule keep theirs. */
export const isWebsite = (website: string): boolean => {
  const url = websiteUrl(website);
  return url !== undefined && (bare.test(website) || webUrl(website) !== undefined);
};

/** The host of a merchant's website, as a browser would show it: no letter in it passes for another one. */
export function websiteHost(website: string): string {
  const url = websiteUrl(website);
  if (!url) throw new TypeError(`A merchant has no website at ${website}`);
  return url.hostname.replace(/^www\./, '');
}

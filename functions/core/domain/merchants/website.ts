import { webUrl } from '#basics/web-url.ts';

/**
 * A host without a scheme, optionally with a port, a path and a query. The pattern excludes other schemes, such as
 * `mailto:`.
 */
const bare = /^[^\s/?#@:\\.]+(?:\.[^\s/?#@:\\.]+)+(?::\d+)?(?:[/?#].*)?$/;

/**
 * Reads a merchant's website, given as an http or https URL, or as a bare host (`test.com`), to which https is added.
 *
 * @returns undefined for text that is not the address of a website
 */
function websiteUrl(website: string): URL | undefined {
  const isBare = bare.test(website);
  if (!isBare && !/^https?:\/\/[^/]/i.test(website)) return undefined;
  const text = isBare ? `https://${website}` : website;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A version number or an amount looks like a host, but its last part has no letter.
  return isBare && !/\.[^.]*[a-z][^.]*$/.test(url?.hostname ?? '') ? undefined : url;
}

/** Whether a new merchant may have this website. Merchants from before this rule keep theirs. */
export const isWebsite = (website: string): boolean => {
  const url = websiteUrl(website);
  return url !== undefined && (bare.test(website) || webUrl(website) !== undefined);
};

/** The host of a merchant's website in Punycode, as browsers show it, so that look-alike letters become visible. */
export function websiteHost(website: string): string {
  const url = websiteUrl(website);
  if (!url) throw new TypeError(`A merchant has no website at ${website}`);
  return url.hostname.replace(/^www\./, '');
}

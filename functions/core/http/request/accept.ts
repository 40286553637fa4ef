/** The media types of the hello-world service, the default first. */
export const mediaTypes = ['application/json', 'application/xml', 'text/xml'] as const;

export type MediaType = (typeof mediaTypes)[number];

interface Range {
  name: string;
  quality: number;
  /** 2 for a media type, 1 for `application/*`, 0 for any type. */
  precision: number;
  position: number;
}

/**
 * The media type that `Accept` prefers (RFC 9110, section 12.5.1). The most precise range that contains a type gives
 * its quality. Among types of equal quality, the one with the more precise range wins, then the one with the earlier
 * range. Parameters other than `q` make no difference: a client that asks for `application/json; charset=utf-8` means
 * JSON.
 *
 * @returns undefined if `Accept` allows none of the media types
 */
export function preferredType(accept: string | undefined): MediaType | undefined {
  if (!accept?.trim()) return mediaTypes[0];
  const ranges = readRanges(accept);
  const allowed = mediaTypes.flatMap((type) => {
    const [range] = ranges.filter(({ name }) => contains(name, type)).sort(byPrecision);
    return range && range.quality > 0 ? [{ type, range }] : [];
  });
  return allowed.sort((a, b) => byQuality(a.range, b.range))[0]?.type;
}

const byPrecision = (a: Range, b: Range): number => b.precision - a.precision || b.quality - a.quality;
const byQuality = (a: Range, b: Range): number =>
  b.quality - a.quality || b.precision - a.precision || a.position - b.position;

const contains = (range: string, type: string): boolean =>
  range === '*/*' || range === type || range === type.replace(/\/.*/, '/*');

/**
 * Reads the ranges of an `Accept` header. A comma inside a quoted parameter does not end a range, and malformed ranges
 * are left out.
 */
function readRanges(accept: string): Range[] {
  const parts = accept.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return parts.flatMap((part, position) => {
    const [range = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    // Java's own client writes `*` instead of `*/*`, and `q=.2`.
    const name = range === '*' ? '*/*' : range;
    const weight = params.find((param) => /^q\s*=/.test(param))?.replace(/^q\s*=\s*/, '') ?? '1';
    if (!/^(?:0?\.\d+|0\.?|1(?:\.0*)?)$/.test(weight)) return [];
    const precision = name === '*/*' ? 0 : name.endsWith('/*') ? 1 : 2;
    return [{ name, quality: Number(weight), precision, position }];
  });
}

/**
 * Browsers by their mark in the header `User-Agent`. Most browsers also have the marks of browsers further down, so
 * the order matters.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Names a browser and its system, for example `Firefox, Windows`; empty if neither is known. */
export function deviceOf(userAgent: string): string {
  const names = [browsers, systems].map((known) => known.find(([mark]) => userAgent.includes(mark))?.[1]);
  return names.filter(Boolean).join(', ');
}

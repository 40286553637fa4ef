const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const first = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** The browser and the system in a `User-Agent`: `Firefox, Windows`. Text of another shape is shown as it is. */
export function deviceName(agent: string | null): string | undefined {
  if (!agent) return undefined;
  const known = [first(browsers, agent), first(systems, agent)].filter(Boolean);
  return known.length > 0 ? known.join(', ') : agent.slice(0, 80);
}

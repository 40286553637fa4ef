/**
 * Reads the time of an option.
 *
 * @throws Error for other texts, and for a time without a zone, which would depend on this machine's zone
 */
export function timeOf(option: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Error(`${option} must be a time with its zone, such as 2026-01-01T12:00:00Z; got "${text}"`);
  return time;
}

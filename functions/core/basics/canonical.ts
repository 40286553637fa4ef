/**
 * Prints a value as JSON with the keys of each object in order. Equal values give equal texts, and different values
 * give different texts.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${fields.join(',')}}`;
}

export const isSameValue = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/**
 * Prints an element for each field. A list is printed as an element with the plural name, which contains elements
 * with the singular name.
 */
export function printXml(name: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`;
}

const element = (name: string, value: unknown): string => `<${name}>${content(name, value)}</${name}>`;

function content(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element(name.replace(/s$/, ''), item)).join('');
  if (typeof value !== 'object' || value === null) return escapeXml(String(value));
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([field, inner]) => element(field, inner))
    .join('');
}

/**
 * Escapes text for XML. Removes characters that XML forbids (XML 1.0, section 2.2), which may be in a stack trace. A
 * bare carriage return is escaped, as parsers would read it as a line feed.
 */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);

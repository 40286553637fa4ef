import { parseXml, XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';
import { invalid } from '../errors/errors.ts';

/**
 * Reads the fields of a flat document: `<a><id>1</id><name>Ann</name></a>` becomes `{id: '1', name: 'Ann'}`. Each value
 * is a text. A field with elements inside becomes an object, which every schema refuses. A field with `xsi:nil`, which
 * .NET writes for an absent number, becomes null.
 *
 * parse-xml is strict and, with 20 KB, a third of the size of fast-xml-parser. fast-xml-parser accepts undefined
 * entities and characters that XML forbids, ignores `&#233;`, and expands entities that a DTD defines. parse-xml knows
 * only XML's own five entities and loads nothing from outside.
 *
 * @throws 400 for text that is not well-formed, was sent in another encoding than UTF-8, has a DTD, has another root than
 *   `root`, or has a field twice
 */
export function readXml(text: string, root: string): Record<string, unknown> {
  const { children } = parseDocument(text);
  if (isMisread(text)) throw invalidXml('Must be in UTF-8');
  if (children.some(({ type }) => type === 'doctype'))
    throw invalidXml('Must not have a document type declaration');
  const document = elementsOf(children)[0];
  if (document?.name !== root) throw invalidXml(`Must be a ${root} element`);

  const fields: Record<string, unknown> = Object.create(null);
  for (const element of elementsOf(document.children)) {
    if (element.name in fields) throw invalidXml(`Must have ${element.name} once`);
    fields[element.name] = contentOf(element);
  }
  return fields;
}

function contentOf({ attributes, children }: XmlElement): unknown {
  if (/^(true|1)$/.test(attributes['xsi:nil'] ?? '')) return null;
  return elementsOf(children).length > 0 ? {} : textOf(children);
}

function parseDocument(text: string) {
  try {
    return parseXml(text, { preserveDocumentType: true });
  } catch {
    // Either the text is not well-formed, or it is nested too deeply for the parser.
    throw invalidXml('Must be well-formed XML');
  }
}

/**
 * Whether a document that declares another encoding has lost letters: API Gateway decodes every body as UTF-8, and
 * replaces bytes that are not UTF-8 by U+FFFD. A document without such characters is accepted in spite of its
 * declaration.
 */
const isMisread = (text: string): boolean =>
  /^<\?xml\s[^>]*\bencoding\s*=\s*["'](?!utf-8["'])/i.test(text) && text.includes('\uFFFD');

const invalidXml = (message: string) => invalid([{ field: 'body', message }]);

const elementsOf = (nodes: readonly XmlNode[]): XmlElement[] =>
  nodes.filter((node) => node instanceof XmlElement);

const textOf = (nodes: readonly XmlNode[]): string =>
  nodes.map((node) => (node instanceof XmlText ? node.text : '')).join('');

import { createHash } from 'node:crypto';

/** The kinds of content that can run or load something, or that send the customer or the card elsewhere. */
export type PartKind =
  | 'script'
  | 'style'
  | 'handler'
  | 'javascript-url'
  | 'base'
  | 'meta'
  | 'form'
  | 'frame'
  | 'link'
  | 'origin';

export interface PagePart {
  kind: PartKind;
  detail: string;
}

export const sha384 = (text: string): string =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;

const tag = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The elements that show another document or a plugin. */
const frames = new Set(['iframe', 'frame', 'object', 'embed', 'applet', 'portal', 'fencedframe']);

/** Attributes with addresses that a browser loads or opens. */
const addresses = new Set([
  ...['src', 'href', 'xlink:href', 'action', 'formaction', 'data', 'srcset', 'srcdoc', 'poster', 'ping'],
  ...['background', 'imagesrcset', 'manifest', 'codebase', 'to', 'values'],
]);

/**
 * Lists the dangerous parts of a page, so that a finding can name what was changed. This reader is not a browser's, and hostile
 * markup can deceive it. Therefore it only explains a difference of two pages, and never decides whether they are equal.
 */
export function partsOf(html: string): PagePart[] {
  return [...html.matchAll(tag)].flatMap((found) => {
    const [whole, written = '', rest = ''] = found;
    const name = written.toLowerCase();
    const attributes = attributesIn(rest);
    const after = found.index + whole.length;
    return [
      ...ofElement(name, attributes, () => textUntil(html, after, name)),
      ...ofAttributes(name, attributes),
    ];
  });
}

function attributesIn(text: string): Map<string, string> {
  const read = [...text.matchAll(attribute)].map(
    ([, name = '', double, single, bare]) =>
      [name.toLowerCase(), decode(double ?? single ?? bare ?? '')] as const,
  );
  return new Map(read);
}

/** The text up to the element's end tag. */
function textUntil(html: string, start: number, name: string): string {
  const end = html.toLowerCase().indexOf(`</${name}`, start);
  return html.slice(start, end < 0 ? undefined : end);
}

/** Replaces the numeric references and the few names with which an address can be disguised. */
const decode = (text: string): string =>
  text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex, digits) =>
      String.fromCodePoint(Math.min(Number.parseInt(hex ?? digits, hex ? 16 : 10), 0x10ffff)),
    )
    .replace(/&(colon|tab|newline);/gi, (_, name) => ({ colon: ':' })[name.toLowerCase() as string] ?? '')
    .replaceAll('&amp;', '&');

function ofElement(name: string, attributes: Map<string, string>, text: () => string): PagePart[] {
  const of = (key: string) => attributes.get(key) ?? '';
  if (name === 'script') {
    const src = attributes.get('src') ?? attributes.get('href');
    const type = attributes.has('type') ? ` (${of('type')})` : '';
    return [
      { kind: 'script', detail: src === undefined ? `inline${type} ${sha384(text())}` : `${src}${type}` },
    ];
  }
  if (name === 'style') return [{ kind: 'style', detail: `inline ${sha384(text())}` }];
  if (name === 'link')
    return [{ kind: of('rel') === 'stylesheet' ? 'style' : 'link', detail: `${of('rel')} ${of('href')}` }];
  if (name === 'base') return [{ kind: 'base', detail: of('href') }];
  if (name === 'meta' && attributes.has('http-equiv'))
    return [{ kind: 'meta', detail: `${of('http-equiv')}: ${of('content')}` }];
  if (name === 'form') return [{ kind: 'form', detail: `${of('method') || 'get'} ${of('action')}` }];
  return frames.has(name) ? [{ kind: 'frame', detail: `${name} ${of('src') || of('data')}` }] : [];
}

function ofAttributes(name: string, attributes: Map<string, string>): PagePart[] {
  return [...attributes].flatMap(([key, value]): PagePart[] => {
    if (/^on./.test(key)) return [{ kind: 'handler', detail: `${key} of ${name}: ${sha384(value)}` }];
    if (!addresses.has(key)) return [];
    const address = value.replace(/[\s\p{Cc}]/gu, '');
    if (/^(javascript|vbscript):/i.test(address))
      return [{ kind: 'javascript-url', detail: `${key} of ${name}` }];
    const form: PagePart[] = key === 'formaction' ? [{ kind: 'form', detail: `${key} ${value}` }] : [];
    const [origin] = /^(https?:|wss?:)?[/\\]{2}[^/\\?#]*/i.exec(address) ?? [];
    return origin === undefined
      ? form
      : [...form, { kind: 'origin', detail: `${origin} in ${key} of ${name}` }];
  });
}

/** A load or script that a browser has blocked on the payment page. Both values are from short lists, or an origin. */
export interface Violation {
  directive: string;
  /** The origin of the blocked address without path and query, or a keyword such as `inline`. */
  blocked: string;
}

/** The most reports of one request that are read. A browser sends one, or some that it has collected. */
const most = 20;

const directives = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem'],
  ...[
    'style-src-attr',
    'img-src',
    'connect-src',
    'font-src',
    'frame-src',
    'child-src',
    'worker-src',
    'media-src',
  ],
  ...[
    'object-src',
    'manifest-src',
    'form-action',
    'base-uri',
    'frame-ancestors',
    'require-trusted-types-for',
  ],
]);

const keywords = new Set([
  ...['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'trusted-types-sink', 'trusted-types-policy'],
]);

/** Extensions of browsers and the pages of browsers themselves, which the page's policy blocks every day. */
const isNoise = (address: string): boolean =>
  /^(([a-z-]+-)?extension|about|chrome|resource|view-source|webviewprogressproxy)(:|$)/i.test(address);

/**
 * Reads the reports of a browser about the content security policy. Anybody can send anything here, and addresses contain
 * keys and personal data, so the result has only words of known lists, and origins.
 *
 * @param json the content, already parsed
 */
export function readViolations(json: unknown): Violation[] {
  const reports = Array.isArray(json)
    ? json.slice(0, most).map((one) => fieldOf(one, 'body'))
    : [fieldOf(json, 'csp-report')];
  return reports.flatMap((report) => {
    const text = (...names: string[]) =>
      names.map((name) => fieldOf(report, name)).find((value) => typeof value === 'string') as
        | string
        | undefined;
    const blocked = text('blocked-uri', 'blockedURL');
    const source = text('source-file', 'sourceFile') ?? '';
    if (blocked === undefined || isNoise(blocked) || isNoise(source)) return [];
    const [directive = ''] = (
      text('effective-directive', 'effectiveDirective', 'violated-directive') ?? ''
    ).split(' ');
    return [{ directive: directives.has(directive) ? directive : 'other', blocked: originIn(blocked) }];
  });
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A keyword, an origin, or `other`. */
function originIn(address: string): string {
  if (keywords.has(address)) return address;
  const [, origin] = /^((?:https?|wss?):\/\/[a-z0-9.-]{1,100}(?::\d{1,5})?)(?:[/?#]|$)/i.exec(address) ?? [];
  return origin?.toLowerCase() ?? /^(data|blob):/i.exec(address)?.[1]?.toLowerCase() ?? 'other';
}

/** Directives beyond the page's own. An undefined value removes a directive. */
export type Directives = Record<string, string | undefined>;

/**
 * Allows only scripts and styles with the page's nonce. In browsers with trusted types, scripts cannot turn text into
 * HTML.
 */
export function contentSecurityPolicy(nonce: string, allow: Directives): string {
  const directives = Object.entries({
    'default-src': "'none'",
    'style-src': `'nonce-${nonce}'`,
    'script-src': `'nonce-${nonce}'`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    ...allow,
  });
  return directives
    .flatMap(([directive, value]) => (value === undefined ? [] : [`${directive} ${sourcesOf(value)}`]))
    .join('; ');
}

/** Accepts keywords, schemes and hosts only. A `;` would begin another directive, and a `,` another policy. */
function sourcesOf(value: string): string {
  if (!/^[\w\-.:/'*+= ]+$/.test(value)) throw new Error(`No sources of a content security policy: ${value}`);
  return value;
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
const param = new RegExp(`[ \\t,]*(${token})[ \\t]*=[ \\t]*(?:${quoted}|(${token}))[ \\t]*(?=,|$)`, 'y');

/**
 * The parameters of a challenge or of credentials, by lowercase name (RFC 9110, section 11.2): tokens, or quoted
 * strings in which a backslash makes the next character plain.
 *
 * Ours, and not the parser of http-auth-utils: that one ends a quoted string at an escaped quote, lets the last of
 * two parameters of one name win, skips what it does not understand, and refuses parameters that it does not know,
 * where RFC 7616 (section 3.3) wants room for extensions.
 *
 * @returns undefined for text of another form, or a name that is there twice
 */
export function parseParams(text: string): Map<string, string> | undefined {
  const params = new Map<string, string>();
  param.lastIndex = 0;
  let end = 0;
  for (let found = param.exec(text); found; found = param.exec(text)) {
    const [, name = '', string, plain = ''] = found;
    if (params.has(name.toLowerCase())) return undefined;
    params.set(name.toLowerCase(), string?.replace(/\\(.)/g, '$1') ?? plain);
    end = param.lastIndex;
  }
  return /^[ \t,]*$/.test(text.slice(end)) ? params : undefined;
}

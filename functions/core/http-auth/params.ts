const token = "[!#$%&'*+.^_`|~\\w-]+";
const quotedString = '"((?:[^"\\\\]|\\\\.)*)"';
const param = new RegExp(
  `[ \\t,]*(${token})[ \\t]*=[ \\t]*(?:${quotedString}|(${token}))[ \\t]*(?=,|$)`,
  'y',
);

/**
 * Parses the parameters of a challenge or of credentials, by lowercase name (RFC 9110, section 11.2). Values are tokens or
 * quoted strings, in which a backslash escapes the next character.
 *
 * The parser of http-auth-utils cannot replace it: it ends a quoted string at an escaped quote, lets the last of two equal
 * parameters win, skips text that it does not understand, and refuses unknown parameters, which RFC 7616 (section 3.3) allows
 * as extensions.
 *
 * @returns undefined for text of another form, or with a name that occurs twice
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

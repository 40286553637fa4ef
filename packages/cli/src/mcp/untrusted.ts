import { stripVTControlCharacters } from 'node:util';

/**
 * Texts that customers and shops have written. They can contain instructions to the model that reads them, so each of
 * them leaves the tool below a field `untrusted`, separate from Florin's own words, and only after {@link cleanText}.
 */

/** The longest text, in characters. */
const longest = 300;

/** Characters that nobody sees: of control, format, direction and selection, and fillers that look like spaces. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const address = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g;

/** An address of a page or picture. A program that shows Markdown would fetch it, and so could send data away. */
const link = /\b[a-z][a-z0-9+.-]*:\/\/([^\s/?#"'<>)\]]*)[^\s"'<>)\]]*/gi;

/** A card number, with its usual separators. Shorter numbers remain, such as those of orders. */
const longNumber = /\d(?:[ .\-_/]?\d){11,}/g;

/** A key, a token or a session: long, in one piece, and with a digit. An id of Florin has 24 characters. */
const secret = /(?=[\w\-+/=.]*\d)[\w\-+/=.]{32,}|\b(?:sk|pk|rk|whsec|ghp|xox[a-z])_\S{8,}/g;

/** `Jane Doe` becomes `J… D…`. */
export const maskName = (name: string): string =>
  cleanText(name)
    .split(' ')
    .map((word) => `${[...word][0] ?? ''}…`)
    .join(' ');

/** `jane@example.com` becomes `j…@example.com`. */
export function maskAddress(email: string): string {
  const [user = '', host = ''] = email.split(/@(?=[^@]*$)/);
  return `${[...user][0] ?? ''}…@${host}`;
}

/** A text that shows all its characters in one line, and neither an address, a card number nor a secret. */
export function cleanText(text: string, most = longest): string {
  // The first cut keeps the expressions fast. It is longer, because what they remove does not count.
  const line = stripVTControlCharacters(text.slice(0, most * 10))
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(invisible, '');
  const masked = line
    .replace(link, (_, host: string) => `[link to ${host.slice(0, 60)}]`)
    .replace(address, maskAddress)
    .replace(longNumber, '[long number]')
    .replace(secret, '[secret]')
    .replace(/\]\s*\(/g, '] (')
    .trim();
  const characters = [...masked];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : masked;
}

/** Names of fields of a shop's own data whose values name a person. */
const personal = /name|mail|phone|mobile|address|street|city|birth|customer|recipient/i;

/** The shop's own data of any shape, as one text. Each string is cleaned before JSON escapes its characters. */
export function cleanData(value: unknown, most = longest): string {
  const cleaned = clean(value, false);
  return cleanText(typeof cleaned === 'string' ? cleaned : JSON.stringify(cleaned), most);
}

function clean(value: unknown, isPersonal: boolean): unknown {
  if (typeof value === 'string') return isPersonal ? maskName(value) : cleanText(value);
  if (Array.isArray(value)) return value.map((one) => clean(one, isPersonal));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      cleanText(key, 60),
      clean(one, isPersonal || personal.test(key)),
    ]),
  );
}

/** The values that are present; undefined without any, so that the field `untrusted` is absent. */
export function untrusted(
  texts: Readonly<Record<string, string | null | undefined | false>>,
): Record<string, string> | undefined {
  const present = Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text] as const] : []));
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

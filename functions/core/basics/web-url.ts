/**
 * Reads the http or https URL of a page or a server; undefined for all other texts. A URL with a user name or a
 * password is refused: `https://shop.example@evil.example` looks like the shop, and leads to another host.
 */
export function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isWeb(url)) return undefined;
  return hasUserInfo(text, url) ? undefined : url;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Also searches the text, since the parser drops an empty user name: `https://@evil.example`. */
const hasUserInfo = (text: string, { username, password }: URL): boolean =>
  username !== '' || password !== '' || /^\s*[a-z]+:[/\\]*[^/\\?#]*@/i.test(text);

/**
 * Explains how to correct a text that {@link webUrl} has refused.
 *
 * @param must the rule for URLs, which is the answer unless the text has a user name or password
 */
export const webUrlFault = (text: string, must: string): string =>
  URL.canParse(text) && isWeb(new URL(text)) && hasUserInfo(text, new URL(text))
    ? 'Must have no user name or password before the host: https://shop.example, not https://user@shop.example'
    : must;

/**
 * An http or https URL as merchants give it, of a page or a server; undefined for all else. A URL with a user name or a
 * password is refused: `https://shop.example@evil.example` looks like the shop, and leads to another host.
 */
export function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isWeb(url)) return undefined;
  return hasUserInfo(text, url) ? undefined : url;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** The parser forgets an empty user name, `https://@evil.example`: so the text is searched too. */
const hasUserInfo = (text: string, { username, password }: URL): boolean =>
  username !== '' || password !== '' || /^\s*[a-z]+:[/\\]*[^/\\?#]*@/i.test(text);

/** Says how to mend a text that {@link webUrl} refused. @param must the rule, where the text has no user name in it */
export const webUrlFault = (text: string, must: string): string =>
  URL.canParse(text) && isWeb(new URL(text)) && hasUserInfo(text, new URL(text))
    ? 'Must have no user name or password before the host: https://shop.example, not https://user@shop.example'
    : must;

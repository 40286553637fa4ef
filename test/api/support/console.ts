import { send } from './http.ts';
import { rawMails } from './mails.ts';
import { waitUntil } from './wait-until.ts';

const shared = { consoleUrl: process.env.FLORIN_CONSOLE_URL ?? '', mail: process.env.FLORIN_MAIL ?? '' };

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * A browser that uses the console: it keeps cookies, and sends the console's header.
 *
 * @param sender `till` for the page of tills
 */
export function browser({ consoleUrl, mail } = shared, sender: '1' | 'till' = '1') {
  const cookies = new Map<string, string>();

  async function ask(method: string, path: string, { body, headers = {} }: Ask = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = { 'florin-console': sender, 'user-agent': chrome, ...(cookie && { cookie }), ...headers };
    const answer = await send(consoleUrl + path, method, { body, headers: all });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  /** Asks for a link, and returns the token in the mail. */
  async function requestLink(email: string): Promise<string> {
    const before = linksTo(mail, email).length;
    const asked = await ask('POST', '/sign-in', { body: { email } });
    if (asked.status !== 202) throw new Error(`${asked.status} ${asked.text}`);
    const links = await waitUntil(
      async () => linksTo(mail, email),
      ({ length }) => length > before,
    );
    return links.at(-1) ?? '';
  }

  const confirm = (token: string) => ask('POST', '/sign-in/confirm', { body: { token } });

  /** Signs in, and accepts all invitations. */
  async function signIn(email: string): Promise<void> {
    const { status, text } = await confirm(await requestLink(email));
    if (status !== 204) throw new Error(`${status} ${text}`);
    await acceptAll();
  }

  /** Accepts all invitations, until the console lists none. */
  const acceptAll = () =>
    waitUntil(
      async () => {
        const { invitations } = (await ask('GET', '/session')).body;
        for (const { merchant } of invitations) await accept(merchant.id);
        return invitations;
      },
      ({ length }) => length === 0,
    );

  const accept = (merchantId: string) => ask('PUT', `/api/merchants/${merchantId}/membership`);

  return { cookies, ask, requestLink, confirm, signIn, accept, acceptAll };
}

export type Browser = ReturnType<typeof browser>;

export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** The tokens of the links that were mailed to an address, the oldest first. */
export const linksTo = (folder: string, email: string): string[] =>
  rawMails(folder)
    .filter((raw) => new RegExp(`^To: ${email.replace(/[+.]/g, '\\$&')}\\r?$`, 'm').test(raw))
    .flatMap((raw) => /\/#\/sign-in\/([\w-]{43})/.exec(unfolded(raw))?.[1] ?? []);

/** Undoes quoted-printable, as far as links need it. */
const unfolded = (raw: string): string => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');

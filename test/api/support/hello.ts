import { basic, type Request, type Response, send } from './http.ts';
import type { Endpoints } from './world.ts';

const shared = { baseUrl: process.env.FLORIN_BASE_URL ?? '' };

/** The credentials of the tested Florin: the local runner's, unless a deployed stage is tested. */
export const [username = '', password = ''] = (process.env.FLORIN_HELLO ?? 'florin:florin').split(/:(.*)/s);

/** Calls the hello-world service of a Florin with HTTP Basic. */
export function hello({ baseUrl }: Pick<Endpoints, 'baseUrl'> = shared) {
  const url = `${baseUrl}/api`;

  const api = (method: string, path: string, { headers, ...request }: Request = {}): Promise<Response> =>
    send(url + path, method, {
      ...request,
      headers: { authorization: basic(username, password), ...headers },
    });

  /** Creates a resource, and returns its Location. */
  async function create(body: unknown, headers: Record<string, string> = {}): Promise<string> {
    const answer = await api('POST', '/helloWorld', { body, headers });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.headers.location ?? '';
  }

  const idIn = (location: string): number => Number(location.replace(/.*\//, ''));

  return { url, api, create, idIn };
}

export const xml = 'application/xml';
export const document = (fields: string): string => `<helloWorld>${fields}</helloWorld>`;

/** Returns a random id, which no other test uses. */
export const freshId = (): number => 2 ** 40 + Math.floor(Math.random() * 2 ** 50);

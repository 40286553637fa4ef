import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isRandomToken, randomToken } from '#basics/random-token.ts';
import type { UserCaller } from '#domain/caller.ts';
import { deviceOf } from '#domain/console/device.ts';
import { placeLifetime, type Session } from '#domain/console/session.ts';
import type { Id } from '#domain/id.ts';
import type { TillRole } from '#domain/merchants/roles.ts';
import { NoAccess } from '#domain/outcome.ts';
import { failure } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { cookieOf, hostCookie } from '../request/cookies.ts';
import { header } from '../request/headers.ts';
import { florinApi } from './merchants-api.ts';

/**
 * The cookies of the sessions of users and of tills, and the cookie that binds a sign-in link to the browser that
 * asked for it.
 */
export const cookies = {
  session: '__Host-florin',
  till: '__Host-florin-till',
  browser: '__Host-florin-browser',
} as const;

/**
 * Every request of the console carries this header. A script of another site cannot send it without a preflight
 * request, which the console's API never answers. Its value says which cookie counts, as a browser may have that of a
 * user and that of a till.
 */
const consoleHeader = { name: 'Florin-Console', user: '1', till: 'till' } as const;

type Headers = Record<string, string | undefined> | null;

/**
 * Returns which page sends a request: `user` for the page of users, `till` for that of tills; undefined without the
 * console's header.
 */
export function senderOf(headers: Headers): 'user' | 'till' | undefined {
  const value = header(
    { headers: headers ?? {} } as Pick<APIGatewayProxyEvent, 'headers'>,
    consoleHeader.name.toLowerCase(),
  );
  return value === consoleHeader.user ? 'user' : value === consoleHeader.till ? 'till' : undefined;
}

const hasConsoleHeader = (headers: Headers): boolean => senderOf(headers) !== undefined;

export const missingHeader = `Send the header ${consoleHeader.name}: ${consoleHeader.user}`;

/** The pipeline of a route of the console that anybody may call. @throws 403 without the console's header */
export const openConsoleApi = <Route extends string>(route: Route) =>
  florinApi(route).use({
    before: ({ event }) => {
      if (!hasConsoleHeader(event.headers)) throw failure(403, 'FORBIDDEN', missingHeader);
    },
  } satisfies Middleware);

/**
 * Identifies the browser that asks for a link or a challenge. Returns the value of the browser's cookie, or a new
 * value if the browser has no cookie, and the header that stores the value in the browser. Later the cookie also
 * shows that the user has signed in from this browser before.
 */
export function bindBrowser(event: APIGatewayProxyEvent) {
  const known = cookieOf(event.multiValueHeaders, cookies.browser);
  const browser = known !== undefined && isRandomToken(known) ? known : randomToken();
  return { browser, headers: { 'Set-Cookie': hostCookie(cookies.browser, browser, placeLifetime / 1000) } };
}

/** The browser that signs in: its name, its network address, and the cookie that binds links and challenges to it. */
export const browserOf = (event: APIGatewayProxyEvent) => ({
  cookie: cookieOf(event.multiValueHeaders, cookies.browser),
  device: deviceOf(header(event, 'user-agent') ?? ''),
  address: event.requestContext.identity.sourceIp,
});

/** The session of a request, as the authorizer has found it. */
export type OwnSession = Pick<Session, 'id' | 'userId' | 'email'>;

/** The pipeline of a route that only the console has, behind a session. */
export const consoleApi = <Route extends string>(route: Route, query: readonly string[] = []) =>
  florinApi(route, query).use({
    before: ({ event, context }) => {
      const { principalId = '', sessionId = '', email = '' } = event.requestContext.authorizer ?? {};
      context.session = { id: sessionId, userId: principalId, email };
    },
  } satisfies Middleware<{ session: OwnSession; caller: UserCaller }>);

/** The till of a request, as the authorizer has found it. */
export interface OwnTill {
  id: Id;
  merchantId: Id;
  name: string;
  role: TillRole;
}

/** The pipeline of a route of tills, behind the session of a till. @throws NoAccess for a user */
export const tillApi = <Route extends string>(route: Route) =>
  florinApi(route).use({
    before: ({ event, context }) => {
      const {
        principalId: id = '',
        identity,
        merchantId,
        email,
        role,
      } = event.requestContext.authorizer ?? {};
      if (identity !== 'till') throw new NoAccess('Only a till may do this');
      context.till = { id, merchantId, name: email, role };
    },
  } satisfies Middleware<{ till: OwnTill; caller: UserCaller }>);

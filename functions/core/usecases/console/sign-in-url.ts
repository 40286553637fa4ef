import { consoleUrl } from '#aws/console-url.ts';

/** The token is in the fragment, which browsers send to no server, neither in a request nor in a `Referer`. */
export const signInUrl = (token: string): string => `${consoleUrl}/#/sign-in/${token}`;

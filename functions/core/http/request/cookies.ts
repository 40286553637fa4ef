import { headerValues } from './headers.ts';

type Values = Parameters<typeof headerValues>[0];

/**
 * The value of a cookie. A browser sends each `__Host-` cookie once. If a request has the cookie twice, it does not
 * come from a browser, and neither value counts.
 */
export function cookieOf(multiValueHeaders: Values, name: string): string | undefined {
  const values = headerValues(multiValueHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/**
 * Makes a `Set-Cookie` header. Scripts cannot read the cookie, and browsers send it only over TLS, only to this host,
 * and only with requests from the same site.
 *
 * @param seconds how long the browser keeps the cookie; 0 deletes the cookie
 */
export const hostCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Strict`;

import { header } from './headers.ts';

/** The parts of a handler's or an authorizer's event that say where the client sent its request. */
interface Event {
  /** The route: `/merchants/{merchantId}`. */
  resource: string;
  headers: Record<string, string | undefined> | null;
  requestContext: {
    /** The path that the client requested, with the stage or the base path of a custom domain. */
    path: string;
    domainName?: string | undefined;
  };
}

/** The origin as the client sees it: `https://api.example.com`. */
export function originOf({ headers, requestContext }: Event): string {
  const protocol = header({ headers: headers ?? {} }, 'x-forwarded-proto') ?? 'https';
  // Some events have no domain name. The `Host` header then has the same value.
  return `${protocol}://${requestContext.domainName ?? header({ headers: headers ?? {} }, 'host')}`;
}

/** The URL before the route's own path, including the stage or the base path of a custom domain if present. */
export const baseUrl = (event: Event): string => originOf(event) + basePath(event);

/** The path before the route's own one: empty, or `/<stage>`, without a trailing slash. */
export function basePath({ resource, requestContext }: Pick<Event, 'resource' | 'requestContext'>): string {
  const prefix = segments(requestContext.path);
  prefix.length -= segments(resource).length;
  return prefix.map((segment) => `/${segment}`).join('');
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);

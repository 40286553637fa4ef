import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Caller, UserRequest } from '#domain/caller.ts';
import { deviceOf } from '#domain/console/device.ts';
import { may } from '#domain/merchants/roles.ts';
import { NoAccess } from '#domain/outcome.ts';
import type { Middleware } from '../middleware.ts';
import { header } from './headers.ts';

/**
 * Gives the handler the caller that the authorizer found. On routes without credentials, the caller is an app without
 * an id.
 *
 * @throws NoAccess for a till on a route that tills may not call
 */
export const identity = (): Middleware<{ caller: Caller; body?: unknown }> => ({
  before: ({ event, context }) => {
    const { principalId: id = '', identity: kind, role } = event.requestContext.authorizer ?? {};
    const route = routeOf(event.httpMethod, event.resource);
    if (kind !== 'user' && kind !== 'till') {
      context.caller = { kind: 'app', id, route, address: event.requestContext.identity.sourceIp };
      return;
    }
    // Some routes of users belong to no merchant, so they check no membership. Tills may call none of them.
    if (kind === 'till' && !may(role, route)) throw new NoAccess('Your role does not allow this');
    context.caller = { kind, id, route, request: requestOf(event, () => context.body) };
  },
});

/**
 * The name that a route has in the merchants' API. The console serves the same routes below `/api`, and `HEAD` counts
 * as `GET`.
 */
const routeOf = (method: string, resource: string): string =>
  `${method === 'HEAD' ? 'GET' : method} ${resource.replace(/^\/api(?=\/)/, '')}`;

const requestOf = (event: APIGatewayProxyEvent, body: () => unknown): UserRequest => ({
  id: event.requestContext.requestId,
  email: String(event.requestContext.authorizer?.email ?? ''),
  stepUps: {
    proven: timeOf(event.requestContext.authorizer?.proven),
    mailed: timeOf(event.requestContext.authorizer?.mailed),
  },
  address: event.requestContext.identity.sourceIp,
  device: deviceOf(header(event, 'user-agent') ?? ''),
  params: Object.fromEntries(
    Object.entries(event.pathParameters ?? {}).map(([name, value = '']) => [name, value]),
  ),
  body,
});

/** Reads a time of the session from the authorizer's context, which API Gateway passes on as text. */
const timeOf = (value: unknown): number | undefined => (value ? Number(value) : undefined);

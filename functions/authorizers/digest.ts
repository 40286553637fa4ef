import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { numberVariable } from '#aws/environment.ts';
import { headerValues } from '#http/request/headers.ts';
import { originOf } from '#http/request/url.ts';
import { authenticate, type Means } from '#http-auth/authenticate.ts';
import { nonceLifetime } from '#http-auth/nonce.ts';
import { logRefusal } from '#observability/request-log.ts';
import { useNonce } from '#store/nonces.ts';
import { login } from '#vault/login.ts';
import { policy } from './policy.ts';

const means: Means = {
  login: login.current,
  newerLogin: login.newerThan,
  useNonce: ({ text, expires }, nc) => useNonce(text, nc.toLowerCase(), expires),
  now: Date.now,
  lifetime: numberVariable('FLORIN_NONCE_SECONDS', nonceLifetime),
};

/** API Gateway takes the body of the gateway response from this context, and the header from `challenge`. */
const refusal = { name: 'code', copy: 'message', message: 'Credentials are missing or not valid' };

/**
 * Guards `/api` with HTTP Basic and Digest. A refused client gets a challenge in a header of the gateway response,
 * which API Gateway takes from the authorizer's context (design.md, decision 1). So the authorizer always returns a
 * policy, for this one request.
 */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const { httpMethod, requestContext, multiValueHeaders, multiValueQueryStringParameters, methodArn } = event;
  const authorization = headerValues(multiValueHeaders, 'authorization');
  const authenticated = await authenticate(
    {
      method: httpMethod,
      origin: originOf(event),
      // The path must include the stage or base path, as the client has signed it. An emulator leaves it out
      // (test/deploy/differences.ts).
      path: requestContext.path ?? `/${requestContext.stage}${event.path}`,
      query: (multiValueQueryStringParameters ?? {}) as Record<string, string[]>,
      authorization,
    },
    means,
  );
  if ('username' in authenticated) return policy(authenticated.username, 'Allow', methodArn);
  // A client of Digest first asks without credentials.
  if (authorization.length > 0) logRefusal(refusal.message, methodArn, requestContext.requestId);
  return { ...policy('nobody', 'Deny', methodArn), context: { ...authenticated, ...refusal } };
}

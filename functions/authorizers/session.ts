import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { cookieOf } from '#http/request/cookies.ts';
import { cookies, missingHeader, senderOf } from '#http/routes/console-api.ts';
import { logRefusal } from '#observability/request-log.ts';
import { sessionOf } from '#usecases/console/sessions.ts';
import { tillOf } from '#usecases/console/tills.ts';
import { policy } from './policy.ts';

/**
 * Identifies the user of the console, or a till, by the session's cookie. API Gateway caches nothing, so that a session that is
 * ended does not serve another request. A request without the console's header is refused, as another site may have
 * caused it.
 */
export async function handler({
  headers,
  multiValueHeaders,
  methodArn,
  requestContext,
}: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const refuse = (message: string, cookie?: string) => {
    // A browser without a cookie has not tried anything.
    if (cookie) logRefusal(message, methodArn, requestContext.requestId);
    return { ...policy('nobody', 'Deny', methodArn), context: { message } };
  };
  const sender = senderOf(headers);
  if (!sender) return refuse(missingHeader);
  if (sender === 'till') {
    const cookie = cookieOf(multiValueHeaders, cookies.till);
    const till = await tillOf(cookie);
    if (!till) return refuse('Pair this device', cookie);
    const { id, merchantId, name: email, role } = till;
    return { ...policy(id, 'Allow', methodArn), context: { identity: 'till', merchantId, email, role } };
  }
  const cookie = cookieOf(multiValueHeaders, cookies.session);
  const session = await sessionOf(cookie);
  if (!session) return refuse('Sign in', cookie);
  const { id: sessionId, userId, email, proven = 0, mailed = 0 } = session;
  const context = { identity: 'user', sessionId, email, proven, mailed };
  return { ...policy(userId, 'Allow', methodArn), context };
}

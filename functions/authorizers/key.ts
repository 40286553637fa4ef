import type { APIGatewayRequestAuthorizerEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { headerValues } from '#http/request/headers.ts';
import { logRefusal } from '#observability/request-log.ts';
import { findKey } from '#store/merchants/apps.ts';
import { noteUse } from '#usecases/accounts/note-use.ts';
import { policy } from './policy.ts';

/** While a stage changes from an earlier release, API Gateway still sends only the header. */
type Event = APIGatewayRequestAuthorizerEvent | APIGatewayTokenAuthorizerEvent;

/**
 * Identifies the calling app by HTTP Basic, with an empty user name and the API key as password. API Gateway caches the
 * answer by the header, so the policy must cover every route. Handlers check which merchants the app may access.
 */
export async function handler(event: Event) {
  const { methodArn } = event;
  const key = readKey(
    'authorizationToken' in event
      ? event.authorizationToken
      : (headerValues(event.multiValueHeaders, 'authorization').at(-1) ?? ''),
  );
  const found = key && uuid.test(key) ? await findKey(key) : undefined;
  if (found) {
    if ('requestContext' in event) noteUse(found, event.requestContext.identity.sourceIp);
    return policy(found.appId, 'Allow', allRoutes(methodArn));
  }
  const message = key ? unknownKey : noKey;
  logRefusal(message, methodArn);
  // The text of an error would be the same for the client, but Lambda would count each as a failure of the function.
  return { ...policy('nobody', 'Deny', allRoutes(methodArn)), context: { ...refusal, message } };
}

const unknownKey = 'This API key is not known here';
const noKey = 'Send HTTP Basic: empty user name, the API key as password';

/** API Gateway takes the body and the header of the gateway response from this context. */
const refusal = { challenge: 'Basic realm="florin"', name: 'error', copy: 'text' };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the password of a header with an empty user name. The password need not have the form of a key. */
function readKey(header: string): string | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header) ?? [];
  const [user, password] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(/:(.*)/s);
  return user === '' && password ? password.toLowerCase() : undefined;
}

/** Every route of this stage of the API. */
function allRoutes(methodArn: string): string {
  const [api = '', stage = ''] = methodArn.split('/');
  return `${api}/${stage}/*`;
}

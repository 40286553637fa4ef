import type { APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { logRefusal } from '#observability/request-log.ts';
import { appOfKey } from '#store/merchants/apps.ts';
import { policy } from './policy.ts';

/**
 * Identifies the calling app by HTTP Basic, with an empty user name and the API key as password. API Gateway caches the
 * answer by the header, so the policy must cover every route. Handlers check which merchants the app may access.
 */
export async function handler({ authorizationToken, methodArn }: APIGatewayTokenAuthorizerEvent) {
  const key = readKey(authorizationToken);
  const appId = key && uuid.test(key) ? await appOfKey(key) : undefined;
  if (appId) return policy(appId, 'Allow', allRoutes(methodArn));
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

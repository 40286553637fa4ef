import { AwsClient } from 'aws4fetch';

const env = process.env;

/** The services that functions call beside DynamoDB, by the name they are signed with. */
export type Service = 'kms' | 'secretsmanager' | 'ses' | 'sqs';

/** Host names differ from the names that requests are signed with. */
const hosts: Partial<Record<Service, string>> = { ses: 'email' };

/**
 * One signed request to an AWS service. A function needs one or two actions of a service; its client in the SDK
 * would make the function three times as large. Endpoints can be set as for the SDK, `AWS_ENDPOINT_URL_SQS`.
 *
 * @returns the answer's status and JSON; errors of the service are the caller's to judge
 */
export async function callAws<T>(
  service: Service,
  request: { path?: string; headers: Record<string, string>; body: unknown },
): Promise<{ ok: boolean; status: number; body: T & { __type?: string } }> {
  const client = new AwsClient({
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: env.AWS_SESSION_TOKEN,
    region: env.AWS_REGION,
    service,
  });
  const endpoint =
    env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
    env.AWS_ENDPOINT_URL ??
    `https://${hosts[service] ?? service}.${env.AWS_REGION}.amazonaws.com`;
  const response = await client.fetch(endpoint + (request.path ?? '/'), {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify(request.body),
  });
  const text = await response.text();
  return { ok: response.ok, status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** The headers of services that speak AWS's JSON protocol: the action is named in a header. */
export const jsonAction = (target: string, version: '1.0' | '1.1' = '1.1') => ({
  'content-type': `application/x-amz-json-${version}`,
  'x-amz-target': target,
});

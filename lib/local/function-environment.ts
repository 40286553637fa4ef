import { randomBytes } from 'node:crypto';
import { credentials } from './dynamodb/engine.ts';
import { signingKeyFrom } from './signing-key.ts';
import type { StartOptions } from './start-options.ts';
import { region } from './template.ts';

/**
 * The default credentials of the hello-world service. Everybody who can reach this machine's `localhost` knows them.
 */
export const defaultCredentials = 'florin:florin';

/** Makes the environment of a function as Lambda would, with addresses of this machine in place of AWS. */
export function functionEnvironment(
  dynamodb: string,
  {
    sealKey = randomBytes(32).toString('base64'),
    helloCredentials = defaultCredentials,
    stackTraces = true,
  }: StartOptions,
): Record<string, string> {
  const own = ['HOME', 'LANG', 'NODE_ENV', 'PATH', 'TMPDIR'];
  // An empty variable counts as not set.
  const passed = Object.entries(process.env).filter(
    ([name, value]) => value && (name.startsWith('FLORIN_') || own.includes(name)),
  );
  return {
    ...(Object.fromEntries(passed) as Record<string, string>),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_DEFAULT_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: dynamodb,
    AWS_REGION: region,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    DYNAMODB_ENDPOINT: dynamodb,
    HELLO_CREDENTIALS: helloCredentials,
    SEAL_KEY: sealKey,
    LEDGER_KEY: sealKey && signingKeyFrom(sealKey),
    STACK_TRACES: stackTraces ? '1' : '0',
    TZ: ':UTC',
    // Webhooks may go to a merchant's server on this machine.
    WEBHOOK_REACH: process.env.WEBHOOK_REACH || 'any',
    // A server on this machine is the developer's own, so it need not answer the challenge of a new webhook.
    WEBHOOK_CHALLENGE:
      process.env.WEBHOOK_CHALLENGE || (process.env.WEBHOOK_REACH === 'public' ? 'on' : 'off'),
  };
}

/** The variables of the AWS SDK with the endpoints of the services that this machine stands in for. */
export const awsEndpointNames = ['SQS', 'SES', 'SESV2', 'KMS'].map(
  (service) => `AWS_ENDPOINT_URL_${service}`,
);

/** The variables with the endpoints of the services, unless the environment of this process sets others. */
export function awsEndpoints(url: string): Record<string, string> {
  return Object.fromEntries(awsEndpointNames.map((name) => [name, process.env[name] || url]));
}

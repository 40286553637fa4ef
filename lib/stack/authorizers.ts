import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { allow } from './allow.ts';
import type { StackContext } from './context.ts';
import { type FunctionDefinition, makeFunction } from './function.ts';
import { unset } from './unset.ts';

/** A Lambda authorizer, as the APIs refer to it. */
export interface Authorizer {
  name: string;
  /** Sees the value of one header, or the whole request. */
  type: 'token' | 'request';
  /** Without which API Gateway refuses a request by itself. */
  header?: string;
  /** How long API Gateway keeps a result; 0: not at all. */
  cacheSeconds: number;
  function: IFunction;
}

const key: FunctionDefinition = { entry: 'authorizers/key', table: ['GetItem'] };
const digest: FunctionDefinition = { entry: 'authorizers/digest', table: ['PutItem'] };

/** The entries of the authorizers, to be bundled with the routes'. */
export const authorizerEntries = [key.entry, digest.entry];

/**
 * Identifies the calling app by the API key in the `Authorization` header. The result is cached by the header for five
 * minutes. It names the app and never its merchants, so that revoked access still ends at once (design.md, decision
 * 1).
 */
export function makeKeyAuthorizer(scope: Construct, context: StackContext): Authorizer {
  const name = 'KeyAuthorizer';
  return {
    name,
    type: 'token',
    header: 'Authorization',
    cacheSeconds: 300,
    function: makeFunction(scope, name, key, context),
  };
}

/**
 * Whether the caller of `/api` knows the password, by HTTP Basic or Digest. Not cached, as a Digest answer is good for
 * one request; and without a header that must be there, since API Gateway would answer who sends none with a 401 of its
 * own, which has no nonce.
 */
export function makeDigestAuthorizer(
  scope: Construct,
  context: StackContext,
  { secretArn }: Secret,
): Authorizer {
  const name = 'DigestAuthorizer';
  const definition: FunctionDefinition = {
    ...digest,
    statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
    environment: { HELLO_SECRET: secretArn, HELLO_CREDENTIALS: unset },
  };
  return { name, type: 'request', cacheSeconds: 0, function: makeFunction(scope, name, definition, context) };
}

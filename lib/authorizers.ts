import { Duration } from 'aws-cdk-lib';
import {
  type CfnAuthorizer,
  type IAuthorizer,
  RequestAuthorizer,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { allow, type House, makeFunction, unset, type Work } from './function.ts';

const key: Work = { entry: 'authorizers/key', table: ['GetItem'] };
const digest: Work = { entry: 'authorizers/digest', table: ['PutItem'] };

/** The entries of the authorizers, to be bundled with the routes'. */
export const authorizerEntries = [key.entry, digest.entry];

/**
 * Who is calling, by the API key in the `Authorization` header. Cached by the header for five minutes: it says
 * only which app it is, never which merchants the app may touch, so that revoked access still ends at once
 * (design.md, decision 1).
 */
export function makeKeyAuthorizer(scope: Construct, house: House): IAuthorizer {
  return new TokenAuthorizer(scope, 'ApiKey', {
    authorizerName: 'KeyAuthorizer',
    handler: makeFunction(scope, 'KeyAuthorizer', key, house),
    identitySource: 'method.request.header.Authorization',
    resultsCacheTtl: Duration.minutes(5),
  });
}

/**
 * Whether the caller of `/api` knows the password, by HTTP Basic or Digest. Not cached, as a Digest answer is good for
 * one request; and without an identity source, since API Gateway would answer who sends no header at all with a 401
 * of its own, which has no nonce.
 */
export function makeDigestAuthorizer(scope: Construct, house: House, { secretArn }: Secret): IAuthorizer {
  const work: Work = {
    ...digest,
    statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
    environment: { HELLO_SECRET: secretArn, HELLO_CREDENTIALS: unset },
  };
  const authorizer = new RequestAuthorizer(scope, 'Digest', {
    authorizerName: 'DigestAuthorizer',
    handler: makeFunction(scope, 'DigestAuthorizer', work, house),
    identitySources: [],
    resultsCacheTtl: Duration.seconds(0),
  });
  // CDK writes an empty one.
  (authorizer.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
  return authorizer;
}

import { Duration } from 'aws-cdk-lib';
import { type IAuthorizer, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { type House, makeFunction, type Work } from './function.ts';

const key: Work = { entry: 'authorizers/key', table: ['GetItem'] };

/** The entries of the authorizers, to be bundled with the routes'. */
export const authorizerEntries = [key.entry];

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

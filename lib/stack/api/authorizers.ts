import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { type FunctionDefinition, makeFunction } from '../function.ts';
import { laptopVariable } from '../laptop-variable.ts';
import { makeAlias } from '../release/releases.ts';
import { type Callee, makeCallee } from './invokers.ts';

/** A Lambda authorizer, as the documents of the APIs name it. */
export interface Authorizer {
  name: string;
  /** The authorizer gets the whole request, without its body. */
  type: 'request';
  /** The header that a request must have, by which results are cached. API Gateway itself refuses a request without it. */
  header?: string;
  /** The time for which API Gateway remembers a result, in seconds; 0 if it remembers none. */
  cacheSeconds: number;
  function: Callee;
}

const key: FunctionDefinition = { entry: 'authorizers/key', table: ['GetItem'] };
const digest: FunctionDefinition = { entry: 'authorizers/digest', table: ['PutItem'] };
const session: FunctionDefinition = { entry: 'authorizers/session', table: ['GetItem', 'UpdateItem'] };

/** The entry files of the authorizers, which are bundled with those of the routes. */
export const authorizerEntries = [key.entry, digest.entry, session.entry];

/**
 * Identifies the calling app by the API key in the `Authorization` header. The result is cached by the header for five
 * minutes. It names the app and never its merchants, so that revoked access still ends at once (design.md, decision
 * 1).
 */
export function makeKeyAuthorizer(context: StackContext): Authorizer {
  const name = 'KeyAuthorizer';
  const definition = { ...key, statements: [mayNoteUses(context)] };
  return {
    name,
    type: 'request',
    header: 'Authorization',
    cacheSeconds: 300,
    function: makeAuthorizerFunction(name, definition, context, context.stage.warmAuthorizer),
  };
}

/** Every request of an app passes this function, so it may write only the last use of apps and keys, and nothing else of them. */
const mayNoteUses = ({ table }: StackContext) =>
  allow(['dynamodb:UpdateItem'], table.tableArn, {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['app#*', 'key#*'] },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'used'] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
  });

/**
 * Checks the password of `/api`, by HTTP Basic or Digest. API Gateway remembers no result, since a Digest answer is
 * valid for one request. It also requires no header: otherwise it would answer a request without one by a 401 of its
 * own, which has no nonce.
 */
export function makeDigestAuthorizer(context: StackContext, { secretArn }: Secret): Authorizer {
  const name = 'DigestAuthorizer';
  const definition: FunctionDefinition = {
    ...digest,
    statements: [allow(['secretsmanager:GetSecretValue'], secretArn)],
    environment: { HELLO_SECRET: secretArn, HELLO_CREDENTIALS: laptopVariable },
  };
  return {
    name,
    type: 'request',
    cacheSeconds: 0,
    function: makeAuthorizerFunction(name, definition, context),
  };
}

/**
 * Identifies the user of the console by the session in the request's cookie. API Gateway remembers no result, so that a
 * session that is ended does not serve another request.
 */
export function makeSessionAuthorizer(context: StackContext): Authorizer {
  const name = 'SessionAuthorizer';
  return {
    name,
    type: 'request',
    cacheSeconds: 0,
    function: makeAuthorizerFunction(name, session, context),
  };
}

/** @param warm the number of environments that Lambda keeps ready; absent for none */
function makeAuthorizerFunction(
  id: string,
  definition: FunctionDefinition,
  context: StackContext,
  warm?: number,
): Callee {
  const made = makeFunction(id, definition, context);
  const called = warm === undefined || context.stage.standby ? made : makeAlias(id, made, warm);
  return makeCallee(id, definition.entry, called, context);
}

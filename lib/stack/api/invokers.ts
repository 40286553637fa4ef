import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import { setLogicalId } from '../logical-id.ts';

/**
 * The most functions of a role. IAM limits the policies of a role to 10,240 characters, and the ARN of a function has
 * up to 120.
 */
const most = 80;

/**
 * Makes a role with which API Gateway may call these functions and nothing else. One role replaces a permission for
 * each method, which would count towards the 500 resources of a CloudFormation stack.
 *
 * @throws for more functions than a role has room for, before a deploy finds out
 */
export function makeInvoker(scope: Construct, id: string, functions: readonly IFunction[]): Role {
  if (functions.length > most) throw new Error(`${id} may call at most ${most} functions: split it`);
  const call = allow(
    ['lambda:InvokeFunction'],
    functions.map(({ functionArn }) => functionArn),
  );
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [call] }) },
  });
  setLogicalId(role, id);
  return role;
}

import type { APIGatewayAuthorizerResult } from 'aws-lambda';

/** The answer of an authorizer: whether a principal may call `Resource`, an ARN of API methods. */
export const policy = (
  principalId: string,
  Effect: 'Allow' | 'Deny',
  Resource: string,
): APIGatewayAuthorizerResult => ({
  principalId,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }],
  },
});

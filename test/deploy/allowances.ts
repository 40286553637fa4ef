/** Changes of the account that Florin needs because the emulator differs from AWS. differences.ts explains each change. */
import type { Account } from './account.ts';

/** Removes the policy that demands TLS from the bootstrap bucket. */
export async function allowPlainHttp(account: Account): Promise<void> {
  await account.aws('s3', { path: `/${await account.bootstrapBucket()}?policy`, method: 'DELETE' });
}

/** Lets the authorizer of the hello-world service read its secret, by its ARN. */
export async function allowSecret(account: Account): Promise<void> {
  const SecretId = await account.sandbox.physical('HelloSecret');
  const { ARN } = await account.secrets('DescribeSecret', { SecretId });
  const statement = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: ARN };
  await account.iam({
    Action: 'PutRolePolicy',
    RoleName: await account.sandbox.physical('DigestAuthorizerRole'),
    PolicyName: 'emulated',
    PolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
  });
}

/** Turns on point-in-time recovery of the sandbox's table, which the template asks for. */
export async function allowRestore(account: Account): Promise<void> {
  const TableName = await account.sandbox.physical('Table');
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await account.dynamodb('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification });
}

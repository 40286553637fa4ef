import { SecretValue, Validations } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { type AcquirerName, acquirerNames } from '../../../functions/core/acquirer/names.ts';
import { allow } from '../allow.ts';
import type { StackContext } from '../context.ts';
import { laptopVariable } from '../laptop-variable.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

/**
 * Makes the secret that holds the keys of the acquirer: `{"apiKey": "…", "webhookSecrets": ["…"]}`. It is empty at
 * first. The owner of the acquirer account fills it in (docs/live-payments.md) and can change it without a deployment.
 */
export function makeAcquirerSecret(scope: Construct, { name, acquirer, removalPolicy }: Stage): Secret {
  const secret = new Secret(scope, 'AcquirerSecret', {
    description: `Keys of Florin’s account at ${acquirer}, ${name}`,
    secretStringValue: SecretValue.unsafePlainText('{"apiKey":"","webhookSecrets":[]}'),
    removalPolicy,
  });
  setLogicalId(secret, 'AcquirerSecret');
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The acquirer makes these keys, and its account’s owner changes them there and here.',
  });
  return secret;
}

/**
 * The variables with the address of a stand-in for the acquirer, on a laptop. In AWS they are empty, and the adapter
 * uses the acquirer's own address.
 */
export const acquirerAddress: Record<string, string> = Object.fromEntries(
  acquirerNames.map((name) => [`${prefixOf(name)}_URL`, laptopVariable]),
);

/**
 * The variables of a function that calls the acquirer. On a laptop they hold the keys themselves, in AWS the name of
 * the secret.
 */
export const acquirerVariables = ({ stage, acquirerSecret }: StackContext): Record<string, string> => ({
  ...Object.fromEntries(
    acquirerNames.flatMap((name) => [
      [`${prefixOf(name)}_SECRET`, (name === stage.acquirer && acquirerSecret?.secretArn) || laptopVariable],
      [`${prefixOf(name)}_CREDENTIALS`, laptopVariable],
    ]),
  ),
  ...acquirerAddress,
});

/** The variables of an adapter begin with its name. */
function prefixOf(name: AcquirerName): string {
  return name.toUpperCase();
}

export const mayReadAcquirerSecret = ({ acquirerSecret }: StackContext): PolicyStatement[] =>
  acquirerSecret ? [allow(['secretsmanager:GetSecretValue'], acquirerSecret.secretArn)] : [];

/**
 * The permission to change the acquirer's keys: an operator's job adds the signing secret of a webhook endpoint that
 * it makes.
 */
export const mayStoreAcquirerSecret = ({ acquirerSecret }: StackContext): PolicyStatement[] =>
  acquirerSecret ? [allow(['secretsmanager:PutSecretValue'], acquirerSecret.secretArn)] : [];

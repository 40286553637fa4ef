import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

/** Makes the key that encrypts the keys of sealed card tokens. It never leaves KMS, which rotates it every year. */
export function makeSealKey(scope: Construct, { removalPolicy }: Stage): Key {
  const key = new Key(scope, 'SealKey', {
    description: 'Seals the card tokens, challenges and hints of Florin',
    enableKeyRotation: true,
    policy: new PolicyDocument({ statements: [administration, use] }),
    removalPolicy,
  });
  setLogicalId(key, 'SealKey');
  return key;
}

/*
 * CDK's own key policy gives the account `kms:*`. This one names what an administrator needs, so that nobody
 * gets grants or imports of key material by way of a broad role. In the policy of a key,
 * `Resource: *` means that key.
 */
const administration = new PolicyStatement({
  principals: [new AccountRootPrincipal()],
  actions: [
    'kms:DescribeKey',
    'kms:UpdateKeyDescription',
    'kms:EnableKey',
    'kms:DisableKey',
    'kms:GetKeyPolicy',
    'kms:PutKeyPolicy',
    'kms:ListKeyPolicies',
    'kms:GetKeyRotationStatus',
    'kms:EnableKeyRotation',
    'kms:DisableKeyRotation',
    'kms:RotateKeyOnDemand',
    'kms:ListKeyRotations',
    'kms:ListResourceTags',
    'kms:TagResource',
    'kms:UntagResource',
    'kms:ScheduleKeyDeletion',
    'kms:CancelKeyDeletion',
  ],
  resources: ['*'],
});

/**
 * Leaves the decision to the roles of this account: the role of each function states whether the function may seal,
 * open or both.
 */
const use = new PolicyStatement({
  principals: [new AccountRootPrincipal()],
  actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
  resources: ['*'],
});

import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StackContext } from '../context.ts';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

const description = 'Seals the card tokens, challenges and hints of Florin';

/**
 * Makes the key that encrypts the keys of sealed card tokens. It never leaves KMS, which rotates it every year. In a second
 * region it is a replica, which decrypts the tokens of the first region.
 */
export function makeSealKey(
  scope: Construct,
  { multiRegionKey, removalPolicy }: Stage,
): StackContext['sealKey'] {
  const statements = multiRegionKey ? [administration, use, replication] : [administration, use];
  const policy = new PolicyDocument({ statements });
  if (multiRegionKey?.primary) {
    const replica = new CfnReplicaKey(scope, 'SealKeyReplica', {
      description,
      primaryKeyArn: multiRegionKey.primary,
      keyPolicy: policy,
    });
    replica.overrideLogicalId('SealKeyReplica');
    replica.applyRemovalPolicy(removalPolicy);
    return { keyId: replica.ref, keyArn: replica.attrArn };
  }
  const key = new Key(scope, 'SealKey', {
    description,
    enableKeyRotation: true,
    multiRegion: multiRegionKey && true,
    policy,
    removalPolicy,
  });
  setLogicalId(key, 'SealKey');
  return key;
}

/*
 * CDK's own key policy gives the account `kms:*`. This policy lists only the actions that an administrator needs, so
 * that a broad role does not allow grants or imports of key material. In the policy of a key, `Resource: *` means
 * that key.
 */
export const administration = new PolicyStatement({
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

/** Lets an administrator make the replica, and make it the primary one when the first region is lost. */
const replication = new PolicyStatement({
  principals: [new AccountRootPrincipal()],
  actions: ['kms:ReplicateKey', 'kms:UpdatePrimaryRegion'],
  resources: ['*'],
});

/**
 * Leaves the decision to the roles of this account: the role of each function states whether the function may seal tokens,
 * decrypt them, or both.
 */
const use = new PolicyStatement({
  principals: [new AccountRootPrincipal()],
  actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
  resources: ['*'],
});

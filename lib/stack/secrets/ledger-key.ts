import { AccountRootPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';
import { administration } from './seal-key.ts';

/**
 * Makes the key that signs the seals of ledgers. The private key never leaves KMS. KMS does not rotate such keys by itself,
 * and auditors keep the public key of each day.
 */
export function makeLedgerKey(scope: Construct, { removalPolicy }: Stage): Key {
  const key = new Key(scope, 'LedgerKey', {
    description: 'Signs the seals of the ledgers of Florin',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    policy: new PolicyDocument({ statements: [administration, use] }),
    removalPolicy,
  });
  setLogicalId(key, 'LedgerKey');
  return key;
}

/** Leaves the decision to the roles of this account: only the role of the job that seals may sign. */
const use = new PolicyStatement({
  principals: [new AccountRootPrincipal()],
  actions: ['kms:Sign', 'kms:GetPublicKey'],
  resources: ['*'],
});

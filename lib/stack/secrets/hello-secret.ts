import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { setLogicalId } from '../logical-id.ts';
import type { Stage } from '../stage.ts';

/**
 * The credentials of the hello-world service: `{"username": "florin", "password": "…"}`. AWS generates the password of
 * letters and digits only, so that it needs no escape in a header, a URL or a shell, and has no colon (RFC 7617,
 * section 2).
 */
export function makeHelloSecret(scope: Construct, { removalPolicy }: Stage): Secret {
  const secret = new Secret(scope, 'HelloSecret', {
    description: 'Username and password of the hello-world service of Florin',
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ username: 'florin' }),
      generateStringKey: 'password',
      passwordLength: 32,
      excludePunctuation: true,
    },
    removalPolicy,
  });
  setLogicalId(secret, 'HelloSecret');
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'People use it: one that changed by itself would lock them out. Its owner changes it, and tells them.',
  });
  return secret;
}

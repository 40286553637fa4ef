import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { setLogicalId } from './logical-id.ts';
import type { Stage } from './stage.ts';

/**
 * Who may use the hello-world service: `{"username": "florin", "password": "…"}`. AWS makes the password, of letters
 * and digits only, so that it needs no escape in a header, a URL or a shell, and has no colon (RFC 7617, section 2).
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
  return secret;
}

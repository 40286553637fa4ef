import { hkdfSync, randomUUID } from 'node:crypto';
import { requireVariable } from '#aws/environment.ts';
import type { Login } from '#digest/authenticate.ts';
import { cachedSecret } from './cached-secret.ts';
import { readSecret, type Secret } from './secret.ts';

/** `user:password`, on a laptop; in AWS there is none, and a secret holds them. */
const local = process.env.HELLO_CREDENTIALS;

/** The user name and password of the hello-world service. */
export const login = cachedSecret(local ? localLogin : secretLogin(requireVariable('HELLO_SECRET')));

function secretLogin(id: string): () => Promise<Login> {
  return async () => {
    const secret = await readSecret(id);
    const { username, password } = JSON.parse(secret.value);
    return { username, password, nonceKey: nonceKeyOf(secret) };
  };
}

const version = randomUUID();

async function localLogin(): Promise<Login> {
  const [username = '', password = ''] = local?.split(/:(.*)/s) ?? [];
  return { username, password, nonceKey: nonceKeyOf({ value: password, version }) };
}

/**
 * The same in every Lambda environment, so that a nonce of one is known in another (HKDF, RFC 5869). The version is
 * in it because nonces are public: with the password alone, whoever has one could try passwords on it, without us.
 */
const nonceKeyOf = ({ value, version }: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', value, version, 'florin nonce', 32));

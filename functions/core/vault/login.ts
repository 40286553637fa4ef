import { hkdfSync, randomUUID } from 'node:crypto';
import { requireVariable } from '#aws/environment.ts';
import type { Login } from '#http-auth/authenticate.ts';
import { cachedSecret } from './cached-secret.ts';
import { readSecret, type Secret } from './secret.ts';

/** `user:password`. Only a laptop sets this variable. In AWS the variable is empty, and Secrets Manager has both. */
const local = process.env.HELLO_CREDENTIALS;

/** The user name and password of the hello-world service. */
export const login = cachedSecret(local ? localLogin : secretLogin(requireVariable('HELLO_SECRET')));

function secretLogin(id: string): () => Promise<Login> {
  return async () => {
    const secret = await readSecret(id);
    const { username, password } = JSON.parse(secret.value);
    return loginOf(username, password, secret);
  };
}

const version = randomUUID();

async function localLogin(): Promise<Login> {
  const [username = '', password = ''] = local?.split(/:(.*)/s) ?? [];
  return loginOf(username, password, { value: password, version });
}

/** Clients that send UTF-8 normalize names and passwords to composed characters (form C). */
const loginOf = (username: string, password: string, secret: Secret): Login => ({
  username: username.normalize(),
  password: password.normalize(),
  nonceKey: nonceKeyOf(secret),
});

/**
 * Derives the key that seals nonces (HKDF, RFC 5869). Every Lambda environment derives the same key, so that each
 * accepts nonces of the others. The secret's version is part of the key because nonces are public: if the key
 * depended on the password alone, an attacker with a nonce could try out passwords offline.
 */
const nonceKeyOf = ({ value, version }: Secret): Buffer =>
  Buffer.from(hkdfSync('sha256', value, version, 'florin nonce', 32));

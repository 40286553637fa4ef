import { createHash, timingSafeEqual } from 'node:crypto';
import { type Credentials, readCredentials } from './credentials.ts';
import { responseOf } from './digest-response.ts';
import { makeNonce, type Nonce, verifyNonce } from './nonce.ts';
import { isTarget, type Target } from './target.ts';
import { challenge, realm } from './www-authenticate.ts';

export interface Request extends Target {
  method: string;
  /** The values of all `Authorization` headers. */
  authorization: readonly string[];
}

/** The user name and password that are accepted. */
export interface Login {
  username: string;
  password: string;
  /** The key that seals nonces. */
  nonceKey: Buffer;
}

export interface Means {
  login(): Promise<Login>;
  /** Reads the login again, as it may have changed; undefined if there is no newer one. */
  newerLogin(known: Login): Promise<Login | undefined>;
  /** Records the use of a nonce; false if it was already used with this count. */
  useNonce(nonce: Nonce, nc: string): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The lifetime of a nonce in seconds. */
  lifetime: number;
}

type Authenticated = { username: string } | { challenge: string };

/**
 * `stale`: the credentials are right, but the nonce has expired or was used. The client repeats the request with a new
 * nonce and need not ask its user again.
 */
type Verdict = 'right' | 'wrong' | 'stale';

/** Accepts clients that prove by HTTP Basic or Digest that they know the password. Sends all others a challenge. */
export async function authenticate(request: Request, means: Means): Promise<Authenticated> {
  const credentials = readCredentials(request.authorization);
  let login = await means.login();
  let verdict = credentials ? await judge(credentials, request, login, means) : 'wrong';
  if (credentials && verdict === 'wrong') {
    const newer = await means.newerLogin(login);
    if (newer) {
      login = newer;
      verdict = await judge(credentials, request, login, means);
    }
  }
  return verdict === 'right'
    ? { username: login.username }
    : { challenge: challenge(makeNonce(login.nonceKey, means.now()), verdict === 'stale') };
}

/**
 * Always compares both name and password, so that a wrong name takes as long as a wrong password. The nonce is
 * checked only after the password, so that only a client with the right password learns that a nonce is stale (RFC
 * 7616, section 3.3), and strangers cannot cause writes to the table.
 */
async function judge(
  credentials: Credentials,
  request: Request,
  login: Login,
  { useNonce, now, lifetime }: Means,
): Promise<Verdict> {
  const expected =
    credentials.scheme === 'basic'
      ? login.password
      : responseOf({ ...login, realm }, { ...credentials, method: request.method });
  const given = credentials.scheme === 'basic' ? credentials.password : credentials.response;
  const [knowsName, knowsPassword] = [
    timingSafeEqualTexts(credentials.username, login.username),
    timingSafeEqualTexts(given, expected),
  ];
  if (!knowsName || !knowsPassword) return 'wrong';
  if (credentials.scheme === 'basic') return 'right';

  if (credentials.realm !== realm || !isTarget(credentials.uri, request)) return 'wrong';
  const nonce = verifyNonce(login.nonceKey, credentials.nonce, now(), lifetime);
  return nonce && (await useNonce(nonce, credentials.nc)) ? 'right' : 'stale';
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in a time that reveals neither where they differ nor how long the secret one is. */
const timingSafeEqualTexts = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

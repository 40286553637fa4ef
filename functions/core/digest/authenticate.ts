import { challenge, realm } from './challenge.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { makeNonce, type Nonce, openNonce } from './nonce.ts';
import { responseOf } from './response.ts';
import { isTarget, type Target } from './target.ts';
import { timingSafeEqualTexts } from './timing-safe-equal.ts';

export interface Request extends Target {
  method: string;
  /** Each `Authorization` header. */
  authorization: readonly string[];
}

/** The one who may come in. */
export interface Login {
  username: string;
  password: string;
  /** Seals the nonces. */
  nonceKey: Buffer;
}

export interface Means {
  login(): Promise<Login>;
  /** The login as it may have been changed to in the meantime. */
  newerLogin(known: Login): Promise<Login | undefined>;
  /** Takes note of a nonce's use; false if it was used with this count before. */
  useNonce(nonce: Nonce, nc: string): Promise<boolean>;
  /** Milliseconds since 1970. */
  now(): number;
  /** How long a nonce is good for, in seconds. */
  lifetime: number;
}

export type Authenticated = { username: string } | { challenge: string };

/** Right, but with a nonce that is no good any more: the client need not ask its user again. */
type Verdict = 'right' | 'wrong' | 'stale';

/** Lets in who proves to know the password, by HTTP Basic or Digest; tells everybody else how to. */
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
 * A wrong name takes what a wrong password takes: both are compared, always. Only who knows the password gets as
 * far as the nonce, and hears that it was stale (RFC 7616, section 3.3); so nobody else can make us write.
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
  const nonce = openNonce(login.nonceKey, credentials.nonce, now(), lifetime);
  return nonce && (await useNonce(nonce, credentials.nc)) ? 'right' : 'stale';
}

import { type Client, createClient } from '../../florin/src/index.ts';
import { type Input, text } from './command.ts';
import { UsageError } from './failures.ts';
import { plain } from './output.ts';
import { type Profile, readProfile } from './profiles.ts';

/** A Florin, and the access to it. */
export interface Account {
  baseUrl: string;
  key: string;
  florin: Client;
  /** The profile that has the key; absent if the environment has it. */
  profile?: Profile;
}

export const localUrl = 'http://localhost:3000';

export function profileName(input: Input): string {
  const name = text(input, 'profile') ?? input.env.FLORIN_PROFILE ?? 'default';
  if (!/^[\w.-]{1,50}$/.test(name) || name === '__proto__')
    throw new UsageError('The name of a profile has letters, digits, dots and dashes.');
  return name;
}

/** The address in the environment. `FLORIN_BASE_URL` is the name that the examples and shops use. */
export const urlIn = (env: NodeJS.ProcessEnv): string | undefined => {
  const url = env.FLORIN_URL || env.FLORIN_BASE_URL;
  return url ? cleanUrl(url) : undefined;
};

/** @throws UsageError without the address in its message, which may have a password */
export function cleanUrl(address: string): string {
  let url: URL | undefined;
  try {
    url = new URL(address);
  } catch {}
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new UsageError(
      'The address of Florin must be an http or https URL without user, query and fragment.',
    );
  // `href` keeps an empty `?` or `#` at the end, and the path of a request would become a part of it.
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

export const isLocal = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/**
 * Finds the key: `FLORIN_KEY`, or that of the profile. A profile's key is sent only to the profile's address, so that
 * a variable of another project cannot send the key elsewhere.
 */
export function accountOf(input: Input): Account {
  const { env } = input;
  const url = urlIn(env);
  if (env.FLORIN_KEY) return accountAt(url ?? localUrl, env.FLORIN_KEY);
  const name = profileName(input);
  const profile = readProfile(name, env);
  if (!profile)
    throw new UsageError(
      `There is no key for profile ${name}. \`florin login\` keeps one, FLORIN_KEY and FLORIN_URL set one for now, and \`florin fixtures\` makes a test merchant with one.`,
    );
  if (url && url !== profile.baseUrl)
    throw new UsageError(
      `FLORIN_URL is ${url}, but the key of profile ${name} belongs to ${profile.baseUrl}. Set FLORIN_KEY, too, or choose another profile.`,
    );
  return { ...accountAt(profile.baseUrl, profile.key), profile };
}

/** Whether neither the environment nor the profile has a key. */
export const hasNoKey = (input: Input): boolean =>
  !input.env.FLORIN_KEY && readProfile(profileName(input), input.env) === undefined;

/** The address for a command that needs no key: from the environment, from the profile, or of this machine. */
export const addressOf = (input: Input): string =>
  urlIn(input.env) ?? (hasNoKey(input) ? localUrl : accountOf(input).baseUrl);

/** The account for an address; undefined if the key belongs to another one. */
export function accountFor(input: Input, baseUrl: string): Account | undefined {
  const account = hasNoKey(input) ? undefined : accountOf(input);
  return account?.baseUrl === baseUrl ? account : undefined;
}

export const accountAt = (baseUrl: string, key: string): Account => ({
  baseUrl,
  key,
  florin: createClient({ baseUrl, key }),
});

/** The merchant of a command: named by flag, environment or profile, or the only one of the app. */
export async function merchantOf(input: Input, { florin, profile }: Account): Promise<string> {
  const named = text(input, 'merchant') ?? (input.env.FLORIN_MERCHANT || profile?.merchantId);
  if (named) return named;
  const { id } = await florin.apps.me();
  const merchants = await florin.merchants.list(id, { limit: 10 }).page();
  const [only] = merchants;
  if (only && merchants.length === 1) return only.id;
  throw new UsageError(
    only
      ? `The app has several merchants; name one with --merchant:\n${merchants.map((one) => `  ${one.id}  ${plain(one.name ?? one.descriptor)}`).join('\n')}`
      : 'The app has no merchant. `florin fixtures` makes a test merchant.',
  );
}

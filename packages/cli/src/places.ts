import { ConnectionError } from '../../florin/src/index.ts';
import { type Account, isLocal } from './account.ts';
import type { Input } from './command.ts';
import { UsageError } from './failures.ts';

/** A Florin's description of its API. */
export interface FlorinDescription {
  version: string;
  posUrl: string | undefined;
  /** The clock of the server, in milliseconds since 1970, and how long the answer took. */
  date: number;
  milliseconds: number;
}

/** Asks a Florin to describe itself, without the key. @throws ConnectionError, or UsageError if something else answers */
export async function descriptionOf(baseUrl: string): Promise<FlorinDescription> {
  const start = Date.now();
  const options = { redirect: 'manual', signal: AbortSignal.timeout(15_000) } as const;
  const answer = await fetch(`${baseUrl}/openapi.json`, options).catch((cause) => {
    throw new ConnectionError(`Nothing answers at ${baseUrl}`, 'UNREACHABLE', { cause });
  });
  const milliseconds = Date.now() - start;
  const document = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!document?.info?.version)
    throw new UsageError(`${baseUrl} answers with the status ${answer.status}, but it is not a Florin.`);
  return {
    version: String(document.info.version),
    posUrl: document.paths?.['/vault']?.servers?.[0]?.url,
    date: Date.parse(answer.headers.get('date') ?? ''),
    milliseconds,
  };
}

/** The address of the checkout API that the environment or the profile names. */
export const namedPosUrl = ({ env }: Input, { profile }: Account): string | undefined =>
  env.FLORIN_POS_URL || profile?.posUrl;

/** The address of a Florin's checkout API: from the environment or the profile, or as the Florin itself tells. */
export async function posUrlOf(input: Input, account: Account): Promise<string> {
  const named = namedPosUrl(input, account);
  if (named) return named;
  const { posUrl } = await descriptionOf(account.baseUrl);
  if (posUrl) return posUrl;
  throw new UsageError('This Florin does not name its checkout API. Set FLORIN_POS_URL.');
}

/** The address of the console, which the API does not tell. */
export function consoleUrlOf(
  { env }: Input,
  { baseUrl, profile }: Pick<Account, 'baseUrl' | 'profile'>,
): string {
  const named = env.FLORIN_CONSOLE_URL || profile?.consoleUrl;
  if (named) return named;
  if (isLocal(baseUrl)) return `http://localhost:${env.CONSOLE_PORT || 3002}`;
  throw new UsageError(
    'The address of the console is the output ConsoleUrl of the stack. Set FLORIN_CONSOLE_URL, or log in with --console-url.',
  );
}

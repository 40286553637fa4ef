import { requireVariable } from '#aws/environment.ts';
import { cachedSecret } from '#vault/cached-secret.ts';
import { readSecret, writeSecret } from '#vault/secret.ts';

export interface Keys {
  /** `sk_…` or `rk_…` of the account, or of the platform that accounts are connected to. */
  apiKey: string;
  /** The signing secrets of Stripe's events, `whsec_…`. There are two while one is rotated. */
  webhookSecrets: readonly string[];
}

/**
 * The stage's credentials at Stripe: JSON in a secret in AWS, or in a variable on a laptop. The errors of
 * `JSON.parse` contain the text that was read. So Florin throws errors of its own, which keep the keys out of logs.
 */
export const keys = cachedSecret(async (): Promise<Keys> => {
  const text = process.env.STRIPE_CREDENTIALS || (await readSecret(requireVariable('STRIPE_SECRET'))).value;
  const { apiKey, webhookSecrets } = parseKeys(text);
  if (typeof apiKey !== 'string' || !apiKey) throw new Error('The secret of Stripe has no apiKey');
  // With an empty secret, anybody could sign.
  const secrets = Array.isArray(webhookSecrets) ? webhookSecrets.filter(isText) : [];
  return { apiKey: apiKey.trim(), webhookSecrets: secrets.map((secret) => secret.trim()) };
});

/**
 * Whether a key moves real money (https://docs.stripe.com/keys#obtain-api-keys). Stripe's test mode and live mode
 * share only the account's name.
 */
export const isLiveKey = ({ apiKey }: Keys): boolean => /^(sk|rk)_live_/.test(apiKey);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function parseKeys(text: string): Partial<Record<keyof Keys, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new Error('The secret of Stripe is not JSON');
  }
}

/** Enough for two endpoints, each with the secret of its successor while the endpoint is replaced. */
const mostSecrets = 4;

/** @throws on a laptop, whose keys are in an environment variable that no program can change */
export function requireStorableSecret(): void {
  if (process.env.STRIPE_CREDENTIALS)
    throw new Error(
      'The keys are in STRIPE_CREDENTIALS: put the signing secret of an endpoint there yourself',
    );
}

/** Stores the secret of a new endpoint before the secrets of older endpoints. */
export async function addWebhookSecret(secret: string): Promise<void> {
  if (!secret) throw new Error('The answer of Stripe lacks the signing secret of the webhook endpoint');
  const id = requireVariable('STRIPE_SECRET');
  const { webhookSecrets, ...rest } = Object(JSON.parse((await readSecret(id)).value));
  const known = Array.isArray(webhookSecrets) ? webhookSecrets : [];
  await writeSecret(
    id,
    JSON.stringify({ ...rest, webhookSecrets: [secret, ...known].slice(0, mostSecrets) }),
  );
}

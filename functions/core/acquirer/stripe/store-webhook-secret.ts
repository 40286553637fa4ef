import { requireVariable } from '#aws/environment.ts';
import { readSecret, writeSecret } from '#vault/secret.ts';

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

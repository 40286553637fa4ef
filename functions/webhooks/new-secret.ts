import { newId } from '#domain/id.ts';
import type { WebhookSecret } from '#domain/webhooks/webhook.ts';
import { sealAtRest } from '#vault/seal.ts';
import { newSecret } from '#webhooks/signature.ts';

/** Makes a new secret: readable for the one answer that shows it, and encrypted for the table. */
export async function makeSecret(): Promise<{ secret: string; stored: WebhookSecret }> {
  const id = newId();
  const secret = newSecret();
  return { secret, stored: { id, sealed: await sealAtRest(`webhook ${id}`, secret) } };
}

import { newId } from '#domain/id.ts';
import type { WebhookSecret } from '#domain/webhooks/webhook.ts';
import type { Answer } from '#http/answer/answer.ts';
import { sealAtRest, unsealAtRest } from '#vault/seal.ts';
import { newSecret } from '#webhooks/signature.ts';

/** Makes a new secret: readable for the one answer that shows it, and encrypted for the table. */
export async function makeSecret(): Promise<{ secret: string; stored: WebhookSecret }> {
  const id = newId();
  const secret = newSecret();
  return { secret, stored: { id, sealed: await sealAtRest(`webhook ${id}`, secret) } };
}

/**
 * An answer that contains a secret, as it is recorded under an idempotency key. It is encrypted like the secret
 * itself, as the table must not contain a readable secret.
 */
interface SealedAnswer {
  label: string;
  sealed: string;
}

export async function sealAnswer(answer: Answer): Promise<SealedAnswer> {
  const label = `answer ${newId()}`;
  return { label, sealed: await sealAtRest(label, JSON.stringify(answer)) };
}

export const unsealAnswer = async ({ label, sealed }: SealedAnswer): Promise<Answer> =>
  JSON.parse(await unsealAtRest(label, sealed));

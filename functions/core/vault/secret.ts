import { randomUUID } from 'node:crypto';
import { callAws, jsonAction } from '#aws/call.ts';

export interface Secret {
  value: string;
  /** A random UUID for each version, visible only to those who may read the secret. */
  version: string;
}

/** The current version of a secret in Secrets Manager. */
export async function readSecret(id: string): Promise<Secret> {
  const { ok, status, body } = await callAws<{ SecretString?: string; VersionId?: string }>(
    'secretsmanager',
    {
      headers: jsonAction('secretsmanager.GetSecretValue'),
      body: { SecretId: id },
    },
  );
  if (!ok) throw new Error(`Secrets Manager GetSecretValue failed: ${status} ${body.__type}`);
  return { value: body.SecretString ?? '', version: body.VersionId ?? '' };
}

/** Writes a new version of a secret, which becomes the current one. */
export async function writeSecret(id: string, value: string): Promise<void> {
  const { ok, status, body } = await callAws('secretsmanager', {
    headers: jsonAction('secretsmanager.PutSecretValue'),
    body: { SecretId: id, SecretString: value, ClientRequestToken: randomUUID() },
  });
  if (!ok) throw new Error(`Secrets Manager PutSecretValue failed: ${status} ${body.__type}`);
}

import { createPrivateKey, createPublicKey, sign as signWith } from 'node:crypto';
import { callAws, jsonAction } from '#aws/call.ts';
import { requireVariable } from '#aws/environment.ts';

export interface Signature {
  /** The public key, SubjectPublicKeyInfo as DER in Base64. */
  key: string;
  /** ECDSA with P-256 and SHA-256, as DER in Base64. */
  signature: string;
}

let publicKey: Promise<string> | undefined;

/** Signs a text of at most 4096 bytes with the key of the stage. Only a laptop has the key itself, in a variable. */
export async function sign(text: string): Promise<Signature> {
  const local = process.env.LEDGER_KEY;
  if (local) return signLocally(local, text);
  publicKey ??= ask('GetPublicKey', {}).then(({ PublicKey }) => PublicKey ?? '');
  // A failure is forgotten, so that the next attempt asks KMS again.
  publicKey.catch(() => {
    publicKey = undefined;
  });
  const [key, { Signature = '' }] = await Promise.all([
    publicKey,
    ask('Sign', {
      Message: Buffer.from(text).toString('base64'),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  ]);
  return { key, signature: Signature };
}

function signLocally(pkcs8: string, text: string): Signature {
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  const shown = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    key: shown.toString('base64'),
    signature: signWith('sha256', Buffer.from(text), key).toString('base64'),
  };
}

/** @throws Error if KMS refuses */
async function ask(action: 'Sign' | 'GetPublicKey', input: Record<string, string>) {
  const { ok, status, body } = await callAws<{ PublicKey?: string; Signature?: string }>('kms', {
    headers: jsonAction(`TrentService.${action}`),
    body: { KeyId: requireVariable('LEDGER_KEY_ID'), ...input },
  });
  if (!ok) throw new Error(`KMS ${action} failed: ${status} ${body.__type}`);
  return body;
}

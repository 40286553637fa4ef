import { callAws, jsonAction } from '#aws/call.ts';
import { BoundedMap } from '#basics/bounded-map.ts';
import { cachedSecret } from './cached-secret.ts';
import type { DataKey, DataKeys } from './envelope.ts';

/** KMS binds every data key to this context, and refuses to unwrap a key that was made with another context. */
const EncryptionContext = { purpose: 'tokens' };

/** The time that an unwrapped key stays in memory, in milliseconds. */
const keptFor = 5 * 60_000;

/**
 * Data keys of KMS. A function encrypts with one data key for five minutes, and keeps unwrapped keys for as long, as
 * the whole AWS account shares one quota of calls to KMS.
 */
export function kmsDataKeys(keyId: string): DataKeys {
  const sealing = cachedSecret(makeDataKey);
  const unwrapped = new BoundedMap<string, { key: Promise<Buffer | undefined>; until: number }>(1000);

  return {
    current: () => sealing.current(),
    async unwrap(wrapped) {
      const name = wrapped.toString('base64');
      const known = unwrapped.get(name);
      if (known && known.until > Date.now()) return known.key;
      const key = decrypt(name);
      unwrapped.set(name, { key, until: Date.now() + keptFor });
      // Failures are forgotten, so that the next request asks KMS again.
      const forget = () => unwrapped.delete(name);
      key.then((plain) => plain ?? forget(), forget);
      return key;
    },
  };

  async function makeDataKey(): Promise<DataKey> {
    const { Plaintext, CiphertextBlob } = await call('GenerateDataKey', { KeySpec: 'AES_256' });
    if (!Plaintext || !CiphertextBlob) throw new Error('KMS made no data key');
    return { plain: Buffer.from(Plaintext, 'base64'), wrapped: Buffer.from(CiphertextBlob, 'base64') };
  }

  async function decrypt(CiphertextBlob: string): Promise<Buffer | undefined> {
    const { Plaintext } = await call('Decrypt', { CiphertextBlob });
    return Plaintext === undefined ? undefined : Buffer.from(Plaintext, 'base64');
  }

  async function call(action: 'GenerateDataKey' | 'Decrypt', input: Record<string, string>) {
    const { ok, status, body } = await callAws<{ CiphertextBlob?: string; Plaintext?: string }>('kms', {
      headers: jsonAction(`TrentService.${action}`),
      body: { KeyId: keyId, EncryptionContext, ...input },
    });
    if (ok) return body;
    if (action === 'Decrypt' && /InvalidCiphertext|IncorrectKey|ValidationException/.test(body.__type ?? ''))
      return {};
    throw new Error(`KMS ${action} failed: ${status} ${body.__type}`);
  }
}

import { callAws, jsonAction } from '#aws/call.ts';
import type { Cipher, Context } from './seal.ts';

/** KMS encrypts and decrypts itself, so that the key never leaves it. */
export function kmsCipher(keyId: string): Cipher {
  return {
    async encrypt(plain, context) {
      const { CiphertextBlob } = await call('Encrypt', { Plaintext: plain.toString('base64') }, context);
      return Buffer.from(CiphertextBlob ?? '', 'base64');
    },
    async decrypt(sealed, context) {
      const { Plaintext } = await call('Decrypt', { CiphertextBlob: sealed.toString('base64') }, context);
      return Plaintext === undefined ? undefined : Buffer.from(Plaintext, 'base64');
    },
  };

  async function call(action: 'Encrypt' | 'Decrypt', input: Record<string, string>, context: Context) {
    const { ok, status, body } = await callAws<{ CiphertextBlob?: string; Plaintext?: string }>('kms', {
      headers: jsonAction(`TrentService.${action}`),
      body: { KeyId: keyId, EncryptionContext: context, ...input },
    });
    if (ok) return body;
    if (action === 'Decrypt' && /InvalidCiphertext|IncorrectKey|ValidationException/.test(body.__type ?? ''))
      return {};
    throw new Error(`KMS ${action} failed: ${status} ${body.__type}`);
  }
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Cipher, Context } from './seal.ts';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM (NIST SP 800-38D) under a key of 32 bytes, given as base64. */
export function localCipher(base64: string): Cipher {
  const key = Buffer.from(base64, 'base64');
  return {
    async encrypt(plain, context) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(aad(context));
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    async decrypt(sealed, context) {
      if (sealed.length < ivLength + tagLength) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength))
        .setAAD(aad(context))
        .setAuthTag(sealed.subarray(-tagLength));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

const aad = (context: Context): Buffer => Buffer.from(JSON.stringify(context));

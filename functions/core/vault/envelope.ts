import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [ivLength, tagLength, sizeLength] = [12, 16, 2];

/**
 * Envelope encryption: encrypts the text under a data key (AES-256-GCM, NIST SP 800-38D). The result holds the length
 * of the wrapped data key, the wrapped key, the initialization vector, the encrypted text and the tag.
 *
 * @param label is authenticated together with the text, but is not part of the result
 */
export async function encrypt(keys: DataKeys, plain: Buffer, label: string): Promise<Buffer> {
  const { plain: key, wrapped } = await keys.current();
  const size = Buffer.alloc(sizeLength);
  size.writeUInt16BE(wrapped.length);
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(label));
  return Buffer.concat([size, wrapped, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @returns undefined for bytes that {@link encrypt} did not make with this label */
export async function decrypt(keys: DataKeys, sealed: Buffer, label: string): Promise<Buffer | undefined> {
  if (sealed.length < sizeLength) return undefined;
  const end = sizeLength + sealed.readUInt16BE();
  const text = sealed.subarray(end);
  if (text.length < ivLength + tagLength) return undefined;
  const key = await keys.unwrap(sealed.subarray(sizeLength, end));
  if (!key) return undefined;
  const decipher = createDecipheriv(algorithm, key, text.subarray(0, ivLength))
    .setAAD(Buffer.from(label))
    .setAuthTag(text.subarray(-tagLength));
  try {
    return Buffer.concat([decipher.update(text.subarray(ivLength, -tagLength)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** A key of 32 bytes: unencrypted, and encrypted by another key (wrapped). */
export interface DataKey {
  plain: Buffer;
  wrapped: Buffer;
}

/** Makes data keys, and unwraps them. */
export interface DataKeys {
  /** The data key for new tokens. */
  current(): Promise<DataKey>;
  /** @returns undefined for bytes that these `DataKeys` did not wrap */
  unwrap(wrapped: Buffer): Promise<Buffer | undefined>;
}

import { AwsClient } from 'aws4fetch';
import type { Cipher, Context } from './seal.ts';

const env = process.env;

/**
 * KMS encrypts and decrypts itself, so that the key never leaves it. Two signed requests do not need the SDK's
 * client, which would be three times the size of the function.
 */
export function kmsCipher(keyId: string): Cipher {
  const endpoint =
    env.AWS_ENDPOINT_URL_KMS ?? env.AWS_ENDPOINT_URL ?? `https://kms.${env.AWS_REGION}.amazonaws.com`;
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
    const aws = new AwsClient({
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      sessionToken: env.AWS_SESSION_TOKEN,
      region: env.AWS_REGION,
      service: 'kms',
    });
    const response = await aws.fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
      body: JSON.stringify({ KeyId: keyId, EncryptionContext: context, ...input }),
    });
    const answer = (await response.json()) as {
      __type?: string;
      CiphertextBlob?: string;
      Plaintext?: string;
    };
    if (response.ok) return answer;
    if (
      action === 'Decrypt' &&
      /InvalidCiphertext|IncorrectKey|ValidationException/.test(answer.__type ?? '')
    )
      return {};
    throw new Error(`KMS ${action} failed: ${response.status} ${answer.__type}`);
  }
}

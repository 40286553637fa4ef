const curve = { name: 'ECDH', namedCurve: 'P-256' };

/** Decrypts what the console has sealed for this process (`functions/console/client/account/tool-link.ts`). */
export interface Unsealer {
  /** The public key, in base64url. */
  point: string;
  /** @throws if the text was not encrypted for this key and context */
  unseal(sealed: string, context: string): Promise<string>;
}

export async function makeUnsealer(): Promise<Unsealer> {
  const { subtle } = globalThis.crypto;
  const own = await subtle.generateKey(curve, false, ['deriveKey']);
  const point = Buffer.from(await subtle.exportKey('raw', own.publicKey)).toString('base64url');
  return {
    point,
    async unseal(sealed, context) {
      const bytes = Uint8Array.from(Buffer.from(sealed, 'base64'));
      const theirs = await subtle.importKey('raw', bytes.subarray(0, 65), curve, false, []);
      const exchange = { name: 'ECDH', public: theirs };
      const cipher = { name: 'AES-GCM', length: 256 };
      const key = await subtle.deriveKey(exchange, own.privateKey, cipher, false, ['decrypt']);
      const additionalData = new TextEncoder().encode(context);
      const gcm = { name: 'AES-GCM', iv: new Uint8Array(12), additionalData };
      return new TextDecoder().decode(await subtle.decrypt(gcm, key, bytes.subarray(65)));
    },
  };
}

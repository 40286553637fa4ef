import { createECDH, createHmac, createPrivateKey } from 'node:crypto';

/**
 * The key that signs the seals of ledgers on this machine, PKCS #8 as DER in Base64. It is derived from the key that seals
 * data, so that the data folder needs no second file, and a kept ledger always has the same key.
 *
 * @param sealKey 32 bytes in Base64
 */
export function signingKeyFrom(sealKey: string): string {
  const curve = createECDH('prime256v1');
  for (let n = 0; ; n++) {
    const d = createHmac('sha256', Buffer.from(sealKey, 'base64')).update(`seals of ledgers ${n}`).digest();
    try {
      curve.setPrivateKey(d);
    } catch {
      continue; // The curve refuses about one of 2^32 numbers.
    }
    const point = curve.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)];
    const coordinates = {
      d: d.toString('base64url'),
      x: x.toString('base64url'),
      y: y.toString('base64url'),
    };
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' });
    return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  }
}

import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { decodeCredentialPublicKey, isoCBOR } from '@simplewebauthn/server/helpers';

/**
 * The public keys of passkeys. Florin stores them as DER (SubjectPublicKeyInfo), as every release has. Authenticators and
 * `@simplewebauthn/server` use COSE (RFC 9052). The keys are of the three kinds that Florin asks for: ES256, RS256 and Ed25519.
 */

/** The labels of COSE, and the values of `kty`, `alg` and `crv` for each kind of key. */
const [kty, alg, first, second, third] = [1, 3, -1, -2, -3];
const kinds = { OKP: [1, -8, 6], EC: [2, -7, 1], RSA: [3, -257] } as const;

const bytesOf = (text: string | undefined): Uint8Array =>
  new Uint8Array(Buffer.from(text ?? '', 'base64url'));
const textOf = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('base64url');

/** A key in DER as COSE; undefined for a weak key, or one of another kind. */
export function coseOf(der: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const key = strongKey(() => createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }));
  if (!key) return undefined;
  const { kty: kind, n, e, x, y } = key.export({ format: 'jwk' });
  const [type, algorithm, curve] = kinds[kind as keyof typeof kinds];
  const parts: [number, number | Uint8Array][] =
    curve === undefined
      ? [
          [first, bytesOf(n)],
          [second, bytesOf(e)],
        ]
      : [
          [first, curve],
          [second, bytesOf(x)],
          ...(y === undefined ? [] : [[third, bytesOf(y)] as [number, Uint8Array]]),
        ];
  return isoCBOR.encode(new Map([[kty, type], [alg, algorithm], ...parts]));
}

/** A key in COSE as DER; undefined for a weak key, or one of another kind. */
export function derOf(cose: Uint8Array<ArrayBuffer>): Buffer | undefined {
  const key = strongKey(() => createPublicKey({ key: jwkOf(cose), format: 'jwk' }));
  return key?.export({ format: 'der', type: 'spki' });
}

function jwkOf(cose: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(cose) as unknown as Map<number, unknown>;
  const [one, two, three] = [first, second, third].map((label) => key.get(label));
  const type = key.get(kty);
  if (type === 3) return { kty: 'RSA', n: textOf(one), e: textOf(two) };
  if (type === 2 && one === 1) return { kty: 'EC', crv: 'P-256', x: textOf(two), y: textOf(three) };
  if (type === 1 && one === 6) return { kty: 'OKP', crv: 'Ed25519', x: textOf(two) };
  throw new Error('The key is of another kind');
}

/** Reads a key, and returns it if nobody without the private key can sign for it. */
function strongKey(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read();
    const { namedCurve, modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
    const { n, x } = key.export({ format: 'jwk' });
    const isOdd = ((bytesOf(n).at(-1) ?? 0) & 1) === 1;
    const strong = {
      ec: namedCurve === 'prime256v1',
      // With the exponent 1 a message is its own signature. The product of two odd primes is odd.
      rsa: modulusLength >= 2048 && isOdd && publicExponent > 2n && (publicExponent & 1n) === 1n,
      ed25519: !hasSmallOrder(bytesOf(x)),
    };
    return strong[key.asymmetricKeyType as keyof typeof strong] ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The points of small order on Ed25519 without their sign bits. Such a key has signatures that fit many messages. */
const smallOrder = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

function hasSmallOrder(point: Uint8Array): boolean {
  const unsigned = Buffer.from(point);
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f;
  return smallOrder.has(unsigned.toString('hex'));
}

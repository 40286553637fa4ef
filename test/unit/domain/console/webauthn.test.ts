import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { coseOf, derOf } from '#domain/console/passkey-key.ts';
import { challengeOf, verifyAssertion, verifyRegistration } from '#domain/console/webauthn.ts';
import { authenticator, type Lies, p256 } from '../../../api/support/authenticator.ts';

const site = { origin: 'https://console.example.com', host: 'console.example.com' };
const challenge = randomBytes(32).toString('base64url');

const pairs = {
  ES256: p256,
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  Ed25519: () => generateKeyPairSync('ed25519'),
};

type Pair = ReturnType<typeof p256>;

const derIn = ({ publicKey }: Pair) => publicKey.export({ format: 'der', type: 'spki' });

describe.each(Object.entries(pairs))('a passkey with a key of the kind %s', (_, newPair) => {
  const pair = newPair();
  const der = derIn(pair);
  const cose = coseOf(der) as Uint8Array<ArrayBuffer>;
  const passkey = { publicKey: der, counter: 0 };

  test('a passkey is registered by its attestation object, or by the parts that pages of earlier releases send', async () => {
    const device = authenticator(site.origin, pair);
    for (const answer of [device.attest(challenge, cose), device.register(challenge)]) {
      expect(challengeOf(answer)).toBe(challenge);
      const verified = await verifyRegistration(site, answer);
      expect([verified?.counter, Buffer.from(verified?.publicKey ?? [])]).toEqual([0, der]);
    }
  });

  test('a passkey signs in with the key as every release has stored it', async () => {
    const device = authenticator(site.origin, pair);
    const answer = device.answer(challenge, 'user');
    expect(await verifyAssertion(site, answer, passkey)).toEqual({ counter: 1 });
    const other = { ...passkey, publicKey: derIn(newPair()) };
    expect(await verifyAssertion(site, answer, other)).toBeUndefined();
    expect(await verifyAssertion(site, answer, { ...passkey, counter: 1 })).toBeUndefined();
  });

  test.each<[string, Lies]>([
    ['of another type', { type: 'webauthn.other' }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { host: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without a present person', { flags: 0x44 }],
    ['without a verified person', { flags: 0x41 }],
  ])('a passkey is refused with a response %s', async (_name, lies) => {
    const device = authenticator(site.origin, pair);
    for (const answer of [device.attest(challenge, cose, lies), device.register(challenge, lies)])
      expect(await verifyRegistration(site, answer)).toBeUndefined();
    const flags = lies.flags === undefined ? {} : { flags: lies.flags & ~0x40 };
    expect(
      await verifyAssertion(site, device.answer(challenge, 'user', { ...lies, ...flags }), passkey),
    ).toBeUndefined();
  });
});

/** A public key of RSA with these numbers, as DER and COSE. */
function rsa(n: Buffer, e: Buffer) {
  const jwk = { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') };
  const der = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  const cose = new Map<number, number | Uint8Array>([
    [1, 3],
    [3, -257],
    [-1, new Uint8Array(n)],
    [-2, new Uint8Array(e)],
  ]);
  return [der, isoCBOR.encode(cose)] as const;
}

const modulus = (bytes: number, last: number) =>
  Buffer.concat([Buffer.from([0xc1]), randomBytes(bytes - 2), Buffer.from([last])]);
const usual = Buffer.from([1, 0, 1]);

test.each([
  ['the exponent 1', modulus(256, 0x0d), Buffer.from([1])],
  ['the exponent 0', modulus(256, 0x0d), Buffer.from([0])],
  ['an even exponent', modulus(256, 0x0d), Buffer.from([4])],
  ['an even modulus', modulus(256, 0x0c), usual],
  ['a modulus of 1024 bits', modulus(128, 0x0d), usual],
])('an RSA key with %s is refused, also if it is stored', async (_, n, e) => {
  const [der, cose] = rsa(n, e);
  expect([coseOf(der), derOf(cose)]).toEqual([undefined, undefined]);
  const device = authenticator(site.origin);
  expect(await verifyRegistration(site, device.attest(challenge, cose))).toBeUndefined();
  const lies = { publicKey: der.toString('base64url') };
  expect(await verifyRegistration(site, device.register(challenge, lies))).toBeUndefined();
  expect(
    await verifyAssertion(site, device.answer(challenge, 'user'), { publicKey: der, counter: 0 }),
  ).toBeUndefined();
});

test('an RSA key with an odd modulus and the usual exponent is accepted', () => {
  const [der, cose] = rsa(modulus(256, 0x0d), usual);
  expect([coseOf(der), derOf(cose)]).toEqual([cose, der]);
});

test.each(['00'.repeat(32), `01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`, `01${'00'.repeat(30)}80`])(
  'a key of Ed25519 of small order is refused: %s',
  (hex) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') };
    const der = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
    expect(coseOf(der)).toBeUndefined();
  },
);

test.each([
  ['nothing but an id', {}],
  ['garbage', { attestationObject: 'AAAA' }],
  ['the data without the key', { authenticatorData: 'AAAA' }],
  ['short data', { authenticatorData: 'AAAA', publicKey: derIn(p256()).toString('base64url') }],
])('a registration with %s is refused', async (_, parts) => {
  const { clientDataJSON, id } = authenticator(site.origin).register(challenge);
  expect(await verifyRegistration(site, { id, clientDataJSON, ...parts })).toBeUndefined();
});

test('an attestation object for another credential than the named one is refused', async () => {
  const pair = p256();
  const answer = authenticator(site.origin, pair).attest(challenge, coseOf(derIn(pair)) as Uint8Array);
  const id = randomBytes(20).toString('base64url');
  expect(await verifyRegistration(site, { ...answer, id })).toBeUndefined();
});

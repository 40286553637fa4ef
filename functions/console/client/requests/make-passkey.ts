import { startRegistration } from '@simplewebauthn/browser';
import { toBase64url } from '../browser/base64.ts';
import type { Passkey, Session } from '../values/types.ts';
import { call } from './api.ts';
import { ask, newChallenge } from './webauthn.ts';

/** Makes a passkey on this device, and adds it to the user. @throws NoPasskey, Refusal, Unreachable */
export async function makePasskey(name: string, { user, passkeys }: Session): Promise<Passkey> {
  const { challenge, host } = await newChallenge();
  const { id, response } = await ask(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: host, name: 'Florin' },
        user: { id: toBase64url(user.id), name: user.email, displayName: user.email },
        // ES256, Ed25519, RS256.
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: passkeys.map(({ credential }) => ({ id: credential, type: 'public-key' })),
        attestation: 'none',
      },
    }),
  );
  // Some password managers lack `getPublicKey()` and `getAuthenticatorData()`. All have the attestation object.
  const { clientDataJSON, attestationObject } = response;
  const body = { name, id, clientDataJSON, attestationObject };
  return call<Passkey>('POST', 'passkeys', { body });
}

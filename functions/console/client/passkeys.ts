import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { call } from './api.ts';
import type { Passkey, Session } from './types.ts';

export const hasPasskeys = browserSupportsWebAuthn;

/** The browser has made or used no passkey: the user has cancelled, or waited too long, or has none here. */
export class NoPasskey extends Error {
  /** Whether the device has a passkey of this user already. */
  readonly isKnown: boolean;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.isKnown =
      cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  }
}

interface Challenge {
  challenge: string;
  host: string;
}

const newChallenge = () => call<Challenge>('POST', 'passkeys/challenges', { body: {} });

/** Runs a dialog of the browser. @throws NoPasskey */
async function ask<T>(dialog: () => Promise<T>): Promise<T> {
  try {
    return await dialog();
  } catch (error) {
    throw new NoPasskey(error as Error);
  }
}

const toBase64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

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
  const { clientDataJSON, authenticatorData, publicKey } = response;
  const body = { name, id, clientDataJSON, authenticatorData, publicKey };
  return call<Passkey>('POST', 'passkeys', { body });
}

/** Lets a passkey sign, and sends its answer to a route. @throws NoPasskey, Refusal, Unreachable */
export async function usePasskey(path: 'sign-in/passkey' | 'session/proof'): Promise<void> {
  const { challenge, host } = await newChallenge();
  const { id, response } = await ask(() =>
    startAuthentication({ optionsJSON: { challenge, rpId: host, userVerification: 'required' } }),
  );
  const { userHandle: user, clientDataJSON, authenticatorData, signature } = response;
  await call('POST', path, { body: { id, user, clientDataJSON, authenticatorData, signature } });
}

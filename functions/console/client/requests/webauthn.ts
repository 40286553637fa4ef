import { browserSupportsWebAuthn, startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import { call } from './api.ts';

export const hasPasskeys = browserSupportsWebAuthn;

/**
 * Thrown if the browser has not made or used a passkey: the user has cancelled, has waited too long, or has no
 * passkey on this device.
 */
export class NoPasskey extends Error {
  /** Whether the device already has a passkey of this user. */
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

/** A value that the server made for one answer of a passkey. */
export const newChallenge = () => call<Challenge>('POST', 'passkeys/challenges', { body: {} });

/** Runs a dialog of the browser. @throws NoPasskey */
export async function ask<T>(dialog: () => Promise<T>): Promise<T> {
  try {
    return await dialog();
  } catch (error) {
    throw new NoPasskey(error as Error);
  }
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

/**
 * The content of a sealed value:
 *
 * - `pcn`, `pcsc`: a card number, a security code
 * - `tds`: the proof that completes a payment's challenges: of 3-D Secure, or of the beginning of a live payment
 * - `hint`: the proof of any other completed challenge
 * - `frame`: the state of a challenge in an iframe
 * - `code`: the payment that a till asks for
 * - `watch`: the permission of a till to see the outcome of its code
 * - `back`: the payment that a customer comes back from, in whichever browser
 */
export type SealType = 'pcn' | 'pcsc' | 'hint' | 'tds' | 'frame' | 'code' | 'watch' | 'back';

/** Whether a token has the right form and has not expired. Checked first, as each decryption may cost a call to KMS. */
export function mayUnseal(token: string): boolean {
  const read = readToken(token);
  return read !== undefined && !hasExpired(read);
}

/**
 * Returns the label of a token of this type, even of an expired one; undefined for all other texts. Labels are unique,
 * and a token decrypts only under its own label. So the label identifies a single-use token before its decryption.
 */
export function labelOf(type: SealType, token: string): string | undefined {
  const read = readToken(token);
  return read?.type === type ? read.label : undefined;
}

export interface Token {
  label: string;
  type: string;
  /** Seconds since 1970. */
  expires: number;
  sealed: Buffer;
}

export const hasExpired = ({ expires }: Token): boolean => expires < Date.now() / 1000;

/** Splits a token into the parts that anybody can read; undefined for a text that is not a token. */
export function readToken(token: string): Token | undefined {
  const [, label, type, expiry, body] =
    /^((pcn|pcsc|hint|tds|frame|code|watch|back)\.([0-9a-z]{1,10})\.[\w-]{22})\.([\w-]+)$/.exec(token) ?? [];
  if (label === undefined || type === undefined || expiry === undefined || body === undefined)
    return undefined;
  const sealed = Buffer.from(body, 'base64url');
  // The last character of base64 has unused bits. Refusing other spellings makes sure that each token has only one.
  if (sealed.toString('base64url') !== body) return undefined;
  return { label, type, expires: Number.parseInt(expiry, 36), sealed };
}

/**
 * What a sealed value is: a card number, a security code, the proof of a completed challenge (of 3-D Secure, which
 * ends a payment's challenges, or of another one), what a challenge in an iframe must know to make one, the payment
 * that a till asks for, or that the till may know what became of it.
 */
export type SealType = 'pcn' | 'pcsc' | 'hint' | 'tds' | 'frame' | 'code' | 'watch';

/** Whether it is worth the call to KMS to open it: it looks like a token, and has not expired. */
export function mayOpen(token: string): boolean {
  const read = readToken(token);
  return read !== undefined && !hasExpired(read);
}

/**
 * The label of a token of this type, also of one that has expired; undefined for all else. No two tokens share one,
 * and a token opens under its own alone, so that what may be used once is known by it before it is opened.
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

/** What a token says of itself, for anybody to read; undefined for all else. */
export function readToken(token: string): Token | undefined {
  const [, label, type, expiry, body] =
    /^((pcn|pcsc|hint|tds|frame|code|watch)\.([0-9a-z]{1,10})\.[\w-]{22})\.([\w-]+)$/.exec(token) ?? [];
  if (label === undefined || type === undefined || expiry === undefined || body === undefined)
    return undefined;
  const sealed = Buffer.from(body, 'base64url');
  // The last character of base64 has bits that mean nothing; a token has one spelling only.
  if (sealed.toString('base64url') !== body) return undefined;
  return { label, type, expires: Number.parseInt(expiry, 36), sealed };
}

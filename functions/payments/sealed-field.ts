import { posError } from '#http/routes/pos-api.ts';
import { unseal } from '#vault/seal.ts';

/**
 * Decrypts a token that the vault has made from a card number (`pcn`) or a security code (`pcsc`).
 *
 * @throws 400
 */
export async function unsealToken(type: 'pcn' | 'pcsc', token: string, field: string): Promise<string> {
  const opened = await unseal(type, token);
  if ('value' in opened) return opened.value;
  throw opened.error === 'type'
    ? posError('TOKEN_TYPE_UNEXPECTED', `${field}: this token is of another type`)
    : badToken(field);
}

/** The error for a token that cannot be decrypted. */
export const badToken = (field: string) =>
  posError('TOKEN_INVALID', `${field}: this token was not made by the vault, or has expired`);

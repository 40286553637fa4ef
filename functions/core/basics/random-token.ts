import { randomBytes } from 'node:crypto';

/** A token of 256 random bits, as text for URLs and cookies. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const isRandomToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

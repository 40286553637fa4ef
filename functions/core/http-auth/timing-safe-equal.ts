import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in a time that reveals neither where they differ nor how long the secret one is. */
export const timingSafeEqualTexts = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

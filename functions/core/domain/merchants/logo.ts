import { createHash } from 'node:crypto';
import { BadPng, remakePng } from '#basics/png.ts';
import type { Fault } from '../outcome.ts';

/** In bytes, as it was sent. */
const largest = 64 * 1024;

export interface Logo {
  /** `<hash>-<width>x<height>`, in pixels: another image has another name. */
  name: string;
  image: Buffer;
}

/** The PNG that a merchant has sent in Base64, made anew; or what is wrong with it. */
export function readLogo(text: string): Logo | Fault {
  const fault = (expected: string): Fault => ({ field: 'logo', message: `Must be ${expected}` });
  const compact = text.replace(/\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.toString('base64') !== compact) return fault('a PNG in Base64, or empty for none');
  if (bytes.length > largest) return fault(`a PNG of at most ${largest} bytes`);
  try {
    const { file, width, height } = remakePng(bytes);
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
    return { name: `${hash}-${width}x${height}`, image: file };
  } catch (error) {
    if (error instanceof BadPng) return fault(error.message);
    throw error;
  }
}

/** Where an image is, below the customer's side. */
export const logoPath = (publicKey: string, name: string): string => `/logos/${publicKey}/${name}.png`;

/** In pixels. */
export function sizeOf(name: string): { width: number; height: number } {
  const [width = 0, height = 0] = (name.split('-')[1] ?? '').split('x').map(Number);
  return { width, height };
}

import { createHash } from 'node:crypto';
import { BadPng, remakePng } from '#basics/png.ts';
import type { Fault } from '../outcome.ts';

/** In bytes of the image as it was sent. */
const largest = 64 * 1024;

/**
 * In bytes of the image as Florin has encoded it again. An attacker can craft a file that becomes many times as
 * large when it is encoded again, and DynamoDB refuses items above 400 KB.
 */
const largestMade = 2 * largest;

export interface Logo {
  /**
   * `<hash>-<width>x<height>`, in pixels. A changed image has another name, so that browsers may cache each image for
   * ever.
   */
  name: string;
  image: Buffer;
}

/**
 * Reads a PNG in Base64 and encodes its pixels again, so that nothing else of the file remains. Returns a fault if
 * the image is invalid.
 */
export function readLogo(text: string): Logo | Fault {
  const fault = (expected: string): Fault => ({ field: 'logo', message: `Must be ${expected}` });
  const compact = text.replace(/\s/g, '');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.toString('base64') !== compact) return fault('a PNG in Base64, or empty for none');
  if (bytes.length > largest) return fault(`a PNG of at most ${largest} bytes`);
  try {
    const { file, width, height } = remakePng(bytes);
    if (file.length > largestMade)
      return fault(
        `a PNG of simpler pixels: encoded again it has ${file.length} bytes, of at most ${largestMade}`,
      );
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
    return { name: `${hash}-${width}x${height}`, image: file };
  } catch (error) {
    if (error instanceof BadPng) return fault(error.message);
    throw error;
  }
}

/** The path of an image on the checkout API. */
export const logoPath = (publicKey: string, name: string): string => `/logos/${publicKey}/${name}.png`;

/** The size of an image in pixels, from its name. */
export function sizeOf(name: string): { width: number; height: number } {
  const [width = 0, height = 0] = (name.split('-')[1] ?? '').split('x').map(Number);
  return { width, height };
}

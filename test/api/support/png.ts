import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../functions/core/basics/png.ts';

/** Returns a chunk of a PNG file, with its checksum. */
export function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length, 0);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

export const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export const png = (...chunks: Uint8Array[]): Buffer => Buffer.concat([signature, ...chunks]);

export const header = (width: number, height: number, [depth, color, interlace] = [8, 6, 0]): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth ?? 8, color ?? 6, 0, 0, interlace ?? 0], 8);
  return chunk('IHDR', data);
};

export const end = chunk('IEND');

/** Returns rows of RGBA pixels, each with its filter byte in front. */
export function pixels(width: number, height: number, color: (x: number, y: number) => number[]): Buffer {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_, x) => color(x, y)).flat(),
  ]);
  return Buffer.from(rows.flat());
}

/** Returns a PNG of a disc on a transparent background. */
export function logo(width = 96, height = 48, [red, green, blue] = [200, 16, 46]): Buffer {
  const inside = (x: number, y: number) =>
    Math.hypot((x - width / 2) / (width / 2), (y - height / 2) / (height / 2)) < 0.95;
  const data = pixels(width, height, (x, y) =>
    inside(x, y) ? [red ?? 0, green ?? 0, blue ?? 0, 255] : [0, 0, 0, 0],
  );
  return png(header(width, height), chunk('IDAT', deflateSync(data)), end);
}

/**
 * Returns a PNG of 44 KB whose pixels zlib can compress to 957 KB at best. Its random rows repeat at a distance of 32 KB: a
 * stream of deflate (RFC 1951) may refer back that far, but zlib does not search that far.
 */
export function decompressionBomb(): Buffer {
  const [period, copies, longest] = [32_768, 3584, 258];
  const rows = randomBytes(period);
  for (let row = 0; row < period; row += 1024) rows[row] = 0;
  const data = Buffer.alloc(period + copies * longest);
  for (let at = 0; at < data.length; at += period) rows.copy(data, at);
  // The code of the length 258, the code of the greatest distances, and that of the end, each from its first bit on.
  const copy = `11000101${'11101'}${'1'.repeat(13)}`;
  const bits = `1${'10'}${copy.repeat(copies)}0000000`;
  const packed = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [at, bit] of [...bits].entries())
    if (bit === '1') packed[at >> 3] = (packed[at >> 3] ?? 0) | (1 << (at & 7));
  // The header of zlib, and a block of 32,768 bytes as they are.
  const stored = Buffer.from('7801000080ff7f', 'hex');
  const zlib = Buffer.concat([stored, rows, packed, adler32(data)]);
  return png(header(341, data.length / 1024, [8, 2, 0]), chunk('IDAT', zlib), end);
}

/** The checksum at the end of a stream of zlib (RFC 1950). */
function adler32(data: Uint8Array): Buffer {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(b * 65_536 + a);
  return sum;
}

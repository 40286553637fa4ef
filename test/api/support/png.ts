import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../functions/core/basics/crc32.ts';

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

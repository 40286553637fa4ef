import { deflateSync, inflateSync } from 'node:zlib';

/** An image that Florin has decoded and encoded again. */
interface Png {
  /** A PNG file with the pixels only, without any other data of the original. */
  file: Buffer;
  width: number;
  height: number;
}

/** Thrown for a file that Florin does not show. */
export class BadPng extends Error {
  override readonly name = 'BadPng';
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The limits for width and height, in pixels. */
const least = 16;
const most = 1024;

interface Chunk {
  type: string;
  data: Buffer;
}

interface Header {
  width: number;
  height: number;
  color: number;
  interlaced: boolean;
  bitsPerPixel: number;
}

/**
 * Decodes a PNG (ISO/IEC 15948) to its pixels, and encodes them as another file. The new file contains nothing else
 * from the old one: no metadata, and no bytes after its end. A file that browsers might read in different ways is
 * refused.
 *
 * @throws BadPng, which says what the file must be
 */
export function remakePng(bytes: Buffer): Png {
  const chunks = [...chunksOf(bytes)];
  const header = headerOf(chunks);
  const { width, height, color } = header;
  const shown = chunks.filter(isShown);
  const kinds = shown.map(({ type }) => type).join(' ');
  // Refuses any other order of chunks, and critical chunks that the standard does not define.
  if (!/^IHDR( PLTE)?( tRNS)?( IDAT)+ IEND$/.test(kinds) || !areContiguous(chunks))
    throw new BadPng('a PNG with its parts in order');
  const dataOf = (type: string) => shown.find((chunk) => chunk.type === type)?.data;
  const palette = dataOf('PLTE');
  const transparency = dataOf('tRNS');
  checkPalette(header, palette, transparency);
  const pixels = pixelsOf(
    header,
    shown.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])),
  );
  const file = Buffer.concat([
    signature,
    chunkOf('IHDR', dataOf('IHDR')),
    // In an image without a palette, PLTE is only a hint for screens with 256 colours, and is dropped.
    color === 3 ? chunkOf('PLTE', palette) : Buffer.alloc(0),
    transparency ? chunkOf('tRNS', transparency) : Buffer.alloc(0),
    chunkOf('IDAT', deflateSync(pixels, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
  return { file, width, height };
}

/** The type of an optional chunk begins with a small letter. Transparency is the only optional chunk that is kept. */
const isShown = ({ type }: Chunk): boolean => type === 'tRNS' || !/^[a-z]/.test(type);

/** Whether the chunks of pixels follow each other without another chunk in between. */
function areContiguous(chunks: readonly Chunk[]): boolean {
  const types = chunks.map(({ type }) => type);
  const last = types.lastIndexOf('IDAT');
  return types.slice(types.indexOf('IDAT'), last + 1).every((type) => type === 'IDAT');
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new BadPng('a PNG');
  for (let at = signature.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new BadPng('a whole PNG, with nothing behind it');
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) throw new BadPng('a whole PNG, with nothing behind it');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      throw new BadPng('a PNG whose checksums are right');
    yield { type, data: bytes.subarray(at + 8, end) };
    at = end + 4;
    if (type === 'IEND' && at < bytes.length) throw new BadPng('a whole PNG, with nothing behind it');
  }
}

/** Samples for each pixel, by colour type: grey, red-green-blue, palette, and the first two with transparency. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function headerOf([first]: readonly Chunk[]): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw new BadPng('a PNG with its parts in order');
  const { data } = first;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 2] = data.subarray(8);
  if ([width, height].some((side) => side < least || side > most))
    throw new BadPng(`${least} to ${most} pixels wide and high`);
  const depths = color === 0 || color === 3 ? [1, 2, 4, 8] : [8];
  const perPixel = samples[color];
  if (!perPixel || !depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new BadPng('a PNG of at most 8 bits a sample');
  return { width, height, color, interlaced: interlace === 1, bitsPerPixel: depth * perPixel };
}

function checkPalette(
  { color, bitsPerPixel }: Header,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
): void {
  const entries = (palette?.length ?? 0) / 3;
  const isPalette = entries >= 1 && entries <= (color === 3 ? 2 ** bitsPerPixel : 256);
  const right = palette ? isPalette && Number.isInteger(entries) && color % 4 !== 0 : color !== 3;
  const lengths: Record<number, (length: number) => boolean> = {
    0: (length) => length === 2,
    2: (length) => length === 6,
    3: (length) => length <= entries,
  };
  if (!right || (transparency && !lengths[color]?.(transparency.length)))
    throw new BadPng('a PNG whose palette is right');
}

/**
 * For each of the seven passes of an interlaced image (Adam7): the first column and row, and the distance between
 * columns and rows.
 */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The packed rows of pixels, each after the number of its filter. */
function pixelsOf(header: Header, parts: readonly Buffer[]): Buffer {
  const rows = [...rowsOf(header)];
  const size = rows.reduce((sum, row) => sum + row, 0);
  const pixels = inflate(Buffer.concat(parts), size);
  let at = 0;
  for (const row of rows) {
    if ((pixels[at] ?? 5) > 4) throw new BadPng('a PNG whose pixels can be read');
    at += row;
  }
  return pixels;
}

/** The number of bytes of each row. */
function* rowsOf({ width, height, interlaced, bitsPerPixel }: Header): Generator<number> {
  for (const [left, top, across, down] of interlaced ? passes : [[0, 0, 1, 1] as const]) {
    const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    for (let row = 0; row < rows; row++) yield 1 + Math.ceil((columns * bitsPerPixel) / 8);
  }
}

/**
 * Decompresses exactly `size` bytes. More or trailing data is an error, and is not decompressed, so that a small file
 * cannot fill the memory.
 */
function inflate(packed: Buffer, size: number): Buffer {
  try {
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: size, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (buffer.length === size && engine.bytesWritten === packed.length) return buffer;
  } catch {
    // The error is thrown below.
  }
  throw new BadPng('a PNG that has as many pixels as it says');
}

function chunkOf(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/**
 * The remainder for each byte, by the polynomial of PNG, zip and Ethernet. Florin has its own CRC-32 because that of
 * Node.js exists only from 20.15 on.
 */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309), as an unsigned number. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

import { deflateSync, inflateSync, crc32 as ofNode } from 'node:zlib';
import fc from 'fast-check';
import { BadPng, crc32, remakePng } from '#basics/png.ts';
import { chunk, end, header, logo, pixels, png } from '../../api/support/png.ts';

const size = 16;
const data = pixels(size, size, (x, y) => [x * 16, y * 16, 128, 255]);
const idat = (bytes: Uint8Array) => chunk('IDAT', deflateSync(bytes));
const plain = png(header(size, size), idat(data), end);

const refusal = (bytes: Buffer): string => {
  try {
    remakePng(bytes);
  } catch (error) {
    if (error instanceof BadPng) return error.message;
    throw error;
  }
  return 'none';
};

test('crc32 gives the same checksums as Node.js', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(crc32(bytes)).toBe(ofNode(bytes));
    }),
  );
});

test('remakePng keeps the pixels and drops all other content of the file', () => {
  const secret = Buffer.from('<script>alert(1)</script>');
  const noisy = png(
    header(size, size),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), secret])),
    chunk('eXIf', secret),
    chunk('iCCP', secret),
    chunk('PLTE', Buffer.alloc(6)),
    chunk('bKGD', secret),
    idat(data),
    chunk('zTXt', secret),
    end,
  );
  const { file, width, height } = remakePng(noisy);
  expect([width, height]).toEqual([size, size]);
  expect(file).toEqual(remakePng(plain).file);
  expect(file.includes('script')).toBe(false);
  const [from, to] = [8 + 25 + 8, file.length - 12 - 4];
  expect(inflateSync(file.subarray(from, to))).toEqual(data);
  // Florin accepts its own files.
  expect(remakePng(file).file).toEqual(file);
});

test('remakePng joins pixels that are split over many parts', () => {
  const packed = deflateSync(data);
  const parts = Array.from(packed, (_, at) => chunk('IDAT', packed.subarray(at, at + 1)));
  expect(remakePng(png(header(size, size), ...parts, end)).file).toEqual(remakePng(plain).file);
});

const rows = (bytes: number, height = size) => Buffer.alloc(height * (1 + bytes));

test.each([
  ['grey', [8, 0, 0], rows(16), []],
  ['grey of one bit', [1, 0, 0], rows(2), []],
  ['grey with one transparent colour', [8, 0, 0], rows(16), [chunk('tRNS', Buffer.alloc(2))]],
  ['grey with transparency', [8, 4, 0], rows(32), []],
  ['colour', [8, 2, 0], rows(48), [chunk('tRNS', Buffer.alloc(6))]],
  [
    'colours of a palette',
    [2, 3, 0],
    rows(4),
    [chunk('PLTE', Buffer.alloc(12)), chunk('tRNS', Buffer.alloc(4))],
  ],
  // Passes of 2×2, 2×2, 4×2, 4×4, 8×4, 8×8 and 16×8 pixels, each row behind its filter.
  ['interlaced rows', [8, 6, 1], Buffer.alloc(4 * size * size + 2 + 2 + 2 + 4 + 4 + 8 + 8), []],
])('an image in %s is accepted', (_, kind, data, more) => {
  const bytes = png(header(size, size, kind as [number, number, number]), ...more, idat(data), end);
  const { file } = remakePng(bytes);
  expect(remakePng(file).file).toEqual(file);
});

const wide = rows(4 * 1025);
const head = header(size, size);
const at = (bytes: Buffer, index: number) => {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
};
const lie = (length: number) => {
  const bytes = Buffer.from(plain);
  bytes.writeUInt32BE(length, 8 + 25);
  return bytes;
};

test.each([
  ['an empty file', Buffer.alloc(0), /^a PNG$/],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /^a PNG$/],
  ['a GIF that is JavaScript', Buffer.from('GIF89a/*\0\0*/=1;alert(1)'), /^a PNG$/],
  ['a signature alone', png(), /parts in order/],
  ['a file cut off', plain.subarray(0, -1), /whole PNG/],
  ['a file without an end', plain.subarray(0, -12), /parts in order/],
  ['other data behind the image', Buffer.concat([plain, Buffer.from('PK\x03\x04')]), /nothing behind/],
  ['another image behind', Buffer.concat([plain, plain]), /nothing behind/],
  ['a comment behind', Buffer.concat([plain, chunk('tEXt', Buffer.from('a'))]), /nothing behind/],
  ['a wrong checksum', at(plain, plain.length - 20), /checksums/],
  ['a wrong checksum of the end part', at(plain, plain.length - 1), /checksums/],
  [
    'a wrong checksum of a part that is dropped',
    png(head, at(chunk('tEXt', Buffer.from('a')), 8), idat(data), end),
    /checksums/,
  ],
  ['a part with an invalid type', png(head, chunk('ID T'), idat(data), end), /checksums/],
  ['a part longer than the file', lie(0xffffffff), /whole PNG/],
  ['a missing header', png(idat(data), end), /parts in order/],
  ['two headers', png(head, head, idat(data), end), /parts in order/],
  ['a header of another length', png(chunk('IHDR', Buffer.alloc(14)), idat(data), end), /parts in order/],
  ['missing pixels', png(head, end), /parts in order/],
  ['pixels in two places', png(head, idat(data), chunk('tEXt'), idat(data), end), /parts in order/],
  [
    'a palette behind the pixels',
    png(head, idat(data), chunk('PLTE', Buffer.alloc(3)), end),
    /parts in order/,
  ],
  ['an unknown critical part', png(head, chunk('CgBI'), idat(data), end), /parts in order/],
  ['a side too short', png(header(15, 16), idat(data), end), /^16 to 1024 pixels/],
  ['a side too long', png(header(1025, 16), idat(wide), end), /^16 to 1024 pixels/],
  ['huge sides', png(header(0xffffffff, 0xffffffff), idat(data), end), /^16 to 1024 pixels/],
  ['sixteen bits', png(header(size, size, [16, 6, 0]), idat(rows(128)), end), /8 bits/],
  ['an invalid colour type', png(header(size, size, [8, 5, 0]), idat(data), end), /8 bits/],
  ['an unknown interlace method', png(header(size, size, [8, 6, 2]), idat(data), end), /8 bits/],
  ['a missing palette', png(header(size, size, [8, 3, 0]), idat(rows(16)), end), /palette/],
  [
    'a palette longer than the bit depth allows',
    png(header(size, size, [1, 3, 0]), chunk('PLTE', Buffer.alloc(9)), idat(rows(2)), end),
    /palette/,
  ],
  [
    'a palette with an incomplete colour',
    png(head, chunk('PLTE', Buffer.alloc(4)), idat(data), end),
    /palette/,
  ],
  [
    'a palette in a grey image',
    png(header(size, size, [8, 0, 0]), chunk('PLTE', Buffer.alloc(3)), idat(rows(16)), end),
    /palette/,
  ],
  ['transparency twice', png(head, chunk('tRNS', Buffer.alloc(2)), idat(data), end), /palette/],
  [
    'more transparent colours than the palette has',
    png(
      header(size, size, [8, 3, 0]),
      chunk('PLTE', Buffer.alloc(3)),
      chunk('tRNS', Buffer.alloc(2)),
      idat(rows(16)),
      end,
    ),
    /palette/,
  ],
  ['pixels that are not compressed', png(head, chunk('IDAT', data), end), /as many pixels/],
  ['a pixel too few', png(head, idat(data.subarray(0, -4)), end), /as many pixels/],
  ['a pixel too many', png(head, idat(Buffer.concat([data, Buffer.alloc(4)])), end), /as many pixels/],
  [
    'other data behind the compressed pixels',
    png(head, chunk('IDAT', Buffer.concat([deflateSync(data), Buffer.from('alert(1)')])), end),
    /as many pixels/,
  ],
  ['an invalid filter', png(head, idat(Buffer.from(data).fill(5, 0, 1)), end), /can be read/],
])('remakePng refuses %s', (_, bytes, message) => {
  expect(refusal(bytes)).toMatch(message);
});

test('remakePng refuses a decompression bomb without unpacking all of it', () => {
  const bomb = png(head, idat(Buffer.alloc(64 * 1024 * 1024)), end);
  const before = process.memoryUsage().arrayBuffers;
  expect(refusal(bomb)).toMatch(/as many pixels/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
});

test('remakePng refuses a file after any one byte was changed', () => {
  const file = logo();
  fc.assert(
    fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (index, bits) => {
      const changed = Buffer.from(file);
      changed[index] = (changed[index] ?? 0) ^ bits;
      // Every bit is covered by the signature, a length or a checksum.
      expect(refusal(changed)).not.toBe('none');
    }),
    { numRuns: 500 },
  );
});

import { deflateSync } from 'node:zlib';
import { chunk, decompressionBomb, end, header, logo, png } from './support/png.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, shop, createApp } = world();
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeEach(async () => {
  ({ key, merchant } = await shop());
});

const put = (image: Buffer | string, by = key) =>
  api('PUT', `/merchants/${merchant.id}`, {
    key: by,
    body: { logo: typeof image === 'string' ? image : image.toString('base64') },
  });
const shown = async (of = merchant): Promise<Json> =>
  (await api('GET', `/merchants/${of.id}`, { key })).body.merchant.logo;

const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(posUrl + path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test('anyone can fetch a logo by its path, with headers that allow the browser only an image', async () => {
  expect(merchant.logo).toBeNull();
  expect((await put(logo(96, 48))).status).toBe(204);
  const { path, ...size } = await shown();
  expect(path).toMatch(new RegExp(`^/logos/${merchant.key}/[0-9a-f]{32}-96x48\\.png$`));
  expect(size).toEqual({ width: 96, height: 48 });
  for (const accept of ['*/*', 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5']) {
    const { response, bytes } = await fetched(path, { accept });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    // Florin compresses the image again, so only the header and the end must equal the sent file.
    expect(bytes.subarray(0, 24)).toEqual(logo(96, 48).subarray(0, 24));
    expect(bytes.subarray(-12)).toEqual(end);
  }
});

test('only the pixels of a logo file are kept, and the same pixels get the same path', async () => {
  const secret = Buffer.from('<script>alert(document.domain)</script>');
  const file = logo();
  const noisy = Buffer.concat([file.subarray(0, 33), chunk('tEXt', secret), file.subarray(33)]);
  await put(noisy);
  const { path } = await shown();
  const { bytes } = await fetched(path);
  expect(bytes.includes('script')).toBe(false);
  await put(file);
  // The file without the text chunk has the same pixels, so the path stays the same.
  expect((await shown()).path).toBe(path);
});

test('a new logo replaces the old one, and an empty text removes the logo', async () => {
  await put(logo());
  const { path: first } = await shown();
  await put(logo(64, 64, [0, 0, 255]));
  const { path: second } = await shown();
  expect((await fetched(first)).response.status).toBe(404);
  expect((await fetched(second)).response.status).toBe(200);
  for (const _ of ['once', 'again']) {
    expect((await put('')).status).toBe(204);
    expect(await shown()).toBeNull();
    expect((await fetched(second)).response.status).toBe(404);
  }
});

test('a change of other fields keeps the logo, and a logo can be sent with line breaks or as a form', async () => {
  await put(`${logo().toString('base64').replace(/.{76}/g, '$&\n')}\n`);
  const { path } = await shown();
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { name: 'Other', color: '#112233' } });
  expect((await shown()).path).toBe(path);
  await api('PUT', `/merchants/${merchant.id}`, { key, form: { logo: logo(16, 16).toString('base64') } });
  expect(await shown()).toMatchObject({ width: 16, height: 16 });
});

const bomb = () => png(header(1024, 1024), chunk('IDAT', deflateSync(Buffer.alloc(40 * 1024 * 1024))), end);
const noise = () => png(header(16, 16), chunk('teXt', Buffer.alloc(64 * 1024)), end);

test.each([
  ['text that is not Base64', '<svg onload=alert(1)>', 'Must be a PNG in Base64, or empty for none'],
  [
    'a data URL',
    `data:image/png;base64,${logo().toString('base64')}`,
    'Must be a PNG in Base64, or empty for none',
  ],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'Must be a PNG',
  ],
  ['JavaScript', Buffer.from('alert(1)'), 'Must be a PNG'],
  [
    'an image that is followed by a page',
    Buffer.concat([logo(), Buffer.from('<html>')]),
    'Must be a whole PNG, with nothing behind it',
  ],
  [
    'an image with a wrong checksum',
    Buffer.from(logo()).fill(0, 60, 64),
    'Must be a PNG whose checksums are right',
  ],
  ['a decompression bomb', bomb(), 'Must be a PNG that has as many pixels as it says'],
  [
    'an image of 65535 by 65535 pixels',
    png(header(65_535, 65_535), chunk('IDAT', deflateSync(Buffer.alloc(99))), end),
    'Must be 16 to 1024 pixels wide and high',
  ],
  ['an image above 64 KB', noise(), expect.stringContaining('65536')],
  [
    'an image that is many times as large once it is encoded again',
    decompressionBomb(),
    expect.stringMatching(/ 95\d{4} .* 131072/),
  ],
  ['an image of 80 KB', Buffer.alloc(80 * 1024), expect.stringContaining('64 KB')],
])('%s is refused as a logo, and the current logo stays', async (_, image, message) => {
  await put(logo());
  const before = await shown();
  expect(await put(image)).toMatchObject({ status: 400, body: [{ field: 'logo', message }] });
  expect(await shown()).toEqual(before);
});

test('another app cannot change a merchant’s logo, and the same logo of another merchant is independent', async () => {
  await put(logo());
  const { path } = await shown();
  const stranger = await createApp();
  expect((await put(logo(20, 20), stranger.key)).status).toBe(403);
  expect((await put('', stranger.key)).status).toBe(403);
  const other = await shop();
  // The other merchant sets and removes the same image. The first merchant must keep the image.
  const body = { logo: logo().toString('base64') };
  await api('PUT', `/merchants/${other.merchant.id}`, { key: other.key, body });
  await api('PUT', `/merchants/${other.merchant.id}`, { key: other.key, body: { logo: '' } });
  expect((await fetched(path)).response.status).toBe(200);
  await waitUntil(
    () => fetched(path.replace(merchant.key, other.merchant.key)),
    ({ response }) => response.status === 404,
  );
});

const unknown = '00000000000000000000000000000000-16x16.png';

test.each([
  ['a malformed name', 'y'],
  ['an unknown name', unknown],
  ['..%2f..', '..%2f..%2fetc'],
  ['a zero byte', '%00'],
])('the API returns 404 to the path of a logo with %s', async (_, name) => {
  // Half of the last character would not be Unicode, which DynamoDB refuses.
  for (const owner of [merchant.key, 'x', 'x'.repeat(3000), `${'x'.repeat(63)}😀`])
    expect((await fetched(`/logos/${owner}/${name}`)).response.status).toBe(404);
});

import { deflateSync } from 'node:zlib';
import { chunk, end, header, logo, png } from './support/png.ts';
import { until } from './support/until.ts';
import { world } from './support/world.ts';

const { api, shop, createApp } = world();
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
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

test('is shown to who opens its path, as an image and nothing else', async () => {
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
    // A picture of one colour: as we pack it, if not as it came.
    expect(bytes.subarray(0, 24)).toEqual(logo(96, 48).subarray(0, 24));
    expect(bytes.subarray(-12)).toEqual(end);
  }
});

test('of what was in the file, its pixels alone are kept', async () => {
  const secret = Buffer.from('<script>alert(document.domain)</script>');
  const file = logo();
  const noisy = Buffer.concat([file.subarray(0, 33), chunk('tEXt', secret), file.subarray(33)]);
  await put(noisy);
  const { path } = await shown();
  const { bytes } = await fetched(path);
  expect(bytes.includes('script')).toBe(false);
  await put(file);
  // The same picture is at the same place.
  expect((await shown()).path).toBe(path);
});

test('another one takes its place, and an empty text takes it away', async () => {
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

test('what is changed beside it leaves it', async () => {
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
  ['no Base64', '<svg onload=alert(1)>', 'Must be a PNG in Base64, or empty for none'],
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
    'a page behind an image',
    Buffer.concat([logo(), Buffer.from('<html>')]),
    'Must be a whole PNG, with nothing behind it',
  ],
  [
    'a checksum that is wrong',
    Buffer.from(logo()).fill(0, 60, 64),
    'Must be a PNG whose checksums are right',
  ],
  ['a bomb', bomb(), 'Must be a PNG that has as many pixels as it says'],
  [
    'huge sides',
    png(header(65_535, 65_535), chunk('IDAT', deflateSync(Buffer.alloc(99))), end),
    'Must be 16 to 1024 pixels wide and high',
  ],
  ['more than 64 KB', noise(), 'Must be a PNG of at most 65536 bytes'],
  ['much more', Buffer.alloc(80 * 1024), 'Must be a PNG of at most 64 KB in Base64, or empty for none'],
])('%s is no logo, and leaves the one that there is', async (_, image, message) => {
  await put(logo());
  const before = await shown();
  expect(await put(image)).toMatchObject({ status: 400, body: [{ field: 'logo', message }] });
  expect(await shown()).toEqual(before);
});

test('is nobody else’s to set or to take away, and each merchant’s own', async () => {
  await put(logo());
  const { path } = await shown();
  const stranger = await createApp();
  expect((await put(logo(20, 20), stranger.key)).status).toBe(403);
  expect((await put('', stranger.key)).status).toBe(403);
  const other = await shop();
  // The same picture is another merchant's too; taken away there, it is still here.
  const body = { logo: logo().toString('base64') };
  await api('PUT', `/merchants/${other.merchant.id}`, { key: other.key, body });
  await api('PUT', `/merchants/${other.merchant.id}`, { key: other.key, body: { logo: '' } });
  expect((await fetched(path)).response.status).toBe(200);
  await until(
    () => fetched(path.replace(merchant.key, other.merchant.key)),
    ({ response }) => response.status === 404,
  );
});

const unknown = '00000000000000000000000000000000-16x16.png';

test.each([
  ['no name', 'y'],
  ['a name that nothing has', unknown],
  ['..%2f..', '..%2f..%2fetc'],
  ['a zero byte', '%00'],
])('there is no logo at %s', async (_, name) => {
  for (const owner of [merchant.key, 'x', 'x'.repeat(3000)])
    expect((await fetched(`/logos/${owner}/${name}`)).response.status).toBe(404);
});

import { world } from './support/world.ts';

const { api, shop, createApp } = world();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeAll(async () => {
  ({ key, merchant } = await shop());
});

const put = (body: Record<string, unknown>, by = key) =>
  api('PUT', `/merchants/${merchant.id}`, { key: by, body });
const shown = async (): Promise<Json> =>
  (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;

const branding = {
  color: '#C8102E',
  terms: 'https://example.com/terms?in=da#sale',
  privacy: 'https://example.com/privacy',
};
const none = { color: null, terms: null, privacy: null };

test('branding can be set when the merchant is created or later, is shown, and is removed by an empty text', async () => {
  expect(merchant).toMatchObject(none);
  expect((await put(branding)).status).toBe(204);
  expect(await shown()).toMatchObject(branding);
  // Fields that are absent or null stay as they are.
  await put({ color: null, name: 'Other' });
  expect(await shown()).toMatchObject(branding);
  await api('PUT', `/merchants/${merchant.id}`, { key, form: { color: '', terms: '' } });
  expect(await shown()).toMatchObject({ ...none, privacy: branding.privacy });
  await put({ privacy: '' });
  expect(await shown()).toMatchObject(none);
  expect((await shop(branding)).merchant).toMatchObject(branding);
});

test.each([
  ['color', 'red'],
  ['color', '#c00'],
  ['color', '#c8102eff'],
  ['color', 'c8102e'],
  ['color', '#c8102e;}'],
  ['color', '#c8102e\n'],
  ['color', 13111342],
  ['terms', 'http://example.com/terms'],
  ['terms', 'javascript:alert(1)'],
  ['terms', 'example.com/terms'],
  ['privacy', `https://example.com/${'x'.repeat(2048)}`],
  ['privacy', 'data:text/html,<script>alert(1)</script>'],
])('the branding field %s cannot be %j', async (field, value) => {
  expect(await put({ [field]: value })).toMatchObject({ status: 400, body: [{ field }] });
});

test('the API names all invalid branding fields in one response', async () => {
  const { body } = await put({ color: 'red', terms: 'http://example.com', privacy: 'x' });
  expect(body.map(({ field }: Json) => field).sort()).toEqual(['color', 'privacy', 'terms']);
});

test('another app cannot set the branding of a merchant', async () => {
  const stranger = await createApp();
  expect((await put(branding, stranger.key)).status).toBe(403);
  expect(await shown()).toMatchObject(none);
});

test('a merchant has the time zone of its country, until another one is chosen, and again after an empty text', async () => {
  expect(merchant).toMatchObject({ company: { country: 'DK' }, timeZone: 'Europe/Copenhagen' });
  for (const timeZone of ['Europe/Nowhere', '+01:00', 'CET+1']) {
    const refused = await put({ timeZone });
    expect(refused).toMatchObject({ status: 400, body: [{ field: 'timeZone' }] });
  }
  await put({ timeZone: 'Pacific/Kiritimati' });
  expect(await shown()).toMatchObject({ timeZone: 'Pacific/Kiritimati' });
  await put({ timeZone: '' });
  expect(await shown()).toMatchObject({ timeZone: 'Europe/Copenhagen' });
  expect((await shop({ timeZone: 'Asia/Kathmandu' })).merchant.timeZone).toBe('Asia/Kathmandu');
});

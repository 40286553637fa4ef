import { logo } from '../api/support/png.ts';
import {
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  posUrl,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop({ color: '#0a66c2', terms: 'https://example.com/terms' }));
  await setLogo(logo(240, 80, [10, 102, 194]));
});

const setLogo = (image: Buffer) =>
  here.api('PUT', `/merchants/${merchant.id}`, { key, body: { logo: image.toString('base64') } });

const headOf = async (url: string): Promise<string> =>
  (await (await fetch(url)).text()).split('<body>')[0] ?? '';

/** The preview that a messenger reads. */
const previewOf = async (url: string) =>
  Object.fromEntries(
    [
      ...(await headOf(url)).matchAll(/<meta (?:property|name)="((?:og|twitter):\w+)" content="([^"]*)">/g),
    ].map(([, name, content]) => [name, content]),
  );

test.each([
  ['phone', phone, 'light', 'en'],
  ['phone', phone, 'dark', 'bg'],
  ['desktop', desktop, 'light', 'es'],
  ['desktop', desktop, 'dark', 'fi'],
] as const)(
  '%s, %#: the logo is above the name, in the tab, and on the amount screen',
  async (device, options, colorScheme, locale) => {
    const page = await openPage({ ...options, colorScheme });
    const failed: string[] = [];
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
    for (const [name, parameters] of [
      ['pay', { text: 'Two bags of Java' }],
      ['till', { value: undefined }],
    ] as const) {
      await page.goto(linkOf(merchant, { locale, ...parameters }));
      const image = page.locator('img.logo');
      expect(
        await image.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth, img.alt]),
      ).toEqual([true, 240, '']);
      const { width = 0, height = 0 } = (await image.boundingBox()) ?? {};
      expect(height).toBeLessThanOrEqual(56);
      expect(width / height).toBeCloseTo(3, 0);
      await look(page, `logo-${name}-${device}-${colorScheme}`);
    }
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(icon).toBe(
      new URL(await page.locator('img.logo').evaluate((img: HTMLImageElement) => img.src)).pathname,
    );
    expect(failed).toEqual([]);
  },
);

test.each([
  ['high', 16, 1024],
  ['wide', 1024, 16],
  ['small', 16, 16],
  ['large', 1024, 1024],
])('a logo that is %s fits', async (name, width, height) => {
  await setLogo(logo(width, height));
  const page = await openPage({ viewport: { width: 320, height: 600 } });
  await page.goto(linkOf(merchant));
  await page.screenshot({ path: `.screenshots/logo-${name}.png` });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const box = await page.locator('img.logo').boundingBox();
  expect(box?.height).toBeLessThanOrEqual(56);
  await setLogo(logo(240, 80, [10, 102, 194]));
});

test('the page blocks all other images, and the customer can pay', async () => {
  const page = await openPage();
  const response = await page.goto(linkOf(merchant));
  expect(response?.headers()['content-security-policy']).toContain("; img-src data: 'self';");
  await payWith(page, frictionless);
  await paidId(page);
  await page.reload();
  await paidId(page);
  expect(await page.locator('img.logo').isVisible()).toBe(true);
});

test('in the dialog of a shop, the logo does not cover the close button', async () => {
  await setLogo(logo(1024, 200));
  const page = await openPage({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await page.goto(linkOf(merchant, { embed: 'https://shop.example' }));
  await look(page, 'logo-dialog-dark');
  const [image, button] = await Promise.all(
    ['img.logo', '#close'].map((selector) => page.locator(selector).boundingBox()),
  );
  expect((image?.x ?? 0) + (image?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  await setLogo(logo(240, 80, [10, 102, 194]));
});

test('the page works without its logo, offline or after the logo was changed', async () => {
  const page = await openPage();
  await page.route('**/logos/**', (route) => route.abort());
  await page.goto(linkOf(merchant));
  expect(await words(page.locator('h1'))).toContain('Coffee & John');
  await payWith(page, frictionless);
  await paidId(page);
});

describe('the preview in a messenger', () => {
  const secrets = {
    text: 'For Ann’s operation',
    reference: 'Patient 1234',
    redirect: 'https://secret.example/',
  };

  test('the preview in a messenger shows the payee, the amount and the logo, and no other data of the link', async () => {
    const url = linkOf(merchant, { ...secrets, locale: 'de' });
    const { logo } = (await here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
    expect(await previewOf(url)).toEqual({
      'og:type': 'website',
      'og:title': 'Coffee &#38; John',
      'og:description': '49,99\u00a0€',
      'og:image': posUrl + logo.path,
      'twitter:card': 'summary',
    });
    expect(await headOf(url)).not.toMatch(/Ann|1234|secret/);
  });

  test('the preview in a messenger works for stored links, paid and unpaid', async () => {
    const body = {
      amount: 4999,
      currency: 'EUR',
      text: secrets.text,
      reference: secrets.reference,
      lines: [{ text: 'Operation', amount: 4999 }],
      email: 'ann@example.com',
    };
    const made = await here.api('POST', `/merchants/${merchant.id}/links`, { key, body });
    const { url, id } = made.body.link;
    const preview = await previewOf(url);
    expect(preview).toMatchObject({ 'og:title': 'Coffee &#38; John', 'og:description': '€49.99' });
    expect(await headOf(url)).not.toMatch(/Ann|1234|Operation/i);
    await here.api('DELETE', `/links/${id}`, { key });
    expect(await previewOf(url)).toEqual(preview);
  });

  test('the preview in a messenger shows only the name for an amount screen, and is missing for a bad link', async () => {
    expect(await previewOf(linkOf(merchant, { value: undefined }))).toEqual({
      'og:type': 'website',
      'og:title': 'Coffee &#38; John',
      'og:image': expect.stringContaining('/logos/'),
      'twitter:card': 'summary',
    });
    expect(await previewOf(linkOf(merchant, { test: undefined }))).toEqual({});
  });

  test('the preview in a messenger shows the merchant’s name as text only', async () => {
    const { merchant } = await here.shop({ name: '"><script>alert(1)</script>\u202e' });
    const preview = await previewOf(linkOf(merchant));
    expect(preview['og:title']).toBe('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(preview['og:image']).toBeUndefined();
  });
});

test('without a logo, the tab has the icon of a card, which needs no request', async () => {
  const { merchant } = await here.shop();
  const page = await openPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(linkOf(merchant));
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /favicon|logos/.test(url))).toEqual([]);
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg\+xml,/);
  expect(await page.locator('img.logo').count()).toBe(0);
});

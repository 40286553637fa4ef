import type { Frame, Page } from 'playwright-core';
import type { Appearance } from '../../functions/core/domain/merchants/appearance.ts';
import {
  bankOf,
  desktop,
  fieldsIn,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  pays,
  phone,
  posUrl,
  receipt,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';
import { dialogOf } from './support/dialog.ts';
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let fieldsShop: Shop;
let dialogShop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  const body = { amount: 4999, currency: 'EUR', uses: 100 };
  const { link } = (await here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  fieldsShop = await startShop(posUrl, '', 'fields', link.url);
  dialogShop = await startShop(posUrl, merchant.key);
});

afterAll(() => Promise.all([fieldsShop?.stop(), dialogShop?.stop()]));

type Device = Parameters<typeof openPage>[0];

/** Adds the appearance to the options of the shop's page, which begin with the link or contain the text. */
const withAppearance = (page: string, appearance?: Appearance) =>
  appearance
    ? page.replace(/(?<=\{ )(?=link: )|(?=text: 'Two)/, `appearance: ${JSON.stringify(appearance)}, `)
    : page;

/** Opens the shop's page with the given styles, and with the appearance that it passes to the payment page. */
async function openShop(shop: Shop, style: string, appearance?: Appearance, device: Device = desktop) {
  const page = await openPage(device);
  await page.route(`${shop.origin}/`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace('</head>', `<style>${style}</style></head>`);
    const body = withAppearance(text, appearance);
    await route.fulfill({ response, body });
  });
  await page.goto(shop.origin);
  return page;
}

async function cardOf(page: Page): Promise<Frame> {
  const frame = await fieldsIn(page);
  await frame.waitForSelector('#number');
  return frame;
}

async function openDialog(page: Page): Promise<Frame> {
  await page.locator('#buy').click();
  return dialogOf(page);
}

const styleIn = (frame: Frame, selector: string, name: string) =>
  frame
    .locator(selector)
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

const groundIn = (frame: Frame) => styleIn(frame, 'html', 'background-color');

const dark = { ...desktop, colorScheme: 'dark' as const };
const light = { ...desktop, colorScheme: 'light' as const };
const darkPage = 'body { background: #14213d; color: #fff }';

test.each<[string, string, Device, string]>([
  ['a white page, a dark device', '', dark, 'rgb(255, 255, 255)'],
  ['a dark page, a light device', darkPage, light, 'rgb(20, 33, 61)'],
  ['a dark page, a dark device', darkPage, dark, 'rgb(20, 33, 61)'],
  ['a page of both, a light device', ':root { color-scheme: light dark }', light, 'rgb(255, 255, 255)'],
  ['a page of both, a dark device', ':root { color-scheme: light dark }', dark, 'rgb(18, 18, 18)'],
  ['a page that is always dark', ':root { color-scheme: dark }', light, 'rgb(18, 18, 18)'],
  ['a dark panel on a white page', '#order { background: #222; color: #fff }', light, 'rgb(34, 34, 34)'],
  [
    'a veil over a dark page',
    `${darkPage} #order { background: rgb(255 255 255 / .5); color: #000 }`,
    light,
    'rgb(138, 144, 158)',
  ],
  [
    'a colour of another notation',
    'body { background: oklch(0.25 0 0); color: #fff }',
    light,
    'rgb(34, 34, 34)',
  ],
  [
    'an image with light text',
    'body { background: linear-gradient(#000, #333); color: #fff }',
    light,
    'rgb(24, 27, 33)',
  ],
  ['an image with dark text', 'body { background: linear-gradient(#fff, #eee) }', dark, 'rgb(255, 255, 255)'],
])('card fields match the background of %s', async (name, style, device, ground) => {
  const page = await openShop(fieldsShop, style, undefined, device);
  const card = await cardOf(page);
  expect(await groundIn(card)).toBe(ground);
  await card.locator('#code').focus();
  await look(page, `appearance-${name.replace(/\W+/g, '-')}`);
});

test.each<[string, string, Device, string]>([
  ['a white page, a dark device', '', dark, 'rgb(255, 255, 255)'],
  ['a dark page, a light device', darkPage, light, 'rgb(24, 27, 33)'],
])(
  'the dialog, the receipt and the bank’s challenge over %s have the theme of the page',
  async (name, style, device, ground) => {
    const page = await openShop(dialogShop, style, undefined, device);
    const dialog = await openDialog(page);
    const seen = async () => [
      await styleIn(dialog, '.sheet', 'background-color'),
      await page.locator('dialog').evaluate((element) => getComputedStyle(element).backgroundColor),
    ];
    expect(await seen()).toEqual([ground, ground]);
    await look(page, `appearance-dialog-${name.replace(/\W+/g, '-')}`);
    await typeCard(dialog, pays);
    await dialog.locator('#submit').click();
    const bank = await bankOf(dialog);
    expect(await seen()).toEqual([ground, ground]);
    await bank.locator('button[value=confirm]').click({ noWaitAfter: true });
    await receipt(dialog).waitFor();
    expect(await seen()).toEqual([ground, ground]);
  },
);

const chosen: Appearance = {
  theme: 'dark',
  font: 'Georgia, serif',
  radius: 0,
  colors: { background: '#002b36', field: '#073642', text: '#eee8d5', border: '#93a1a1', accent: '#b58900' },
};

test.each([
  ['phone', phone],
  ['desktop', { ...desktop, colorScheme: 'dark' as const }],
])('on a %s, the page has the font, colours and radius that the shop passes', async (name, device) => {
  const page = await openShop(fieldsShop, 'body { background: #002b36; color: #eee8d5 }', chosen, device);
  const card = await cardOf(page);
  expect(await styleIn(card, '#number', 'background-color')).toBe('rgb(7, 54, 66)');
  expect(await styleIn(card, '#number', 'border-radius')).toBe('0px');
  expect(await styleIn(card, '#number', 'font-family')).toMatch(/^"?Georgia"?, serif/);
  expect(await styleIn(card, 'label[for=number]', 'color')).toBe('rgb(238, 232, 213)');
  await look(page, `appearance-chosen-fields-${name}`);

  const shop = await openShop(dialogShop, 'body { background: #002b36; color: #eee8d5 }', chosen, device);
  const dialog = await openDialog(shop);
  expect(await styleIn(dialog, '#submit', 'background-color')).toBe('rgb(181, 137, 0)');
  expect(await styleIn(dialog, '#submit', 'border-radius')).toBe('0px');
  await look(shop, `appearance-chosen-dialog-${name}`);
  await typeCard(dialog, frictionless);
  await dialog.locator('#submit').click();
  await receipt(dialog).waitFor();
  await look(shop, `appearance-chosen-receipt-${name}`);
});

test('card fields find the background of an element in a shadow tree, and of a detached element', async () => {
  const page = await openShop(dialogShop, darkPage, undefined, light);
  const themes = await page.evaluate((key) => {
    // biome-ignore lint/suspicious/noExplicitAny: the global variable of sdk.js
    const florin = (globalThis as any).Florin({ key });
    const options = { test: true, amount: { currency: 'EUR', exponent: 2, value: 100 } };
    const inShadow = document.createElement('div');
    const host = document.createElement('div');
    document.body.append(host);
    host.attachShadow({ mode: 'open' }).append(inShadow);
    return [inShadow, document.createElement('div')].map((place) => {
      const fields = florin.fields(place, options);
      const { src } = place.querySelector('iframe') as HTMLIFrameElement;
      fields.remove();
      return JSON.parse(new URL(src).searchParams.get('appearance') ?? '').theme;
    });
  }, merchant.key);
  expect(themes).toEqual(['dark', 'light']);
});

test('colours with too little contrast are replaced by readable shades', async () => {
  const colors = {
    background: '#ffffff',
    text: '#eeeeee',
    border: '#ffffff',
    accent: '#ffffee',
    error: '#ffcccc',
  };
  const page = await openShop(dialogShop, '', { colors });
  const dialog = await openDialog(page);
  await dialog.locator('#submit').click();
  await dialog.locator('#number-error:not(:empty)').waitFor();
  await look(page, 'appearance-corrected');
});

test.each<[string, unknown]>([
  ['appearance.theme', { theme: 'blue' }],
  ['appearance.font', { font: 'url(https://evil.example/x.woff)' }],
  ['appearance.font', { font: 'x;}*{display:none' }],
  ['appearance.radius', { radius: '8px' }],
  ['appearance.colors.accent', { colors: { accent: 'red;}' } }],
  ['appearance.css', { css: '*{display:none}' }],
  ['appearance', 'dark'],
])('sdk.js throws a TypeError that names %s, and opens no dialog: %j', async (property, appearance) => {
  const page = await openPage();
  await page.goto(dialogShop.origin);
  const thrown = await page.evaluate(
    ([key, given]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the global variable of sdk.js
      const florin = (globalThis as any).Florin({ key });
      const options = { test: true, amount: { currency: 'EUR', exponent: 2, value: 100 }, appearance: given };
      return [() => florin.pay(options, () => {}), () => florin.fields(document.body, options)].map(
        (attempt) => {
          try {
            return String(attempt());
          } catch (error) {
            return String(error);
          }
        },
      );
    },
    [merchant.key, appearance],
  );
  expect(thrown).toEqual(Array(2).fill(expect.stringMatching(`^TypeError: Florin: ${property}: `)));
  expect(await page.locator('dialog, iframe').count()).toBe(0);
});

test.each([
  ['{"font":"x}</style><script>evil=1</script>"}', 'appearance.font: '],
  ['{"colors":{"accent":"#fff}*{display:none"}}', 'appearance.colors.accent: '],
  ['{"css":"x"}', 'appearance.css: '],
  ['dark', 'appearance: is no JSON'],
])('the page rejects %s in a link', async (appearance, fault) => {
  const page = await openPage();
  const response = await page.goto(linkOf(merchant, { appearance, embed: fieldsShop.origin }));
  expect(response?.status()).toBe(400);
  expect(await page.locator('.cause code').textContent()).toContain(fault);
  expect(await page.locator('h1').isVisible()).toBe(true);
  expect(await response?.text()).not.toContain('<script>evil');
});

test('a link that was not opened with sdk.js cannot change the appearance of the page', async () => {
  const { status } = await fetch(linkOf(merchant, { appearance: '{"theme":"dark"}' }));
  expect(status).toBe(400);
});

test('the content security policy only permits styles with the page’s nonce, and no fonts', async () => {
  const { headers } = await fetch(
    linkOf(merchant, { appearance: JSON.stringify(chosen), embed: fieldsShop.origin }),
  );
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/style-src 'nonce-[\w+/=]+';/);
  expect(policy).not.toMatch(/font-src|unsafe/);
});

test('changing the language in the dialog keeps the card and the appearance', async () => {
  const page = await openShop(dialogShop, darkPage, undefined, light);
  const dialog = await openDialog(page);
  await typeCard(dialog, frictionless);
  // Uses the keyboard, because the growing dialog moves its buttons away from the pointer.
  await dialog.locator('.languages summary').press('Enter');
  await dialog.locator('button[value=fi]').press('Enter');
  await dialog.locator('html[lang=fi]').waitFor();
  expect(await styleIn(dialog, '.sheet', 'background-color')).toBe('rgb(24, 27, 33)');
  await dialog.locator('#submit').press('Enter');
  expect(await paidId(dialog as unknown as Page)).toMatch(/^[0-9a-f]{24}$/);
  expect(await words(dialog.locator('#paid'))).toBe('Maksettu');
});

import type { Page } from 'playwright-core';
import { logo as logoImage } from '../../api/support/png.ts';
import { desktop, here, linkOf, useBrowser } from '../support/browser.ts';
import { outcome, personOf, useConsole } from '../support/console.ts';

const openPage = useBrowser();
const openConsole = useConsole(openPage);

test('the preview shows name, colour and logo before they are saved, as the payment page does afterwards', async () => {
  const { key, merchant } = await here.shop();
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/settings`, desktop);
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const preview = page.locator('.preview');
  const button = preview.locator('.primary');
  await button.waitFor();
  await page.getByLabel('Name', { exact: true }).fill('<b>Kaffe</b> & Jens');
  await page.getByLabel('Colour (optional)').fill('#c8102e');
  await preview.getByText('<b>Kaffe</b> & Jens').waitFor();
  const colour = (of: typeof button) => of.evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await colour(button)).toBe('rgb(200, 16, 46)');
  await page
    .getByLabel('New logo')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: logoImage() });
  await preview.locator('.logo').waitFor();

  // The change is not saved yet.
  const saved = async () => (await here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(await saved()).toMatchObject({ color: null, logo: null });
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  const ground = await preview.locator('.sheet').evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(ground).toBe('rgb(24, 27, 33)');
  await page.getByLabel('Colour (optional)').fill('#ffff00');
  await page.getByText('On light pages this colour is hard to see.').waitFor();
  await page.getByLabel('Colour (optional)').fill('#ff');
  await page.getByText('Enter a colour like #1d4ed8.').waitFor();
  const picker = page.getByLabel('Pick a colour');
  expect(await picker.inputValue()).toBe('#1d4ed8');
  await picker.fill('#c8102e');
  expect(await page.getByLabel('Colour (optional)').inputValue()).toBe('#c8102e');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await outcome(page).getByText('Saved.').waitFor();
  expect(faults).toEqual([]);

  const customer = await openPage();
  await customer.goto(linkOf(merchant));
  expect(await colour(customer.locator('.primary').first())).toBe('rgb(200, 16, 46)');
});

/** Makes an image in the browser, with as many colours as a photo. */
const drawnAs = async (page: Page, type: string, width: number, height: number): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      ([type, width, height]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const pen = canvas.getContext('2d');
        for (let at = 0; pen && at < width * height; at += 64) {
          pen.fillStyle = `hsl(${(at * 7919) % 360} 80% 50%)`;
          pen.fillRect(at % width, Math.floor(at / width), 64, 1);
        }
        return canvas.toDataURL(type, 0.5).split(',')[1] ?? '';
      },
      [type, width, height] as const,
    ),
    'base64',
  );

test('a JPEG or SVG becomes a logo that the API takes, and hostile or unfit files are refused with a sentence', async () => {
  const { key, merchant } = await here.shop();
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/settings`, desktop);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const field = page.getByLabel('New logo');
  const choose = (buffer: Buffer, name = 'logo') =>
    field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const saved = async () => (await here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.logo;
  const save = async () => {
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    return saved();
  };
  const photo = await drawnAs(page, 'image/jpeg', 1600, 800);
  await choose(photo);
  const { width, height } = await save();
  expect(width).toBeGreaterThan(100);
  expect(Math.abs(width / height - 2)).toBeLessThan(0.05);

  const svg = (inside: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="red"/>${inside}</svg>`,
    );
  const hostile =
    '<script>document.title="owned"</script><image href="http://127.0.0.1:9/steal.png" width="5" height="5"/>';
  await choose(svg(hostile));
  expect(await save()).toMatchObject({ width: 576, height: 288 });
  expect(await page.title()).not.toBe('owned');
  expect(requests.filter((url) => url.includes('steal') && !url.startsWith('data:'))).toEqual([]);

  const png = (width: number, height: number, chunk = 'IDAT') => {
    const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    const sides = Buffer.alloc(8);
    sides.writeUInt32BE(width);
    sides.writeUInt32BE(height, 4);
    return Buffer.concat([head, sides, Buffer.from(`\x08\x06\0\0\0....\0\0\0\0${chunk}....`, 'latin1')]);
  };
  const cmyk = Buffer.from(photo);
  cmyk[photo.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 4;
  for (const [file, sentence] of [
    [Buffer.from('GIF89a'), 'Choose a PNG, JPEG or SVG of at most 1 MB.'],
    [Buffer.concat([logoImage(), Buffer.alloc(1024 * 1024)]), 'Choose a PNG, JPEG or SVG of at most 1 MB.'],
    [png(60_000, 60_000), 'Choose an image whose sides'],
    [await drawnAs(page, 'image/png', 2000, 10), 'Choose an image whose sides'],
    [png(100, 100, 'acTL'), 'This image is animated.'],
    [svg('<animate attributeName="x" to="9" dur="1s"/>'), 'This image is animated.'],
    [cmyk, 'colours for printing'],
    [png(100, 100), 'This image cannot be read.'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><'), 'This image cannot be read.'],
  ] as const) {
    await choose(file);
    await page.locator('.fault').getByText(sentence).waitFor();
    await choose(logoImage());
    await page.locator('.fault').waitFor({ state: 'detached' });
  }
});

test('a printed payment link has the logo, name, amount, text, address and a large code, and nothing of the console', async () => {
  const { key, merchant } = await here.shop({ name: 'Ann’s Flowers' });
  const path = `/merchants/${merchant.id}`;
  await here.api('PUT', path, { key, body: { logo: logoImage().toString('base64') } });
  const body = { amount: 4999, currency: 'EUR', text: 'Invoice 1024' };
  const { link } = (await here.api('POST', `${path}/links`, { key, body })).body;
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/links/${link.id}`, desktop);
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const poster = page.locator('.poster');
  expect(await poster.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await poster.locator('.poster-logo').waitFor();
  const url = link.url.replace(/^https?:../, '');
  const texts = ['Ann’s Flowers', '€49.99', 'Invoice 1024', 'Scan the code to pay', url];
  expect(await poster.locator('p').allTextContents()).toEqual(texts);
  const beside = page.locator('.shell > :visible, .content > :visible');
  expect(await beside.evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    ...['content', 'test-strip', 'poster'],
  ]);
  expect((await poster.locator('.poster-code').boundingBox())?.width).toBeGreaterThan(300);
});

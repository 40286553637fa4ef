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

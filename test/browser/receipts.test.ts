import type { Page } from 'playwright-core';
import {
  answerBank,
  desktop,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  receipt,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

const address = 'Store Kongensgade 1\n1264 København K';

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { address } });
});

const devices = { phone, desktop };
const looks = Object.entries(devices).flatMap(([name, device]) =>
  (['light', 'dark'] as const).map((colorScheme) => [`${name}-${colorScheme}`, device, colorScheme] as const),
);

/** The words of the receipt, a line each. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await words(receipt(page))).split('\n').filter((line) => line.trim() !== '');

/** Of a customer whose clock is wrong by so many milliseconds. */
const setClock = (page: Page, by: number) =>
  page.addInitScript((by) => {
    const { now } = Date;
    Date.now = () => now() + by;
  }, by);

const day = 24 * 60 * 60 * 1000;

test('says what was paid, with which card, to whom and when by our clock; also after a reload', async () => {
  const page = await openPage();
  await setClock(page, -40 * day);
  await page.goto(linkOf(merchant, { text: 'Two bags of Java', reference: 'Order 1234' }));
  await payWith(page);
  await answerBank(page, 'confirm');
  const id = await paidId(page);
  const { created } = await here.transaction(key, id);
  const shown = await page.evaluate(
    (created) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(created)),
    created,
  );
  const lines = await linesOf(page);
  expect(lines).toEqual([
    'Paid',
    'Thank you. Your payment to Coffee & John went through.',
    'Date',
    shown,
    'Card',
    'Visa •••• 0000',
    'On your bank statement',
    'Two bags of Java',
    'Reference',
    'Order 1234',
    'Transaction',
    id,
    'Coffee & John',
    'Store Kongensgade 1',
    '1264 København K',
    'Denmark',
    'Print',
  ]);
  await page.reload();
  await paidId(page);
  expect(await linesOf(page)).toEqual(lines);
});

test('shows the merchant’s own descriptor where the text is none for a statement', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant, { text: 'Zwei Säcke Java', locale: 'de' }));
  await payWith(page, frictionless);
  const id = await paidId(page);
  const { descriptor } = await here.transaction(key, id);
  expect(await words(receipt(page))).toContain(`Auf Ihrem Kontoauszug\n${descriptor}`);
  expect(await words(receipt(page))).toContain('Dänemark');
});

test('an address is text, whatever it says', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202egnol\n</script><b>';
  await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { address: hostile } });
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await payWith(page, frictionless);
  await paidId(page);
  expect(await words(receipt(page))).toContain('<img src=x onerror=alert(1)>gnol\n</script><b>');
});

/** How many pages it takes on paper. */
const pagesOf = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test.each(looks)(
  'prints on one page, black on white, with nothing to press: %s',
  async (name, device, colorScheme) => {
    const page = await openPage({ ...device, colorScheme });
    await page.goto(linkOf(merchant, { text: 'Two bags of Java', reference: 'Order 1234' }));
    await payWith(page, frictionless);
    await paidId(page);
    await page.emulateMedia({ media: 'print', colorScheme });
    const seen = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.sheet') as Element);
      const pressed = [...document.querySelectorAll<HTMLElement>('a, button, input, summary')];
      return { backgroundColor, color, pressed: pressed.filter((one) => one.checkVisibility()).length };
    });
    expect(seen).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)', pressed: 0 });
    expect(await words(page.locator('h1'))).toMatch(/Coffee & John\s+example\.com\s+€49\.99/);
    // Nobody is to think that they have paid with it.
    expect(await words(page.locator('.test-mark'))).toContain('Test mode');
    await look(page, `print-${name}`, true);
    expect(await pagesOf(page)).toBe(1);
  },
);

test('the button prints, by the keyboard too', async () => {
  const page = await openPage();
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await page.goto(linkOf(merchant));
  await payWith(page, frictionless);
  await paidId(page);
  await page.getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('html[data-printed=yes]').waitFor();
});

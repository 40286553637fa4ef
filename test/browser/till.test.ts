import type { Page } from 'playwright-core';
import {
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  phone,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

const till = (parameters: Record<string, string | undefined> = {}) =>
  linkOf(merchant, { value: undefined, ...parameters });

const onScreen = (width: number, height: number) => ({ ...phone, viewport: { width, height } });

/** Enlarges all text without the screen, as a browser's setting for the font size does. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Whether a tap on the middle of an element meets it, without any scrolling. */
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const button = document.querySelector(wanted) as Element;
    const { x, y, width, height } = button.getBoundingClientRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return scrollY === 0 && y >= 0 && y + height <= innerHeight && button.contains(met);
  }, selector);

const long = 'Table 4: two bags of Java, whole beans, and the cake of the day, to be taken away in a box';

test.each([
  [320, 480],
  [320, 568],
  [568, 320],
  [667, 375],
])('on a screen of %i × %i, the whole till is in view', async (width, height) => {
  const page = await openPage(onScreen(width, height));
  await page.goto(till());
  expect(await isInView(page, '.primary')).toBe(true);
  for (const name of ['1', '0', 'erase']) expect(await isInView(page, `[data-key="${name}"]`)).toBe(true);
  await look(page, `till-${width}x${height}`);
  for (const digit of ['4', '9', '9', '9']) await page.locator(`[data-key="${digit}"]`).tap();
  await page.locator('.primary').tap();
  await page.waitForURL('**/*value=49.99*');
});

test.each([
  ['320×480, with a long text', onScreen(320, 480), false],
  ['568×320, with a long text', onScreen(568, 320), false],
  ['390×844, with letters twice as large', onScreen(390, 844), true],
])('Continue is in view: %s', async (name, device, large) => {
  const page = await openPage(device);
  await page.goto(till({ text: long, locale: 'de' }));
  if (large) await enlarge(page);
  else expect(await isInView(page, '#shown')).toBe(true);
  expect(await isInView(page, '.primary')).toBe(true);
  const shot = `till-${name.replace(/\W+/g, '-')}`;
  await page.screenshot({ path: `.screenshots/${shot}.png` });
  // The content below it can be scrolled to, and tapped.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await look(page, `${shot}-end`);
  for (const digit of ['7', '00', '0']) await page.locator(`[data-key="${digit}"]`).tap();
  expect(await page.locator('#shown').inputValue()).toMatch(/70,00/);
});

test.each(['en', 'de', 'el', 'fi'])(
  'with letters twice as large, labels stand apart, and their words are whole: %s',
  async (locale) => {
    const page = await openPage(onScreen(360, 740));
    await page.goto(linkOf(merchant, { locale, recurring: 'y' }));
    await enlarge(page);
    await look(page, `large-${locale}`, true);
    const collisions = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('#card label, #card .schemes, #card input')].map((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        const { left, right, top, bottom } = (
          part.localName === 'label' ? text : part
        ).getBoundingClientRect();
        return { name: part.id || part.textContent || part.className, left, right, top, bottom };
      });
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom &&
              other.top < one.bottom,
          )
          .map((other) => [one.name, other.name]),
      );
    });
    expect(collisions).toEqual([]);
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('#card label')].flatMap((label) => {
        const [text] = label.childNodes;
        return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text as Node, index);
          range.setEnd(text as Node, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  },
);

test.each(['light', 'dark'] as const)('placeholders can be read: %s', async (colorScheme) => {
  const page = await openPage({ colorScheme });
  await page.goto(linkOf(merchant));
  const contrasts = await page.evaluate(() => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    return [...document.querySelectorAll('#card input')].map((input) => {
      const { color, opacity } = getComputedStyle(input, '::placeholder');
      const shades = [luminance(color), luminance(getComputedStyle(input).backgroundColor)];
      return Number(opacity) === 1 ? (Math.max(...shades) + 0.05) / (Math.min(...shades) + 0.05) : 0;
    });
  });
  expect(contrasts).toHaveLength(3);
  // WCAG 2.2, 1.4.3.
  for (const contrast of contrasts) expect(contrast).toBeGreaterThanOrEqual(4.5);
});

test('the link back to the amount keeps it for a correction', async () => {
  const page = await openPage();
  await page.goto(till({ text: 'Table 4', reference: 'T4', locale: 'en' }));
  await page.keyboard.type('4999');
  await page.locator('.primary').tap();
  await page.waitForURL('**/*value=49.99*');
  await look(page, 'till-payment');
  await page.getByRole('link', { name: 'Change the amount' }).tap();
  await page.waitForURL((url) => !url.searchParams.has('value'));
  expect(await page.locator('#shown').inputValue()).toBe('€49.99');
  expect(await words(page.locator('.text'))).toBe('Table 4');
  await page.locator('[data-key=erase]').tap();
  await page.locator('.primary').tap();
  await page.waitForURL('**/*value=4.99*');
  await payWith(page, frictionless);
  const transaction = await here.transaction(key, await paidId(page));
  expect(transaction).toMatchObject({ amount: 499, custom: { reference: 'T4' } });
  expect(await page.locator('.back').isVisible()).toBe(false);
});

test('a link with a fixed amount has no link back to the amount', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  expect(await page.locator('.back').count()).toBe(0);
});

test('without scripts, the till says what to turn on', async () => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(till());
  expect(await words(page.locator('main'))).toContain('Turn on JavaScript to pay.');
  await page.screenshot({ path: '.screenshots/till-no-script.png' });
});

test('the title of the tab names the payee, and after the payment says so', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  expect(await page.title()).toBe('Pay Coffee & John');
  await payWith(page, frictionless);
  await paidId(page);
  expect(await page.title()).toBe('Paid – Coffee & John');
  await page.reload();
  await paidId(page);
  expect(await page.title()).toBe('Paid – Coffee & John');
});

test.each([
  ['the payment page', '49.99'],
  ['the till', undefined],
])('right-to-left names and texts are aligned with the rest: %s', async (name, value) => {
  const arabic = await here.shop({ name: 'قهوة وحنا' });
  const page = await openPage();
  await page.goto(linkOf(arabic.merchant, { value, text: 'طاولة رقم 4' }));
  await look(page, `right-to-left-${name.split(' ').pop()}`);
  const starts = await page.evaluate(() =>
    ['.payee bdi', '.website', '.text bdi'].map((selector) => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(selector) as Element);
      return Math.round(text.getBoundingClientRect().left);
    }),
  );
  expect(new Set(starts).size).toBe(1);
});

test('the panel of test cards says what each card does, not what the customer reads', async () => {
  const page = await openPage();
  await page.goto(linkOf(merchant));
  await page.locator('#test-cards summary').click();
  const panel = page.locator('#test-cards');
  const does = (number: string) =>
    words(panel.locator('li').filter({ has: page.locator(`[data-number="${number}"]`) }));
  expect(await does('4100000000000000')).toContain('Pays, when the test bank confirms');
  expect(await does(frictionless)).toContain('Pays without asking the test bank');
  expect(await does('4100000000000003')).toContain('Wrong card number');
  expect(await does('4100000000000010')).toContain('Card reported lost');
  const rows = await panel.locator('li span').allInnerTexts();
  expect(new Set(rows).size).toBeGreaterThanOrEqual(rows.length - 1);
  expect(rows.join(' ')).not.toMatch(/Check the|Enter the|has declined/);
  await look(page, 'test-cards', true);
});

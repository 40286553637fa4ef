import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Frame, Locator, Page, Route } from 'playwright-core';
import { world } from '../../api/support/world.ts';
import { startChromium } from './chromium.ts';

// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
export type Merchant = any;

export const here = world();
export const posUrl = process.env.FLORIN_POS_URL ?? '';

/** The customer's device. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

/**
 * Console errors that tests expect: a declined payment is a 400, and some tests are about being offline or refusing a
 * frame.
 */
const expected = /Failed to load resource|frame-ancestors|frame-src 'none'/;

/** A Chromium for the tests of the file. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  /** Opens a page for a new customer. Its console errors fail the test. */
  return async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB', ...phone, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
    });
    open.push({ page, complaints });
    return page;
  };
}

const open: { page: Page; complaints: string[] }[] = [];

afterEach(async () => {
  const all = open.splice(0);
  await Promise.all(all.map(({ page }) => page.context().close()));
  expect(all.flatMap(({ complaints }) => complaints)).toEqual([]);
});

export type Parameters = Record<string, string | undefined>;

/** A payment link of a test merchant. */
export function linkOf(merchant: Merchant, parameters: Parameters = {}): string {
  const all = { key: merchant.key, test: '1', value: '49.99', ...parameters };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${posUrl}/?${new URLSearchParams(given)}`;
}

export const pays = '4100000000000000';
export const frictionless = '4100000000000034';

/** Composes a text in the focused field, as an input method for Chinese, Japanese or Korean does. */
export async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let end = 1; end <= text.length; end++)
    await session.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  await page.keyboard.insertText(text);
}

/** Types a card as people do. */
export async function typeCard(page: Page | Frame, number = pays, code = '123'): Promise<void> {
  await page.locator('#number').pressSequentially(number);
  await page.locator('#expiry').pressSequentially('1230');
  await page.locator('#code').pressSequentially(code);
}

export async function payWith(page: Page | Frame, number = pays): Promise<void> {
  await typeCard(page, number);
  await page.locator('#submit').click();
}

/** Returns the bank's page when it has loaded in its iframe. */
export async function bankOf(page: Page | Frame): Promise<Frame> {
  const frame = await (await page.waitForSelector('#frame iframe')).contentFrame();
  await frame?.waitForSelector('h1');
  return frame as Frame;
}

/** Returns the card fields in a shop's page when they have loaded. */
export const fieldsIn = async (page: Page): Promise<Frame> =>
  (await (await page.waitForSelector('iframe.florin-fields')).contentFrame()) as Frame;

export type Outcome = 'confirm' | 'reject' | 'wait';

/** Presses the customer's button at the bank. The frame may disappear before the click is confirmed. */
export async function answerBank(page: Page | Frame, outcome: Outcome): Promise<void> {
  const bank = await bankOf(page);
  await bank.locator(`button[value=${outcome}]`).click({ noWaitAfter: true });
}

/** Whether a request can pay, because it contains a proof of 3-D Secure. */
export const isPaying = (route: Route): boolean => route.request().postData()?.includes('"tds.') ?? false;

/** The readable text of an element. */
// biome-ignore lint/performance/useDomNodeTextContent: hidden text cannot be read
export const words = (element: Locator): Promise<string> => element.innerText();

export const receipt = (page: Page | Frame) => page.locator('#receipt');

/** The id on the receipt. */
export async function paidId(page: Page | Frame): Promise<string> {
  await receipt(page).waitFor();
  return words(page.locator('#paid-id'));
}

/** All transactions of a merchant, as its server sees them. */
export const transactionsOf = async (key: string, merchant: Merchant): Promise<Merchant[]> =>
  (await here.api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 100 } })).body;

/** Whether the page can be scrolled sideways. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The text that screen readers read with the title of a dialog. */
export const descriptionOf = (dialog: Locator): Promise<string | null | undefined> =>
  dialog.evaluate((one) => document.getElementById(`${one.getAttribute('aria-describedby')}`)?.textContent);

/** The pixels between the lower edge of one element and the upper edge of another. */
export const gapBetween = async (page: Page, upper: string, lower: string): Promise<number> => {
  const above = await page.locator(upper).last().boundingBox();
  const below = await page.locator(lower).first().boundingBox();
  if (!above || !below) throw new Error(`${upper} or ${lower} is missing`);
  return below.y - above.y - above.height;
};

/** Checks a state of the page: saves a screenshot for people, and expects no violation of accessibility rules. */
export async function look(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync('.screenshots', { recursive: true });
  await page.screenshot({ path: `.screenshots/${name}.png`, animations: 'disabled', fullPage });
  const violations = await Promise.all(
    page
      .frames()
      .filter(isShown)
      .map((frame) => violationsOf(frame)),
  );
  expect({ name, violations: violations.flat() }).toEqual({ name, violations: [] });
}

const isShown = (frame: Frame): boolean => frame.url().startsWith('http') && !/fingerprint/.test(frame.url());

export const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe in a frame, and returns a line for each rule that is violated.
 *
 * @param only the rules, or tags of rules, by default all of WCAG 2.2 AA and the best practices
 * @param exclude selectors of parts that axe skips
 */
export async function violationsOf(frame: Frame, only = allRules, exclude: string[] = []): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  const results = await frame.evaluate(
    ([runOnly, skipped]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(
        { include: [['html']], exclude: skipped.map((selector) => [selector]) },
        { iframes: false, preload: false, resultTypes: ['violations'], runOnly },
      ),
    [only, exclude] as const,
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
  );
}

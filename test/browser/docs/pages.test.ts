import type { Page } from 'playwright-core';
import { pageGroups, pagesOf } from '../../../lib/site/site.ts';
import { allRules, desktop, isTooWide, useBrowser, violationsOf } from '../support/browser.ts';
import { docs, follow } from '../support/docs.ts';

const openPage = useBrowser();

/** All pages. The first page of a group checks the frame of all its pages: the header, and the navigation with the group unfolded. */
const pages = pageGroups().flatMap((group) =>
  pagesOf(group).map(({ name }, place) => ({ name, exclude: place ? ['header', '.navigation'] : [] })),
);

/** The rules whose result depends on colours, and those that depend on the size of the screen. */
const ofColours = ['color-contrast', 'link-in-text-block'];
const ofSizes = ['target-size', 'scrollable-region-focusable'];

const wide = { width: 1280, height: 900 };
const narrow = { width: 320, height: 640 };

/** Shows a page once, and returns what is wrong with it in light and dark colours and on a narrow phone. */
async function faultsOf(
  page: Page,
  { name, exclude }: (typeof pages)[number],
  place: number,
): Promise<string[]> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  await follow(page, name === 'index' ? '' : name);
  // Each page shows the examples of one language. The languages take turns.
  await page.evaluate((place) => {
    const choices = document.querySelectorAll<HTMLElement>('[data-choose]');
    choices[place % choices.length]?.click();
  }, place);
  const light = await violationsOf(page.mainFrame(), allRules, exclude);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page.mainFrame(), ofColours, exclude);
  await page.setViewportSize(narrow);
  const small = await violationsOf(page.mainFrame(), ofSizes, exclude);
  const tooWide = (await isTooWide(page)) ? ['is wider than the screen'] : [];
  return [
    ...light.map((line) => `${name}, light: ${line}`),
    ...dark.map((line) => `${name}, dark: ${line}`),
    ...[...small, ...tooWide].map((line) => `${name}, narrow: ${line}`),
  ];
}

test('every page is accessible in light and dark colours, and no wider than a narrow phone', async () => {
  const waiting = [...pages.entries()];
  const faults: string[] = [];
  const checkInTab = async () => {
    const page = await openPage(desktop);
    // The tab stays in one document, as a new document and a new axe for each page would take more time than the checks.
    await page.goto(docs());
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [place, one] = next;
      faults.push(...(await faultsOf(page, one, place)));
    }
  };
  await Promise.all([checkInTab(), checkInTab(), checkInTab()]);
  expect(faults).toEqual([]);
  expect(pages.length).toBeGreaterThan(130);
}, 600_000);

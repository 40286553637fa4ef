import type { Frame, Page } from 'playwright-core';
import type { Merchant } from './browser.ts';

/** `sdk.js` in the shop's page, and the results that the tests record there. */
export interface Sdk {
  Florin(options: object): {
    pay(options: object, callback?: (...result: unknown[]) => void): Promise<unknown>;
  };
  results: unknown[][];
}

/** The payment page in the dialog over the shop. Until its script runs, the page ignores Escape. */
export async function dialogOf(page: Page, ready = '.embedded #number'): Promise<Frame> {
  const frame = await (await page.waitForSelector('dialog.florin-payment iframe')).contentFrame();
  await frame?.waitForSelector(ready);
  return frame as Frame;
}

/** The number of dialogs in the page. */
export const dialogs = (page: Page) => page.locator('dialog').count();

/** Calls `pay` for a merchant as the shop does, and records the callbacks in `results`. */
export async function callPay(
  page: Page,
  merchant: Merchant,
  options: object = {},
  how: 'callback' | 'promise' = 'callback',
): Promise<void> {
  await page.evaluate(
    ([key, given, wanted]) => {
      const sdk = globalThis as unknown as Sdk;
      sdk.results ??= [];
      const amount = { currency: 'EUR', exponent: 2, value: 4999 };
      const pay = sdk.Florin({ key }).pay;
      const all = { test: true, amount, ...(given as object) };
      if (wanted === 'callback') void pay(all, (...result) => sdk.results.push(result));
      else
        pay(all).then(
          (paid) => sdk.results.push(['resolved', paid]),
          (error: Error & { code: string }) => sdk.results.push(['rejected', error.code, error.message]),
        );
    },
    [merchant.key, options, how] as const,
  );
}

/** The recorded results, once there are `count`. */
export async function resultsOf(page: Page, count = 1): Promise<unknown[][]> {
  await page.waitForFunction((least) => (globalThis as unknown as Sdk).results.length >= least, count);
  return page.evaluate(() => (globalThis as unknown as Sdk).results);
}

/** Holds the page's payments back until the returned function is called. */
export async function holdPayments(page: Page): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/payments', async (route) => {
    await held;
    await route.continue();
  });
  return () => answer();
}

import type { Page } from 'playwright-core';
import { here, linkOf, type Merchant, paidId, transactionsOf, useBrowser } from './browser.ts';

/** A new test merchant for each test, which offers methods, and what its customers do. */
export function useMethods(methods = ['bancontact', 'mobilepay', 'blik']) {
  const openPage = useBrowser();
  const own = {} as { key: string; merchant: Merchant };
  beforeEach(async () => {
    Object.assign(own, await here.shop({ methods }));
  });

  /** Opens the page, chooses a method, and presses the button. */
  async function choose(page: Page, name: string, url = linkOf(own.merchant)): Promise<void> {
    await page.goto(url);
    await page.getByRole('radio', { name }).check();
    await page.locator('#submit').click();
  }

  /** Goes to the page of MobilePay. Returns its URL. */
  async function goToMobilePay(page: Page, url?: string): Promise<string> {
    await choose(page, 'MobilePay', url);
    await page.waitForURL(/simulated-bank/);
    return page.url();
  }

  const transactions = () => transactionsOf(own.key, own.merchant);

  /** Checks that the receipt shows the merchant's only successful transaction, and its method. */
  async function paysOnce(page: Parameters<typeof paidId>[0], type = 'mobilepay'): Promise<string> {
    const id = await paidId(page);
    const good = (await transactions()).filter(({ successful }) => successful);
    expect(good.map((each) => [each.id, each.method.type])).toEqual([[id, type]]);
    return id;
  }

  return { own, openPage, choose, goToMobilePay, transactions, paysOnce };
}

/** The state of a payment in the URL of the method's page. */
export const stateIn = (url: string): string => new URL(url).searchParams.get('state') ?? '';

/** Presses a button on the page of the simulated bank. */
export const answerHere = (page: Page, given: string): Promise<void> =>
  page.locator(`button[value=${given}]`).click();

/** The customer answers in the app, of which no page knows. */
export async function answerElsewhere(url: string, given: string): Promise<void> {
  const body = new URLSearchParams({ state: stateIn(url), answer: given });
  const answer = await fetch(url.split('?')[0] ?? '', { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

/** The customer looks at the tab again. */
export const comeBack = (page: Page | import('playwright-core').Frame): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** The part of the page that waits for the customer to agree. */
export const waiting = (page: Page | import('playwright-core').Frame) => page.locator('#method');

import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { ownLive } from '../../api/support/live.ts';
import { bankAt } from './bank.ts';
import { linkOf, type Merchant, paidId, posUrl, type Parameters as Query, useBrowser } from './browser.ts';

/** A separate Florin with a stand-in for its acquirer, and a new live merchant for each test. */
export function useLivePage() {
  const live = ownLive();
  const openPage = useBrowser();
  const own = {} as { key: string; merchant: Merchant; account: string };
  beforeEach(async () => {
    Object.assign(own, await live.shop());
  });

  const linkTo = (parameters: Query = {}): string =>
    linkOf(own.merchant, { test: undefined, ...parameters }).replace(posUrl, live.florin.posUrl);

  /** Opens the merchant's payment page. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await openPage(options);
    await page.goto(linkTo());
    return page;
  }

  /** The held amounts in the acquirer's books. */
  const reserved = () => live.stripe.books(own.account).charges.map(({ amount }) => amount);
  const intents = () => live.stripe.books(own.account).intents.map(({ status }) => status);

  const { atBank, say } = bankAt(() => live.stripe.url);

  /** The customer confirms in the bank's app, without the knowledge of the page in the iframe. */
  async function agreeElsewhere(page: Page | Frame): Promise<void> {
    const url = (await atBank(page)).url();
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ passed: 'yes' }),
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
  }

  const transactions = async (): Promise<Merchant[]> => {
    const { key, merchant } = own;
    const query = { limit: 100 };
    return (await live.here.api('GET', `/merchants/${merchant.id}/transactions`, { key, query })).body;
  };

  /** Checks that the receipt shows the merchant's only successful transaction, and that its amount is held once. */
  async function paysOnce(page: Page | Frame): Promise<Merchant> {
    const id = await paidId(page);
    const good = (await transactions()).filter(({ successful }) => successful);
    expect(good.map((transaction) => transaction.id)).toEqual([id]);
    expect(reserved()).toEqual([4999]);
    return good[0];
  }

  return {
    ...{ live, own, openPage, linkTo, open, reserved, intents },
    ...{ atBank, say, agreeElsewhere, transactions, paysOnce },
  };
}

export const alertOf = (page: Page, text: string) =>
  page.locator('#alert').filter({ hasText: text }).waitFor();

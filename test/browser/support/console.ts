import { randomBytes } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { aws } from '../../api/support/aws.ts';
import { linksTo } from '../../api/support/console.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { here, type Merchant, useBrowser } from './browser.ts';

export const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';

const mail = process.env.FLORIN_MAIL ?? '';

/** The URL of `test/deploy/sign-in-links.ts`, which makes links for a stage that sends no mail. */
const links = process.env.FLORIN_SIGN_IN_LINKS;

/** Makes a member of a merchant. @returns the member's e-mail address */
export async function personOf(merchant: Merchant, key: string, role = 'owner'): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  const { status, text } = await here.api('POST', path, { key, body: { email, role } });
  if (status !== 201) throw new Error(text);
  return email;
}

/** Calls `ask`, which causes a mail to the address, and returns the token in this mail. */
export async function tokenAfter(email: string, ask: () => Promise<unknown>): Promise<string> {
  const before = linksTo(mail, email).length;
  await ask();
  const links = await waitUntil(
    async () => linksTo(mail, email),
    ({ length }) => length > before,
  );
  return links.at(-1) ?? '';
}

/** Pays the balance of a merchant out, as the schedule does. */
export async function payOut(merchant: Merchant): Promise<void> {
  const body = JSON.stringify({
    time: new Date(Date.now() + 86_400_000).toISOString(),
    merchantId: merchant.id,
  });
  await aws().invoke('PayOut', { Records: [{ messageId: merchant.id, body }] });
}

/** Opens a dispute about 20.00 of a captured payment, which waits for an answer for three days. */
export async function openDispute(transactionId: string): Promise<void> {
  const due = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const reason = { code: 13.1, title: 'Product not received' };
  const about = { reference: transactionId, transactionId, amount: 2000, reason, due };
  await aws().report({ type: 'dispute.opened', ...about });
}

/** Calls the console's API as the page does. Returns the status. */
export const askAs = (page: Page, method: string, path: string, body?: object): Promise<number> =>
  page.evaluate(
    async ({ method, url, body }) => {
      const headers = { 'Florin-Console': '1', 'Content-Type': 'application/json' };
      const request = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      return (await fetch(url, request)).status;
    },
    { method, url: `${consoleUrl}/${path}`, body },
  );

export const requestLink = (page: Page, email: string): Promise<string> =>
  tokenAfter(email, async () => expect(await askAs(page, 'POST', 'sign-in', { email })).toBe(202));

/** Signs in without the form, which has a test of its own, and accepts all invitations. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(consoleUrl);
  await page.locator('h1').waitFor();
  const token = links ? await operatorLink(links, email) : await requestLink(page, email);
  expect(await askAs(page, 'POST', 'sign-in/confirm', { token })).toBe(204);
  await page.evaluate(async (url) => {
    const headers = { 'Florin-Console': '1' };
    const { invitations } = await (await fetch(`${url}/session`, { headers })).json();
    for (const { merchant } of invitations)
      await fetch(`${url}/api/merchants/${merchant.id}/membership`, { method: 'PUT', headers });
  }, consoleUrl);
}

/** Signs in with a link while the page stays loaded. */
export async function signInAgain(page: Page, email: string): Promise<void> {
  const token = await requestLink(page, email);
  await page.evaluate((link) => {
    location.hash = `#/sign-in/${link}`;
  }, token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The token of a link that an operator's job makes. */
async function operatorLink(links: string, email: string): Promise<string> {
  const answer = await fetch(links, { method: 'POST', body: email });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.text()).split('/').at(-1) ?? '';
}

/** Goes to a place of the console, such as `#/<merchant>/payments`, and waits until its data is there. */
export async function visit(page: Page, place: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${consoleUrl}/${place}`);
  await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.waiting'));
}

/** Opens pages of people who are signed in. */
export function useConsole(openPage = useBrowser()) {
  return async function openConsole(
    email: string,
    place: string,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const page = await openPage(options);
    await signIn(page, email);
    await visit(page, place);
    return page;
  };
}

/** The message on the page about the latest action. */
export const outcome = (page: Page) => page.locator('.outcome');

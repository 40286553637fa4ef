import type { Page } from 'playwright-core';
import { setNumbers } from '../../api/support/set-numbers.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { freePort } from '../../examples/free-port.ts';
import { desktop, here, look, type Merchant, phone, useBrowser } from '../support/browser.ts';
import { consoleUrl, personOf, signIn, tokenAfter, useConsole, visit } from '../support/console.ts';
import { addPasskey, useAuthenticator } from '../support/passkeys.ts';
import { useTool } from '../support/tool.ts';

const openPage = useBrowser();
const openConsole = useConsole(openPage);
const loginByConsole = useTool();

let key: string;
let merchant: Merchant;
beforeEach(async () => {
  ({ key, merchant } = await here.shop({ name: 'Tool shop' }));
});

const placeOf = (link: string): string => link.slice(link.indexOf('#'));

const make = (page: Page) => page.getByRole('button', { name: 'Make a key for the tool' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The apps that tools have made for the merchant. */
const toolApps = async (): Promise<{ name: string }[]> =>
  (await here.api('GET', `/merchants/${merchant.id}/apps`, { key, query: { limit: 100 } })).body.filter(
    ({ name }: { name: string }) => name.startsWith('florin, '),
  );

/** The history of the tab. Chromium does not tell it while it replaces a page by that of another origin. */
async function historyOf(page: Page): Promise<{ url: string; title: string }[]> {
  const read = async () => {
    const session = await page.context().newCDPSession(page);
    return session.send('Page.getNavigationHistory').catch(() => undefined);
  };
  return (await waitUntil(read, Boolean))?.entries ?? [];
}

/** A link of the tool in which a stranger has replaced some parts. */
const linkWith = (link: string, changes: Record<string, string>): string => {
  const query = new URLSearchParams(link.slice(link.indexOf('?')));
  for (const [name, value] of Object.entries(changes)) query.set(name, value);
  return `#/tool?${query}`;
};

test('an owner makes a key for the tool, which keeps it; the browser keeps nothing of it', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/overview`, desktop);
  const tool = await loginByConsole();
  await visit(page, placeOf(tool.link));
  await page.getByText(tool.check, { exact: true }).waitFor();
  await page.getByText('Continue only if you have just run florin login').waitFor();
  await look(page, 'console-tool');
  await make(page).click();
  await heading(page, 'The tool has its key').waitFor();
  await look(page, 'console-tool-done');
  expect(await tool.ended).toBe(0);
  expect(tool.printed()).toContain('for the merchant Tool shop. The key is in ');

  const kept = tool.key() ?? '';
  const { status, body } = await here.api('GET', `/merchants/${merchant.id}`, { key: kept });
  expect([status, body.merchant?.id]).toEqual([200, merchant.id]);
  expect(await toolApps()).toHaveLength(1);
  const entries = await historyOf(page);
  expect(entries.length).toBeGreaterThan(1);
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).toMatch(/^[0-9a-f-]{36}$/);
  for (const text of [JSON.stringify(entries), storage, tool.printed()]) expect(text).not.toContain(kept);
  expect(entries.filter(({ url }) => url.startsWith('http://127.0.0.1'))).toEqual([]);
});

test('a new key needs the passkey; without it no app is made, and the tool continues to wait', async () => {
  const email = await personOf(merchant, key);
  const page = await openConsole(email, `#/${merchant.id}/sessions`, desktop);
  await useAuthenticator(page);
  await addPasskey(page, 'Laptop');
  const tool = await loginByConsole();
  await visit(page, placeOf(tool.link));
  const users = await here.api('GET', `/merchants/${merchant.id}/users`, { key, query: { limit: 100 } });
  const { id } = users.body.find((user: { email: string }) => user.email === email);
  await setNumbers(`sessions#${id}`, { proven: 0, mailed: 0 });
  await make(page).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing was changed').waitFor();
  expect(await toolApps()).toEqual([]);
  await make(page).click();
  await asked.getByRole('button', { name: 'Use the passkey' }).click();
  await heading(page, 'The tool has its key').waitFor();
  expect(await tool.ended).toBe(0);
});

test('a member without the right, and an owner of another merchant, make no key', async () => {
  const tool = await loginByConsole();
  const other = await here.shop();
  const owned = await loginByConsole('--merchant', other.merchant.id);
  for (const [role, link] of [
    ['member', tool.link],
    ['owner', owned.link],
  ] as const) {
    const page = await openConsole(await personOf(merchant, key, role), placeOf(link), phone);
    await page.getByText('Only an owner of the merchant can make a key.').waitFor();
    expect(await make(page).count()).toBe(0);
    await look(page, 'console-tool-no-right');
  }
  expect([tool.key(), owned.key(), await toolApps()]).toEqual([undefined, undefined, []]);
});

test('a person with several merchants chooses one, unless the tool wants a certain one', async () => {
  const email = await personOf(merchant, key);
  const second = await here.createMerchant(key, { name: 'Second shop' });
  const added = await here.api('POST', `/merchants/${second.id}/users`, {
    key,
    body: { email, role: 'owner' },
  });
  expect(added.status).toBe(201);
  const tool = await loginByConsole();
  const page = await openConsole(email, placeOf(tool.link), phone);
  await page.getByLabel('Merchant').selectOption(second.id);
  await make(page).click();
  await heading(page, 'The tool has its key').waitFor();
  expect(await tool.ended).toBe(0);
  expect(tool.printed()).toContain('for the merchant Second shop.');
  const certain = await loginByConsole('--merchant', merchant.id);
  await visit(page, placeOf(certain.link));
  expect(await page.getByLabel('Merchant').locator('option').allTextContents()).toEqual(['Tool shop (Test)']);
});

test('a link by a stranger sends the key to this device only, and the screen shows nothing to copy', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/overview`, desktop);
  const { link } = await loginByConsole();
  const strange: Record<string, string>[] = [
    { port: '80@evil.example' },
    { port: '99999' },
    { port: '443' },
    { device: 'your bank: click!' },
    { state: 'guessed' },
    { point: '' },
    { merchant: '../..' },
  ];
  for (const changes of strange) {
    await visit(page, linkWith(link, changes));
    await page.getByText('This link is incomplete.').waitFor();
    expect(await make(page).count()).toBe(0);
  }
  // The point is not on the curve.
  await visit(page, linkWith(link, { point: `B${'A'.repeat(86)}` }));
  await make(page).click();
  await page.getByText('This link is incomplete.').waitFor();
  expect(await toolApps()).toEqual([]);

  // The link has the stranger's own secret and key, and no tool listens at the port. In ConsentFix, the victim then
  // copies the address for the stranger.
  await visit(page, linkWith(link, { port: String(await freePort()), state: 'a'.repeat(64) }));
  const left = page.waitForEvent('framenavigated');
  await make(page).click();
  await left;
  const entries = await historyOf(page);
  expect(await toolApps()).toHaveLength(1);
  expect(entries.length).toBeGreaterThan(1);
  for (const { url } of entries) expect(url).not.toMatch(/^http:\/\/127\.0\.0\.1:\d+\/.+/);
});

test('the page sends forms to this device alone', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${consoleUrl}${path}`)).headers.get('content-security-policy') ?? '';
  expect(await policyOf('/')).toContain("form-action 'self' http://127.0.0.1:*;");
  expect(await policyOf('/')).toContain("frame-ancestors 'none'");
  expect(await policyOf('/till')).toContain("form-action 'self';");
});

test('a stranger’s key, put to the port of the tool by another page, is refused, and the tool continues to wait', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/overview`, desktop);
  const tool = await loginByConsole();
  const port = new URLSearchParams(tool.link.slice(tool.link.indexOf('?'))).get('port');
  const attacker = await openPage(desktop);
  const sent = attacker.waitForResponse(`http://127.0.0.1:${port}/`);
  await attacker.setContent(
    `<form method="post" action="http://127.0.0.1:${port}/"><input name="state" value="${'a'.repeat(64)}"><input name="key" value="${key}"></form>`,
  );
  await attacker.evaluate(() => document.forms[0]?.submit());
  expect((await sent).status()).toBe(403);
  await visit(page, placeOf(tool.link));
  await make(page).click();
  await heading(page, 'The tool has its key').waitFor();
  expect(await tool.ended).toBe(0);
  expect(tool.key()).not.toBe(key);
});

test('a person who is signed out signs in first, and comes back to the link', async () => {
  const email = await personOf(merchant, key);
  const tool = await loginByConsole();
  const page = await openPage(phone);
  await visit(page, placeOf(tool.link));
  await page.getByLabel('E-mail address').fill(email);
  const token = await tokenAfter(email, () => page.getByRole('button', { name: 'Send the link' }).click());
  const tab = await page.context().newPage();
  await visit(tab, `#/sign-in/${token}`);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await heading(tab, 'Overview').waitFor();
  await tab.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await make(page).click();
  await heading(page, 'The tool has its key').waitFor();
  expect(await tool.ended).toBe(0);
});

test.each([
  [
    'de-DE',
    'Das Werkzeug florin verbinden',
    'Schlüssel für das Werkzeug erstellen',
    'Das Werkzeug hat seinen Schlüssel',
  ],
  ['da-DK', 'Forbind værktøjet florin', 'Lav en nøgle til værktøjet', 'Værktøjet har fået sin nøgle'],
])('in %s', async (locale, title, button, done) => {
  const page = await openPage({ ...phone, locale });
  await signIn(page, await personOf(merchant, key));
  const tool = await loginByConsole();
  await visit(page, placeOf(tool.link));
  await heading(page, title).waitFor();
  await look(page, `console-tool-${locale}`, true);
  await page.getByRole('button', { name: button }).click();
  await heading(page, done).waitFor();
  expect(await tool.ended).toBe(0);
});

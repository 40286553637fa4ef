import {
  desktop,
  here,
  isTooWide,
  look,
  type Merchant,
  phone,
  useBrowser,
  words,
} from '../support/browser.ts';
import {
  askAs,
  consoleUrl,
  outcome,
  personOf,
  requestLink,
  signIn,
  tokenAfter,
  visit,
} from '../support/console.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
});

test('a person signs in with a mailed link by keyboard alone, and signs out', async () => {
  const page = await openPage(desktop);
  await page.goto(consoleUrl);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await look(page, 'console-sign-in');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  const token = await tokenAfter(email, () => page.keyboard.press('Enter'));
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1');
  await look(page, 'console-sign-in-sent');

  await visit(page, `#/sign-in/${token}`);
  await look(page, 'console-sign-in-confirm');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await words(page.locator('.merchant'))).toContain('Test');
  expect(page.url()).not.toContain('sign-in');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('Your session has ended.').count()).toBe(0);
  expect(await askAs(page, 'GET', 'session')).toBe(401);
});

test.each(['', '/till'])(
  'a page whose script cannot be loaded says so instead of nothing: %p',
  async (path) => {
    const page = await openPage(phone);
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 504 }));
    await page.goto(consoleUrl + path);
    await page.getByRole('alert').getByText('The console could not be loaded.').waitFor();
  },
);

test('the sign-in page does not tell whether an address has an account', async () => {
  const page = await openPage(phone);
  await page.goto(consoleUrl);
  await page.getByLabel('E-mail address').fill('nobody@console.example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If nobody@console.example.com belongs to a member').waitFor();
});

test('the sign-in page refuses an invalid e-mail address at its field', async () => {
  const page = await openPage(phone);
  await page.goto(consoleUrl);
  const field = page.getByLabel('E-mail address');
  await field.fill('ada');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an e-mail address').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await isTooWide(page)).toBe(false);
  await look(page, 'console-sign-in-fault');
});

test('opening a sign-in link does not use it up, a click on its button does, and a used link says what to do', async () => {
  const page = await openPage(phone);
  await page.goto(consoleUrl);
  await page.locator('h1').waitFor();
  const token = await requestLink(page, email);
  await visit(page, `#/sign-in/${token}`);
  await visit(page, `#/sign-in/${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  await visit(page, `#/sign-in/${token}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await look(page, 'console-sign-in-bad-link');
});

test('a sign-in link does not work in another browser', async () => {
  const [mine, other] = [await openPage(), await openPage()];
  await mine.goto(consoleUrl);
  await mine.locator('h1').waitFor();
  const fresh = await personOf(merchant, key);
  await visit(other, `#/sign-in/${await requestLink(mine, fresh)}`);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.getByRole('heading', { name: 'This link does not work' }).waitFor();
});

test('the tab that asked for a link signs in when the link is confirmed in another tab', async () => {
  const page = await openPage(desktop);
  const fresh = await personOf(merchant, key);
  await page.goto(consoleUrl);
  await page.getByLabel('E-mail address').fill(fresh);
  const token = await tokenAfter(fresh, () => page.keyboard.press('Enter'));
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  const tab = await page.context().newPage();
  await visit(tab, `#/sign-in/${token}`);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  // The first tab is in another window, which stayed visible.
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a person whose session was ended elsewhere signs in again, and continues on the page that they opened', async () => {
  const page = await openPage(desktop);
  await signIn(page, email);
  await visit(page, `#/${merchant.id}/ledger?from=2026-11-01`);
  await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
  expect(await askAs(page, 'DELETE', 'sessions')).toBe(204);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  const token = await tokenAfter(email, () => page.keyboard.press('Enter'));
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.evaluate((link) => {
    location.hash = `#/sign-in/${link}`;
  }, token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
});

test('a message about a failure stays until the user closes it; one about a success disappears by itself', async () => {
  const page = await openPage(desktop);
  await signIn(page, email);
  await page.clock.install();
  await visit(page, `#/${merchant.id}/settings`);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await outcome(page).getByText('Nothing has changed.').waitFor();
  await page.clock.fastForward(8000);
  await outcome(page).waitFor({ state: 'detached' });
  await page.route('**/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out' }).click();
  await outcome(page).getByText('You are still signed in').waitFor();
  await look(page, 'console-failure');
  await page.clock.fastForward(60_000);
  await outcome(page).getByText('You are still signed in').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await outcome(page).waitFor({ state: 'detached' });
});

test('no script can read the session: neither cookies nor storage have it', async () => {
  const page = await openPage(desktop);
  await signIn(page, email);
  await visit(page, `#/${merchant.id}/payments`);
  const readable = await page.evaluate(() => [
    document.cookie,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
  ]);
  expect(readable[0]).toBe('');
  expect(Object.keys(JSON.parse(readable[1] ?? ''))).toEqual(expect.arrayContaining(['florin.merchant']));
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === '__Host-florin');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  expect(readable[1]).not.toContain(cookie?.value ?? '');
});

test('the page tells a person who is a member of no merchant', async () => {
  const { key, merchant } = await here.shop();
  const alone = await personOf(merchant, key);
  const page = await openPage(phone);
  await signIn(page, alone);
  const { body: users } = await here.api('GET', `/merchants/${merchant.id}/users`, {
    key,
    query: { limit: 10 },
  });
  const user = users.find((one: { email: string }) => one.email === alone);
  expect((await here.api('DELETE', `/merchants/${merchant.id}/users/${user.id}`, { key })).status).toBe(204);
  await visit(page, '#/');
  await page.getByRole('heading', { name: 'No merchant yet' }).waitFor();
  await look(page, 'console-no-merchant');
});

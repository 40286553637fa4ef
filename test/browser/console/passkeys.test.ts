import { desktop, here, look, type Merchant, phone, useBrowser } from '../support/browser.ts';
import { askAs, consoleUrl, personOf, signIn, useConsole, visit } from '../support/console.ts';
import { addPasskey, useAuthenticator } from '../support/passkeys.ts';

const openPage = useBrowser();
const openConsole = useConsole(openPage);

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

test('a person adds a passkey, signs out, signs in with it without an address, and removes it', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/sessions`, desktop);
  await useAuthenticator(page);
  await page.getByRole('heading', { name: 'No passkeys yet' }).waitFor();
  await addPasskey(page, 'Office laptop');
  await look(page, 'console-passkeys');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await askAs(page, 'GET', 'session')).toBe(200);

  await visit(page, `#/${merchant.id}/sessions`);
  await page.getByRole('button', { name: 'Remove: Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('heading', { name: 'No passkeys yet' }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('The console does not know this passkey').waitFor();
  expect(await askAs(page, 'GET', 'session')).toBe(401);
});

test('a passkey needs a name and the person’s finger, and a device has only one for a person', async () => {
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/sessions`, phone);
  const { allow } = await useAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add it now' }).click();
  await page.getByText('Enter a name for the passkey').waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid=true]'));
  await look(page, 'console-passkey-fault');
  await allow(false);
  await page.getByLabel('Name').fill('Phone');
  await page.getByRole('button', { name: 'Add it now' }).click();
  await page.getByText('The browser did not use a passkey').waitFor();
  await allow(true);
  await page.getByRole('button', { name: 'Add it now' }).click();
  await page.getByRole('button', { name: 'Remove: Phone' }).waitFor();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Phone again');
  await page.getByRole('button', { name: 'Add it now' }).click();
  await page.getByText('This device already has a passkey for you').waitFor();
});

test('the page to sign in offers passkeys, and says what to do where the device has none', async () => {
  const page = await openPage(phone);
  await useAuthenticator(page);
  await page.goto(consoleUrl);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('The browser did not use a passkey').waitFor();
  await look(page, 'console-sign-in-no-passkey');
  await signIn(page, await personOf(merchant, key));
  expect(await askAs(page, 'GET', 'session')).toBe(200);
});

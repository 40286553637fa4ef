import { setNumbers } from '../../api/support/set-numbers.ts';
import { desktop, here, look, type Merchant, phone, useBrowser } from '../support/browser.ts';
import { askAs, personOf, tokenAfter, useConsole, visit } from '../support/console.ts';
import { addPasskey, useAuthenticator } from '../support/passkeys.ts';

const openPage = useBrowser();
const openConsole = useConsole(openPage);

let key: string;
let merchant: Merchant;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
});

/** Makes the step-ups of all sessions of a person too old. */
async function age(email: string): Promise<void> {
  const query = { limit: 100 };
  const { body } = await here.api('GET', `/merchants/${merchant.id}/users`, { key, query });
  const { id } = body.find((user: { email: string }) => user.email === email);
  await setNumbers(`sessions#${id}`, { proven: 0, mailed: 0 });
}

test('a new key needs the passkey: the dialog can be cancelled, and asks only once', async () => {
  const email = await personOf(merchant, key);
  const page = await openConsole(email, `#/${merchant.id}/sessions`, desktop);
  await useAuthenticator(page);
  await addPasskey(page, 'Laptop');
  await visit(page, `#/${merchant.id}/people`);
  await age(email);

  await page.getByRole('button', { name: 'Make a key' }).click();
  const make = page.getByRole('dialog').getByRole('button', { name: 'Make a key' });
  await page.getByLabel('Name').fill('Till');
  await make.click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Use the passkey' }).waitFor();
  await look(page, 'console-proof-passkey');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing was changed').waitFor();

  await make.click();
  await asked.getByRole('button', { name: 'Use the passkey' }).click();
  await page.getByLabel('Secret').waitFor();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const apps = await here.api('GET', `/merchants/${merchant.id}/apps`, { key, query: { limit: 100 } });
  expect(apps.body.filter(({ name }: { name: string }) => name === 'Till')).toHaveLength(1);
});

test('a person without a passkey signs in again in another tab, and the change is then made', async () => {
  const email = await personOf(merchant, key);
  const page = await openConsole(email, `#/${merchant.id}/people`, phone);
  await age(email);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('Phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
  const send = page.getByRole('button', { name: 'Send the link' });
  await send.waitFor();
  await look(page, 'console-proof-link');
  const token = await tokenAfter(email, () => send.click());
  await page.getByRole('button', { name: 'I have signed in' }).waitFor();
  await page.getByRole('dialog').getByRole('status').getByText(email).waitFor();

  const tab = await page.context().newPage();
  await visit(tab, `#/sign-in/${token}`);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.getByRole('heading', { level: 1, name: 'People and keys' }).waitFor();
  await tab.close();
  await page.getByRole('button', { name: 'I have signed in' }).click();
  await page.getByLabel('Secret').waitFor();
});

test('after a session ends during a step-up, the person signs in again, and the next step-up asks again', async () => {
  const email = await personOf(merchant, key);
  const page = await openConsole(email, `#/${merchant.id}/people`, desktop);
  const send = page.getByRole('button', { name: 'Send the link' });
  const make = async () => {
    const button = page.getByRole('button', { name: 'Make a key' });
    await button.waitFor();
    await age(email);
    await button.click();
    await page.getByLabel('Name').fill('Door');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    await send.waitFor();
  };
  await make();
  expect(await askAs(page, 'DELETE', 'sessions')).toBe(204);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  const token = await tokenAfter(email, () => page.keyboard.press('Enter'));
  await page.evaluate((link) => {
    location.hash = `#/sign-in/${link}`;
  }, token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await make();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  expect(await askAs(page, 'DELETE', 'sessions')).toBe(204);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('You are still signed in').count()).toBe(0);
});

test('a refund above the limit of the settings needs the passkey, and is made after the step-up', async () => {
  const email = await personOf(merchant, key);
  const id = await here.authorized(merchant, 5000);
  expect((await here.move(key, id, 'captures', 5000)).status).toBe(201);
  const page = await openConsole(email, `#/${merchant.id}/sessions`, desktop);
  await useAuthenticator(page);
  await addPasskey(page, 'Laptop');
  await visit(page, `#/${merchant.id}/settings`);
  const limit = page.getByLabel('Ask again for refunds above');
  await limit.fill('ten');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.field.wrong').waitFor();
  await limit.fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  // Otherwise a stolen session could change the limit.
  await page.getByRole('button', { name: 'Use the passkey' }).click();
  await page.getByText('Saved.').first().waitFor();
  await age(email);

  await visit(page, `#/${merchant.id}/payments/${id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('10.01');
  await page.getByRole('button', { name: 'Refund €10.01' }).click();
  await page.getByRole('button', { name: 'Use the passkey' }).click();
  await page.locator('.outcome').getByText('€10.01 has been refunded.').waitFor();
  expect((await here.transaction(key, id)).refundedAmount).toBe(1001);
});

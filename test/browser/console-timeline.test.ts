import { desktop, here, type Merchant } from './support/browser.ts';
import { outcome, personOf, useConsole, visit } from './support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
});

const place = (id: string) => `#/${merchant.id}/payments/${id}`;

test('a refund in the console can have a reason, which the timeline shows', async () => {
  const id = await here.authorized(merchant, 5000);
  await here.move(key, id, 'captures', 5000);
  const page = await openConsole(email, place(id), desktop);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByLabel('Reason').selectOption('Paid twice');
  await dialog.getByRole('button', { name: 'Refund €10.00' }).click();
  await outcome(page).getByText('€10.00 has been refunded.').waitFor();
  await page.locator('.timeline li', { hasText: '€10.00 refunded' }).getByText('Paid twice').waitFor();
  expect((await here.transaction(key, id)).trail.at(-1)).toMatchObject({ refund: true, reason: 'duplicate' });
});

test('the page of a payment leads to payments with the same e-mail and the same digits', async () => {
  const payer = { name: 'Ann Lee', email: 'ann+shop@example.com' };
  const custom = (reference: string) => ({ custom: { reference } });
  const id = await here.authorized(merchant, 1100, { ...custom('First'), payer });
  await here.authorized(merchant, 1200, { ...custom('Second'), payer });
  const stranger = await here.authorized(merchant, 1300, custom('Third'));
  const page = await openConsole(email, place(id), desktop);
  const rows = page.locator('main tbody tr');
  await page.getByRole('link', { name: 'With this e-mail' }).click();
  await rows.getByText('Second').waitFor();
  expect(await rows.count()).toBe(2);

  await visit(page, place(stranger));
  const digits = page.getByRole('link', { name: 'With cards that end in 0000' });
  await digits.waitFor();
  expect(await page.getByRole('link', { name: 'With this e-mail' }).count()).toBe(0);
  await digits.click();
  await rows.getByText('First').waitFor();
  await rows.getByText('Third').waitFor();
});

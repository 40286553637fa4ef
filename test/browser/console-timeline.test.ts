import { desktop, here, type Merchant } from './support/browser.ts';
import { outcome, personOf, useConsole } from './support/console.ts';

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

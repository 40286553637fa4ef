import { desktop, here, useBrowser } from './support/browser.ts';
import { outcome, personOf, useConsole, visit } from './support/console.ts';

const openConsole = useConsole(useBrowser());

test('the form of a link is saved as a template, fills in another link, and is removed', async () => {
  const { key, merchant } = await here.shop();
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/links`, desktop);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByLabel('Text', { exact: true }).fill('Yoga class');
  await dialog.getByLabel('How often it can be paid').fill('12');
  await dialog.getByRole('button', { name: 'Save as a template' }).click();
  await dialog.getByLabel('Name of the template').fill('Class');
  // Enter saves the template, and makes no link.
  await dialog.getByLabel('Name of the template').press('Enter');
  await dialog.getByRole('button', { name: 'Class', exact: true }).waitFor();

  await visit(page, `#/${merchant.id}/links`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Class', exact: true }).click();
  expect(await dialog.getByLabel('Text', { exact: true }).inputValue()).toBe('Yoga class');
  await dialog.getByLabel('Amount').fill('15');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await page.getByRole('heading', { name: 'Payment link €15.00' }).waitFor();
  const { body } = await here.api('GET', `/merchants/${merchant.id}/links?limit=9`, { key });
  expect(body).toEqual([expect.objectContaining({ text: 'Yoga class', uses: 12, amount: 1500 })]);

  await visit(page, `#/${merchant.id}/links`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Remove the template Class' }).click();
  await outcome(page).getByText('The template Class is removed.').waitFor();
});

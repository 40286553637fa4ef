import type { Page } from 'playwright-core';
import { desktop, here, useBrowser } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole(useBrowser());

test('the form of a link is saved as a template, fills in another link, and is removed', async () => {
  const { key, merchant } = await here.shop({ methods: ['mobilepay', 'bancontact'] });
  const page = await openConsole(await personOf(merchant, key), `#/${merchant.id}/links`, desktop);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByLabel('Text', { exact: true }).fill('Yoga class');
  await dialog.getByLabel('How often it can be paid').fill('12');
  await dialog.getByLabel('MobilePay').uncheck();
  await dialog.getByRole('button', { name: 'Save as a template' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Enter a name for the template.').waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid=true]'));
  await dialog.getByLabel('Name of the template').fill('Class');
  // Enter saves the template, and does not make a link.
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
  const terms = { text: 'Yoga class', uses: 12, amount: 1500, methods: ['bancontact'] };
  expect(body).toEqual([expect.objectContaining(terms)]);

  await visit(page, `#/${merchant.id}/links`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await dialog.getByRole('button', { name: 'Remove the template Class' }).click();
  await outcome(page).getByText('The template Class is removed.').waitFor();
});

test('colleagues share templates, and nobody overwrites the template of another one unseen', async () => {
  const { key, merchant } = await here.shop();
  const place = `#/${merchant.id}/links`;
  const ann = await openConsole(await personOf(merchant, key, 'member'), place, desktop);
  const dialog = (page: Page) => page.getByRole('dialog');
  const begin = async (page: Page, text: string) => {
    await page.getByRole('button', { name: 'Make a link' }).click();
    await dialog(page).getByLabel('Text', { exact: true }).fill(text);
  };
  const save = async (page: Page) => {
    const named = dialog(page).getByLabel('Name of the template');
    if (!(await named.isVisible()))
      await dialog(page).getByRole('button', { name: 'Save as a template' }).click();
    await named.fill('Class');
    await named.press('Enter');
  };
  await begin(ann, 'Yoga');
  await dialog(ann).getByLabel('Amount').fill('12.5');
  // Ben opens the dialog in German while there is no template.
  const ben = await openConsole(await personOf(merchant, key, 'member'), place, {
    ...desktop,
    locale: 'de-DE',
  });
  await ben.getByRole('button', { name: 'Link erstellen' }).first().click();
  const german = dialog(ben);
  await german.getByRole('button', { name: 'Als Vorlage speichern' }).click();
  await save(ann);
  await outcome(ann).getByText('The template Class is saved.').waitFor();

  await german.getByLabel('Text', { exact: true }).fill('Pilates');
  await german.getByLabel('Name der Vorlage').fill('Class');
  await german.getByLabel('Name der Vorlage').press('Enter');
  await german.getByText('Jemand aus Ihrem Team hat diese Vorlage inzwischen geändert.').waitFor();
  expect(await german.getByLabel('Text', { exact: true }).inputValue()).toBe('Pilates');
  await german.getByRole('button', { name: 'Class', exact: true }).click();
  expect(await german.getByLabel('Text', { exact: true }).inputValue()).toBe('Yoga');
  expect(await german.getByLabel('Betrag').inputValue()).toBe('12,50');
  // Ben has seen the template now, and changes it.
  await german.getByLabel('Text', { exact: true }).fill('Pilates');
  await german.getByLabel('Name der Vorlage').press('Enter');
  await outcome(ben).getByText('Die Vorlage Class ist gespeichert.').waitFor();
  await dialog(ann).getByLabel('Amount').fill('13');
  await save(ann);
  await dialog(ann).getByText('A colleague has changed this template in the meantime.').waitFor();
  await dialog(ann).getByRole('button', { name: 'Class', exact: true }).click();
  expect(await dialog(ann).getByLabel('Text', { exact: true }).inputValue()).toBe('Pilates');
});

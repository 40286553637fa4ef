import { desktop, here, useBrowser } from './support/browser.ts';
import { outcome, personOf, useConsole, visit } from './support/console.ts';

const openConsole = useConsole(useBrowser());

test('a person who may change no settings still chooses their own e-mail, and the choice stays', async () => {
  const { key, merchant } = await here.shop();
  const email = await personOf(merchant, key, 'accountant');
  const page = await openConsole(email, `#/${merchant.id}/settings`, desktop);
  const own = page.getByRole('region', { name: 'Your e-mail' });
  const summary = own.getByLabel('Each morning a summary of the day before');
  await own.getByText(`They go to ${email}`).waitFor();
  expect([await summary.isEnabled(), await summary.isChecked()]).toEqual([true, false]);
  await summary.check();
  await outcome(page).getByText('Saved.').waitFor();
  await visit(page, `#/${merchant.id}/settings`);
  expect(await summary.isChecked()).toBe(true);
  expect(await own.getByLabel('When a webhook endpoint is switched off').isChecked()).toBe(false);

  await page.context().setOffline(true);
  await summary.click();
  await own
    .getByRole('alert')
    .getByText(/connection|reach/i)
    .waitFor();
  expect(await summary.isChecked()).toBe(true);
});

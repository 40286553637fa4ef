import type { Page } from 'playwright-core';
import { waitUntil } from '../../api/support/wait-until.ts';
import { desktop, here, useBrowser } from '../support/browser.ts';
import { outcome, personOf, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole(useBrowser());

test('a person who may change no settings still chooses their own e-mail, and the choice stays', async () => {
  const { key, merchant } = await here.shop();
  const email = await personOf(merchant, key, 'accountant');
  const page = await openConsole(email, `#/${merchant.id}/settings`, desktop);
  const own = page.getByRole('region', { name: 'Your e-mail' });
  const summary = own.getByLabel('Each morning a summary of the day before');
  await own.getByText(`These notices go to ${email}`).waitFor();
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

test('two tabs that choose different mails do not undo each other’s choice, and show both', async () => {
  const { key, merchant } = await here.shop();
  const email = await personOf(merchant, key, 'owner');
  const one = await openConsole(email, `#/${merchant.id}/settings`, desktop);
  const other = await one.context().newPage();
  await visit(other, `#/${merchant.id}/settings`);
  const own = (page: Page) => page.getByRole('region', { name: 'Your e-mail' });
  const summary = (page: Page) => own(page).getByLabel('Each morning a summary of the day before');
  const endpoint = (page: Page) => own(page).getByLabel('When a webhook endpoint is switched off');
  await summary(one).check();
  await outcome(one).getByText('Saved.').waitFor();
  await endpoint(other).check();
  await outcome(other).getByText('Saved.').waitFor();
  await waitUntil(
    () => summary(other).isChecked(),
    (isChecked) => isChecked,
  );
  await visit(one, `#/${merchant.id}/settings`);
  expect([await summary(one).isChecked(), await endpoint(one).isChecked()]).toEqual([true, true]);

  // The form of the merchant's own choices sends only what this tab has changed.
  await visit(other, `#/${merchant.id}/settings`);
  const form = (page: Page) => page.locator('form.sheet');
  const [disputes, payouts] = ['When a dispute opens or ends', 'When a payout is sent or comes back'];
  for (const [page, label] of [
    [one, disputes],
    [other, payouts],
  ] as const) {
    await form(page).getByLabel(label).check();
    await form(page).getByRole('button', { name: 'Save' }).click();
    await outcome(page).getByText('Saved.').waitFor();
  }
  const { body } = await here.api('GET', `/merchants/${merchant.id}`, { key });
  expect(body.merchant.notifications).toMatchObject({ disputes: true, payouts: true });
});

import type { Page } from 'playwright-core';
import { savedCards } from '../api/support/saved-cards.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  isTooWide,
  look,
  type Merchant,
  paidId,
  phone,
  posUrl,
  receipt,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
const { link, list, save, withSaved } = savedCards(here, () => ({ key, merchant }));

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

const cards = (page: Page) => page.locator('#saved');
const code = (page: Page) => page.locator('#code');
const number = (page: Page) => page.locator('#number');
const submit = (page: Page) => page.locator('#submit');

/** A customer with saved cards, the last of which was saved last. */
async function customerWith(...numbers: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of numbers) ids.push(await save('ann', {}, each));
  await waitUntil(
    () => list('ann'),
    ({ length }) => length === numbers.length,
  );
  return ids;
}

const visa = '4100000000000034';
const mastercard = '5555555555554444';

test('a customer saves a card, and pays again with one tap and the security code', async () => {
  const page = await openPage();
  await page.goto((await link('ann')).url);
  expect(await cards(page).count()).toBe(0);
  const keep = page.getByLabel('Save this card for Coffee & John');
  expect(await keep.isChecked()).toBe(false);
  expect(await words(page.locator('#keep-terms'))).toContain('The security code is never kept.');
  await keep.check();
  await typeCard(page, frictionless);
  await submit(page).click();
  const id = await paidId(page);
  await waitUntil(
    () => list('ann'),
    ({ length }) => length === 1,
  );

  const next = await openPage();
  await next.goto((await link('ann')).url);
  expect(await number(next).isVisible()).toBe(false);
  expect(await next.locator('#expiry').isVisible()).toBe(false);
  expect(await next.locator('#keep').isVisible()).toBe(false);
  const card = next.getByRole('radio', { name: 'Visa •••• 0034' });
  expect([await card.isChecked(), await card.inputValue()]).toEqual([true, id]);
  await code(next).pressSequentially('123');
  await submit(next).click();
  await answerBank(next, 'confirm');
  const transactionId = await paidId(next);
  expect(await words(receipt(next))).toContain('Visa •••• 0034');
  expect(await here.transaction(key, transactionId)).toMatchObject({ tds: 'full', card: { last4: '0034' } });
  await next.reload();
  expect(await paidId(next)).toBe(transactionId);
});

test('a card is saved only if the customer ticks the box, and the box needs a link with a customer', async () => {
  const page = await openPage();
  await page.goto((await link('ann')).url);
  await typeCard(page, frictionless);
  await submit(page).click();
  await paidId(page);
  await page.goto((await link()).url);
  expect(await page.locator('#keep').count()).toBe(0);
  expect(await page.locator('link[href*="saved-"], script[src*="saved-"]').count()).toBe(0);
  const query = `?key=${merchant.key}&test=1&value=1&customer=ann`;
  await page.goto(`${process.env.FLORIN_POS_URL}/${query}`);
  expect(await page.locator('#keep, #saved').count()).toBe(0);
  expect(await list('ann')).toEqual([]);
});

test('the last used card comes first; the customer can choose or type another one', async () => {
  const [first = ''] = await customerWith(visa, mastercard);
  const { id } = await link('ann');
  expect((await here.pay(await withSaved(id, first))).status).toBe(201);
  await waitUntil(
    () => list('ann'),
    (all) => all.some(({ used }) => used !== null),
  );
  const page = await openPage();
  await page.goto((await link('ann')).url);
  expect((await words(cards(page))).replace(/\s+/g, ' ')).toBe(
    'Your cards Visa •••• 0034 12/90 Remove Mastercard •••• 4444 12/90 Remove Another card',
  );
  await code(page).fill('999');
  await page.getByLabel('Another card').check();
  expect([await code(page).inputValue(), await number(page).isVisible()]).toEqual(['', true]);
  expect(await page.locator('#keep').isVisible()).toBe(true);
  await page.getByRole('radio', { name: 'Mastercard •••• 4444' }).check();
  expect(await number(page).isVisible()).toBe(false);
  await submit(page).click();
  expect(await words(page.locator('#code-error'))).toBe('Enter the security code.');
  await page.getByLabel('Another card').check();
  await typeCard(page, frictionless);
  await submit(page).click();
  const transaction = await here.transaction(key, await paidId(page));
  expect(transaction.card.last4).toBe('0034');
});

test('a customer chooses, keeps and pays with a saved card by keyboard alone', async () => {
  await customerWith(visa, mastercard);
  const page = await openPage(desktop);
  await page.goto((await link('ann')).url);
  await page.getByRole('radio', { name: 'Mastercard •••• 4444' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Visa •••• 0034' }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep');
  await page.keyboard.press('Escape');
  expect(await page.locator('.ask').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Remove: Visa •••• 0034',
  );
  await code(page).focus();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await answerBank(page, 'confirm');
  const transaction = await here.transaction(key, await paidId(page));
  expect(transaction.card.last4).toBe('0034');
});

test('a customer removes a card after a confirmation, without a reload; without cards, the usual form appears', async () => {
  await customerWith(visa, mastercard);
  const page = await openPage();
  await page.goto((await link('ann')).url);
  await page.getByRole('button', { name: 'Remove: Mastercard •••• 4444' }).click();
  await page.getByRole('button', { name: 'Keep' }).click();
  expect(await cards(page).getByRole('radio').count()).toBe(3);
  for (const [name, left] of [
    ['Mastercard •••• 4444', 2],
    ['Visa •••• 0034', 1],
  ] as const) {
    await page.getByRole('button', { name: `Remove: ${name}` }).click();
    await page
      .getByRole('group', { name: `Remove ${name}?` })
      .getByText('Remove', { exact: true })
      .click();
    await page.getByText(`${name} has been removed.`).waitFor({ state: 'attached' });
    expect(await page.locator('[name=with]').count()).toBe(left);
  }
  expect([await cards(page).isVisible(), await number(page).isVisible()]).toEqual([false, true]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('number');
  await waitUntil(
    () => list('ann'),
    ({ length }) => length === 0,
  );
  await typeCard(page, frictionless);
  await submit(page).click();
  await paidId(page);
});

test('offline, removing a card fails, and the page says so', async () => {
  await customerWith(visa);
  const page = await openPage();
  await page.goto((await link('ann')).url);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Remove: Visa •••• 0034' }).click();
  await page.locator('.ask').getByText('Remove', { exact: true }).click();
  await page.getByText('No connection').waitFor();
  expect(await cards(page).getByRole('radio').count()).toBe(2);
  await page.context().setOffline(false);
  expect(await list('ann')).toHaveLength(1);
});

test.each([
  [503, 'Busy'],
  [200, '<html>The login page of a Wi-Fi network</html>'],
])(
  'only Florin’s own response removes a card, and no other is called a lost connection: %i %s',
  async (status, body) => {
    await customerWith(visa);
    const page = await openPage();
    await page.goto((await link('ann')).url);
    await page.route('**/cards/*', (route) => route.fulfill({ status, body }));
    await page.getByRole('button', { name: 'Remove: Visa •••• 0034' }).click();
    await page.locator('.ask').getByText('Remove', { exact: true }).click();
    await page.locator('#alert').getByText('Something went wrong on our side').waitFor();
    expect(await cards(page).getByRole('radio').count()).toBe(2);
  },
);

test('a choice that the browser restores on the way back shows its fields', async () => {
  await customerWith(visa);
  const page = await openPage();
  const { url } = await link('ann');
  await page.goto(url);
  await page.getByLabel('Another card').check();
  await page.goto(`${posUrl}/sdk.js`);
  await page.goBack();
  await page.waitForLoadState();
  expect(await page.getByLabel('Another card').isChecked()).toBe(true);
  await typeCard(page, frictionless);
  await submit(page).click();
  await paidId(page);
});

test('a payment with a card that was removed elsewhere fails, and the page says what to do', async () => {
  const [id = ''] = await customerWith(visa);
  const page = await openPage();
  await page.goto((await link('ann')).url);
  await here.api('DELETE', `/merchants/${merchant.id}/customers/ann/cards/${id}`, { key });
  await code(page).pressSequentially('123');
  await submit(page).click();
  await page.getByText('This card can no longer be used here. Use another one.').waitFor();
  expect(await words(page.locator('#alert'))).toContain('You have not been charged.');
  await page.getByLabel('Another card').check();
  await typeCard(page, frictionless);
  await submit(page).click();
  await paidId(page);
});

test('choosing a test card replaces the saved card', async () => {
  await customerWith(visa);
  const page = await openPage();
  await page.goto((await link('ann')).url);
  await page.getByText('Test cards', { exact: true }).click();
  await page.locator('[data-number="4100000000000010"]').click();
  expect(await page.getByLabel('Another card').isChecked()).toBe(true);
  await submit(page).click();
  await answerBank(page, 'confirm');
  await page.getByText('The bank has declined the payment.').waitFor();
});

test('two tabs pay a link for one payment with one saved card: one charge', async () => {
  await customerWith(visa);
  const { id, url } = await link('ann', { uses: 1 });
  const pages = [await openPage(), await openPage()];
  for (const page of pages) {
    await page.goto(url);
    await code(page).pressSequentially('123');
    await submit(page).click();
    await bankOf(page);
  }
  await Promise.all(pages.map((page) => answerBank(page, 'confirm')));
  await Promise.all(pages.map((page) => page.locator('#receipt:visible, #ended:visible').first().waitFor()));
  const paid = await Promise.all(pages.map((page) => receipt(page).isVisible()));
  expect(paid.sort()).toEqual([false, true]);
  expect((await here.api('GET', `/links/${id}`, { key })).body.link).toMatchObject({ paid: 1 });
});

describe.each([
  ['en-GB', 'phone', 'light', phone],
  ['de-DE', 'desktop', 'dark', desktop],
  ['el-GR', 'phone', 'dark', phone],
] as const)('%s on a %s, %s', (locale, device, colorScheme, options) => {
  test('the page passes the checks of layout and accessibility', async () => {
    await customerWith(visa, mastercard);
    const page = await openPage({ ...options, locale, colorScheme });
    const name = `saved-cards-${locale}-${device}-${colorScheme}`;
    await page.goto((await link('bob')).url);
    await look(page, `${name}-consent`, true);
    await page.goto((await link('ann')).url);
    await look(page, name, true);
    await page.locator('[data-remove]').last().click();
    await look(page, `${name}-removing`, true);
    await page.locator('[name=with]').last().check();
    await look(page, `${name}-another`, true);
    expect(await isTooWide(page)).toBe(false);
  });
});

import { waitUntil } from '../../api/support/wait-until.ts';
import { desktop, here, look, type Merchant, words } from '../support/browser.ts';
import { openDispute, outcome, personOf, useConsole, visit } from '../support/console.ts';

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

test('money that the acquirer keeps in another currency is in the timeline, in that currency', async () => {
  const id = await here.authorized(merchant, 0, { amount: { currency: 'USD', exponent: 2, value: 5000 } });
  await here.move(key, id, 'captures', 5000);
  const page = await openConsole(email, '#/', desktop);
  // Only a live merchant has such lines.
  await page.route(`**/api/transactions/${id}`, async (route) => {
    const answer = await (await route.fetch()).json();
    Object.assign(answer.transaction.trail[0], { balance: 0, fee: { flat: 0, rate: 0 } });
    await route.fulfill({ json: answer });
  });
  await page.route('**/api/lines/*', async (route) => {
    const { exchange: _, ...line } = await (await route.fetch()).json();
    const kept = { currency: 'USD', balance: 4800, fee: 200 };
    await route.fulfill({ json: { ...line, balance: 0, fee: 0, kept } });
  });
  await visit(page, place(id));
  const capture = page.locator('.timeline li', { hasText: 'captured' });
  await capture.getByText(/Fee (US)?\$2\.00 · Balance \+(US)?\$48\.00/).waitFor();
});

test('movements that are on their way, and those that were declined later, are shown as such', async () => {
  const id = await here.authorized(merchant, 5000);
  const page = await openConsole(email, '#/', desktop);
  const until = '2030-01-02T12:00:00.000Z';
  const onItsWay = (kind: string, amount: number) => ({
    ...{ [kind]: true, created: '2026-11-28T12:00:00.000Z', amount, balance: 0 },
    ...{ fee: { flat: 0, rate: 0 }, descriptor: 'Shop', pending: true, until },
  });
  // Only a live merchant has such movements.
  await page.route(`**/api/transactions/${id}`, async (route) => {
    const { transaction } = await (await route.fetch()).json();
    const sums = { pendingAmount: 0, capturedAmount: 2000 };
    const trail = [onItsWay('capture', 1000), onItsWay('void', 2000), onItsWay('refund', 500)];
    const declined = '2026-11-29T12:00:00.000Z';
    const declinedMovements = [{ capture: true, created: declined, amount: 700, declined }];
    await route.fulfill({ json: { transaction: { ...transaction, ...sums, trail, declinedMovements } } });
  });
  await visit(page, place(id));
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Capture of €10.00 on its way').waitFor();
  expect((await timeline.locator('li strong').allInnerTexts()).sort()).toEqual([
    'Capture of €10.00 on its way',
    'Refund of €5.00 on its way',
    'Void of €20.00 on its way',
    '€50.00 authorized',
  ]);
  await timeline
    .getByText('The payment provider will complete this movement later. The result is expected by')
    .first()
    .waitFor();
  await page.getByText('declined the capture of €7.00 that was on its way').waitFor();
  const states = await page.locator('header .badge, main .badge').allInnerTexts();
  expect(states).toEqual(expect.arrayContaining(['Refund on its way', 'On its way']));
  // No more can be refunded than is not on its way.
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('15.00');
});

/** The events of the only endpoint, whose deliveries are only listed, until there are so many. */
async function sentEvents(webhooks: string, count: number): Promise<string[]> {
  const list = () => here.api('GET', webhooks, { key, query: { limit: 100 } });
  const { body } = await waitUntil(list, ({ body }) => body.length >= count);
  return body.map(({ type }: { type: string }) => type);
}

test('the timeline shows a dispute, the people who moved money, and webhook deliveries', async () => {
  const path = `/merchants/${merchant.id}/webhooks`;
  const made = await here.api('POST', path, { key, body: {} });
  const endpoint = made.body.webhook.id;
  const ids = [await here.authorized(merchant, 5000), await here.authorized(merchant, 6000)];
  for (const id of ids) expect((await here.move(key, id, 'captures', 5000)).status).toBe(201);
  const [id = ''] = ids;
  const page = await openConsole(email, place(id), desktop);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('12.50');
  // Forced colours remove the shadow, and the page below has the same background.
  await page.emulateMedia({ forcedColors: 'active' });
  const borderOf = (dialog: Element) => getComputedStyle(dialog).borderTopWidth;
  expect(await page.getByRole('dialog').evaluate(borderOf)).toBe('1px');
  await page.emulateMedia({ forcedColors: null });
  await page.getByRole('button', { name: 'Refund €12.50' }).click();
  await outcome(page).getByText('€12.50 has been refunded.').waitFor();
  await openDispute(id);
  await sentEvents(`${path}/${endpoint}/deliveries`, 6);

  await visit(page, place(id));
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Dispute about €20.00 opened').waitFor();
  await timeline.getByText('The customer says that the goods or the service never arrived.').waitFor();
  expect(await timeline.locator('li strong').allInnerTexts()).toEqual([
    'Dispute about €20.00 opened',
    '€12.50 refunded',
    '€50.00 captured',
    '€50.00 authorized',
  ]);
  expect(asked.filter((url) => /audit|webhooks/.test(url))).toEqual([]);

  await timeline.getByRole('button', { name: 'Show who did it' }).click();
  const refunded = timeline.locator('li', { hasText: '€12.50 refunded' });
  await refunded.getByText(`By ${email} in the console`).waitFor();
  expect(await timeline.getByText('in the console').count()).toBe(1);

  await page.emulateMedia({ media: 'print' });
  expect(await timeline.getByRole('heading', { name: 'Webhook deliveries' }).count()).toBe(0);
  expect(await page.locator('.top-name').isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  await timeline.getByRole('button', { name: 'Show webhook deliveries' }).click();
  const deliveries = timeline.locator('.rows li');
  await deliveries.first().waitFor();
  const types = ['dispute.opened', 'transaction.refunded', 'transaction.captured', 'transaction.created'];
  expect(await deliveries.locator('code').allInnerTexts()).toEqual(types);
  expect(new Set(await deliveries.locator('.badge').allInnerTexts())).toEqual(new Set(['Listed']));
  await look(page, 'console-timeline', true);
  await deliveries.getByRole('link', { name: 'transaction.captured' }).click();
  await page.getByRole('heading', { name: 'Without an address (deliveries are only listed)' }).waitFor();
  expect(await words(page.locator('tbody tr').first())).toContain('transaction.captured');

  const support = await openConsole(await personOf(merchant, key, 'support'), place(id), desktop);
  await support.getByRole('button', { name: 'Show webhook deliveries' }).waitFor();
  expect(await support.getByRole('button', { name: 'Show who did it' }).count()).toBe(0);
});

test('the timeline shows which mails were sent to the customer, and omits mails that may not have been sent', async () => {
  const id = await here.authorized(merchant, 5000);
  await here.move(key, id, 'captures', 5000);
  const asked = { integration: { key: merchant.key }, transactionId: id, email: `ann-${id}@example.com` };
  expect((await here.pos('/payments/receipts', asked)).status).toBe(202);
  expect((await here.move(key, id, 'refunds', 700)).status).toBe(201);
  const page = await openConsole(await personOf(merchant, key, 'support'), place(id), desktop);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  // The page polls until the mails were sent.
  const receipt = timeline.locator('li', { hasText: 'Receipt sent to the customer' });
  await receipt.getByText('a•••@example.com').waitFor();
  await timeline.getByText('Mail about the refund of €7.00 sent to the customer').waitFor();

  await page.route('**/mails', (route) => {
    const mail = { created: new Date().toISOString(), to: 'b•••@example.com' };
    return route.fulfill({ json: [{ ...mail, outcome: 'refused', refund: null }] });
  });
  await visit(page, place(id));
  await timeline.getByText('The receipt was not sent: the mail service refused it').waitFor();
  expect(await receipt.count()).toBe(0);
  await page.route('**/mails', (route) => route.abort());
  await visit(page, place(id));
  await timeline.getByText('The mails to the customer could not be loaded.').waitFor();
});

import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { waitUntil } from '../../api/support/wait-until.ts';
import { desktop, here, isTooWide, look, type Merchant, phone } from '../support/browser.ts';
import { askAs, openDispute, personOf, signInAgain, useConsole, visit } from '../support/console.ts';

const openConsole = useConsole();

let key: string;
let merchant: Merchant;
let email: string;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  email = await personOf(merchant, key);
});

/** Opens a dispute of a captured payment, and returns its id. */
async function makeDispute(over = {}): Promise<string> {
  const id = await here.authorized(merchant, 5000, over);
  await here.move(key, id, 'captures', 5000);
  await openDispute(id);
  const query = { limit: 1, 'filter[merchantId]': merchant.id, 'filter[transactionId]': id };
  const list = () => here.api('GET', '/disputes', { key, query });
  return (await waitUntil(list, ({ body }) => body.length === 1)).body[0].id;
}

const evidenceOf = async (id: string) =>
  (await here.api('GET', `/disputes/${id}`, { key })).body.dispute.evidence;

const place = (id: string) => `#/${merchant.id}/disputes/${id}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const explanation = (page: Page) => page.getByLabel('Your explanation');
const pdf = (name: string, bytes = 300) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]),
});

/** Fills in an explanation, and goes on to the second step. */
async function check(page: Page, text: string): Promise<void> {
  await button(page, 'Send evidence').click();
  await explanation(page).fill(text);
  await button(page, 'Check the evidence').click();
  await page.getByRole('heading', { name: 'Send this evidence?' }).waitFor();
}

test.each([
  ['phone', phone],
  ['desktop', desktop],
])(
  'on a %s, texts and files are sent once, after the user has seen all of them again',
  async (name, size) => {
    const id = await makeDispute();
    const page = await openConsole(email, place(id), size);
    await button(page, 'Send evidence').click();
    await explanation(page).fill('Delivered on 3 November.\n<b>Signed</b> by the customer.');
    await page.getByLabel('Carrier').fill('DHL');
    await page.getByLabel('Sent on').fill('2026-11-03');
    await page.getByLabel('Proof of delivery').setInputFiles(pdf('proof.pdf', 2_000_000));
    await page.getByLabel('Another document').setInputFiles(pdf('wrong.pdf'));
    await button(page, 'Remove: Another document').click();
    await look(page, `console-evidence-${name}`);
    await button(page, 'Check the evidence').click();
    await page.getByText('You can neither change it nor add to it afterwards.').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('<b>Signed</b> by the customer.').waitFor();
    await dialog.getByText('proof.pdf').waitFor();
    expect(await dialog.getByText('wrong.pdf').count()).toBe(0);
    await look(page, `console-evidence-check-${name}`);
    expect(await isTooWide(page)).toBe(false);
    await button(page, 'Back').click();
    expect(await page.getByLabel('Carrier').inputValue()).toBe('DHL');
    await page.getByText('proof.pdf').waitFor();
    await button(page, 'Check the evidence').click();
    await button(page, 'Send now').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await evidenceOf(id)).submitted).toEqual(expect.any(String));
    expect(await button(page, 'Send evidence').count()).toBe(0);
    await page.getByText('Your evidence was sent.').waitFor();
    expect(await page.locator('.page-head .badge').textContent()).toBe('Evidence sent');
    const sent = page.getByRole('region', { name: 'What you sent' });
    for (const text of ['<b>Signed</b> by the customer.', 'DHL', '2026-11-03', 'proof.pdf'])
      await sent.getByText(text).waitFor();
    expect(await page.getByText('Answer by').count()).toBe(1); // the deadline among the facts
    await visit(page, `#/${merchant.id}/overview`);
    await page.getByText('Needs an answer').waitFor();
    expect(await page.getByRole('link', { name: 'open dispute' }).count()).toBe(0);
  },
);

test('evidence that somebody has entered survives a closed dialog and the end of the session', async () => {
  const id = await makeDispute();
  const other = await makeDispute();
  const page = await openConsole(email, place(id), desktop);
  await button(page, 'Send evidence').click();
  await explanation(page).fill('Delivered on 3 November.');
  await page.getByLabel('Proof of delivery').setInputFiles(pdf('proof.pdf'));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button(page, 'Send evidence').click();
  expect(await explanation(page).inputValue()).toBe('Delivered on 3 November.');

  expect(await askAs(page, 'DELETE', 'sessions')).toBe(204);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInAgain(page, email);
  await button(page, 'Send evidence').click();
  expect(await explanation(page).inputValue()).toBe('Delivered on 3 November.');
  await page.getByText('proof.pdf').waitFor();
  await button(page, 'Check the evidence').click();
  await button(page, 'Send now').click();
  await page.getByText('Your evidence was sent.').waitFor();
  expect((await evidenceOf(id)).submitted).toEqual(expect.any(String));

  await page.evaluate((hash) => {
    location.hash = hash;
  }, place(other));
  await button(page, 'Send evidence').click();
  expect(await explanation(page).inputValue()).toMatch(
    /^Time: .*\nAmount: €50\.00\nPaid with: Visa •••• \d{4}/,
  );
});

test('the form begins with what is known of the payment, the customer and earlier payments', async () => {
  const payer = { name: 'Ann Lee', email: `${randomBytes(6).toString('hex')}@example.com` };
  await here.authorized(merchant, 1200, { payer });
  const custom = { reference: 'Order 7', customer: { address: '1 High Street, Cork' } };
  const id = await makeDispute({ payer, custom, text: 'Ten eggs' });
  const page = await openConsole(email, place(id), desktop);
  await button(page, 'Send evidence').click();
  expect(await page.getByLabel('Name of the customer').inputValue()).toBe('Ann Lee');
  expect(await page.getByLabel('Goods or service').inputValue()).toBe('Ten eggs');
  const text = await explanation(page).inputValue();
  expect(text.split('\n').map((line) => line.replace(/^(Time: ).*/, '$1…'))).toEqual([
    ...[
      'Reference: Order 7',
      'Time: …',
      'Amount: €50.00',
      expect.stringMatching(/^Paid with: Visa •••• \d{4}$/),
    ],
    ...[expect.stringContaining('3-D Secure: '), `E-mail of the customer: ${payer.email}`],
    ...[
      'Address of the customer: 1 High Street, Cork',
      expect.stringMatching(/^Other payments: .* \(€12\.00\)$/),
    ],
  ]);
});

test('a form that could not be loaded opens at the second attempt', async () => {
  const id = await makeDispute();
  const page = await openConsole(email, place(id), desktop);
  await page.route('**/evidence-dialog-*', (route) => route.abort(), { times: 1 });
  await button(page, 'Send evidence').click();
  await page.getByRole('alert').getByText('The server did not answer').waitFor();
  await button(page, 'Send evidence').click();
  await explanation(page).waitFor();
});

test('invalid evidence is refused with the reason, and can be corrected', async () => {
  const id = await makeDispute();
  const page = await openConsole(email, place(id), desktop);
  await button(page, 'Send evidence').click();
  await explanation(page).fill('');
  await button(page, 'Check the evidence').click();
  /** The field that has the focus, with its fault. */
  const faulty = () =>
    page
      .locator('.field.wrong')
      .filter({ has: page.locator(':focus') })
      .textContent();
  await page.getByText('Write an explanation or choose a file.').waitFor();
  await waitUntil(faulty, (text) => text?.startsWith('Your explanation') === true);
  await page.getByLabel('Sent on').fill('2999-01-01');
  await button(page, 'Check the evidence').click();
  await page.getByText('Enter a day that is not in the future.').waitFor();
  await page.getByLabel('Sent on').fill('');
  const receipt = page.locator('input[type=file]').first();
  await receipt.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await button(page, 'Check the evidence').click();
  await page.getByText('Choose a PDF, a PNG or a JPEG.').waitFor();
  await receipt.setInputFiles(pdf('large.pdf', 3 * 1024 * 1024));
  await button(page, 'Check the evidence').click();
  await page.getByText('All files together have more than 3 MB.').waitFor();
  await waitUntil(faulty, (text) => text?.startsWith('Receipt or invoice') === true);
  // The server looks into the file and the text.
  await receipt.setInputFiles({ ...pdf('a.pdf'), buffer: Buffer.from('no PDF') });
  await explanation(page).fill('Paid with 4111 1111 1111 1111');
  await button(page, 'Check the evidence').click();
  await button(page, 'Send now').click();
  await page.getByText('Must not contain a card number').waitFor();
  await page.getByText('Must be a PDF, a PNG or a JPEG').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await receipt.setInputFiles(pdf('a.pdf'));
  await explanation(page).fill('Paid with a card that ends in 1111');
  await button(page, 'Check the evidence').click();
  await button(page, 'Send now').waitFor();
  expect(await page.getByText('Must not contain a card number').count()).toBe(0);
  // The acquirer may refuse the evidence as a whole.
  const refusal = [{ field: 'body', message: 'The acquirer takes no more evidence' }];
  await page.route('**/evidence', (route) => route.fulfill({ status: 400, json: refusal }), { times: 1 });
  await button(page, 'Send now').click();
  await page.getByText('The acquirer takes no more evidence').waitFor();
  await button(page, 'Check the evidence').click();
  await button(page, 'Send now').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await evidenceOf(id)).toBeTruthy();
});

test('after a lost response, the same evidence with the same key learns that it has arrived', async () => {
  const id = await makeDispute();
  const page = await openConsole(email, place(id), desktop);
  await check(page, 'Delivered');
  const sent: [string | undefined, string | null][] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/evidence'))
      sent.push([request.headers()['idempotency-key'], request.postData()]);
  });
  await page.route('**/evidence', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await button(page, 'Send now').click();
  await page.getByText('We do not know whether the evidence has arrived.').waitFor();
  await page.keyboard.press('Escape');
  expect(await button(page, 'Back').isDisabled()).toBe(true);
  await look(page, 'console-evidence-unknown');
  await page.unroute('**/evidence');
  await button(page, 'Try again').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(sent).toEqual([sent[0], sent[0]]);
  expect(await evidenceOf(id)).toBeTruthy();
});

test('two people at the same time: the second one learns that evidence was sent already', async () => {
  const id = await makeDispute();
  const page = await openConsole(email, place(id), desktop);
  await check(page, 'Mine');
  const other = await here.api('POST', `/disputes/${id}/evidence`, { key, body: { explanation: 'Theirs' } });
  expect(other.status).toBe(201);
  await button(page, 'Send now').click();
  await page.getByText('The evidence was not sent. Somebody else has sent evidence').waitFor();
  await button(page, 'Close').click();
  expect(await button(page, 'Send evidence').count()).toBe(0);
});

test.each(['support', 'accountant'])('%s sees the dispute, and sends no evidence', async (role) => {
  const id = await makeDispute();
  const page = await openConsole(await personOf(merchant, key, role), place(id), desktop);
  await page.getByText('The customer says that the goods or the service never arrived.').waitFor();
  expect(await button(page, 'Send evidence').count()).toBe(0);
});

test('in an appeal with a fee, the form asks for what the acquirer takes, and for the fee', async () => {
  const id = await makeDispute();
  const accepts = { texts: ['explanation'], files: ['other'], mostCharacters: 100, mostBytes: 1024 ** 2 };
  const contestFee = { acknowledged: false, amount: 50_000, currency: 'USD' };
  const eligibility = { status: 'requires_action', missing: ['description', 'customer_identifiers'] };
  const page = await openConsole(email, `#/${merchant.id}/disputes`, desktop);
  await page.route(`**/api/disputes/${id}`, async (route) => {
    const { dispute } = await (await route.fetch()).json();
    await route.fulfill({
      json: { dispute: { ...dispute, stage: 'appeal', accepts, contestFee, eligibility } },
    });
  });
  await visit(page, place(id));
  await page.getByText('US$500.00 if you send evidence').waitFor();
  await page.getByText('a description of this payment, identifiers of the customer').waitFor();
  await button(page, 'Send evidence').click();
  await explanation(page).fill('Delivered');
  expect(await page.getByRole('dialog').locator('input, textarea').count()).toBe(3);
  await page.getByText('All files together can have at most 1 MB.').waitFor();
  await look(page, 'console-evidence-appeal');
  await button(page, 'Check the evidence').click();
  await page.getByText('Accept the fee. Without it, no evidence can be sent.').waitFor();
  await page.getByLabel('I accept the fee of the card scheme: US$500.00').check();
  await button(page, 'Check the evidence').click();
  let sent: unknown;
  await page.route('**/evidence', async (route) => {
    sent = route.request().postDataJSON();
    await route.abort();
  });
  await button(page, 'Send now').click();
  await page.getByText('We do not know whether the evidence has arrived.').waitFor();
  expect(sent).toEqual({ explanation: 'Delivered', feeAcknowledged: true });
});

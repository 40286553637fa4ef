import type { Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  frictionless,
  here,
  isPaying,
  linkOf,
  look,
  type Merchant,
  paidId,
  payWith,
  transactionsOf,
  typeCard,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;

beforeEach(async () => {
  ({ key, merchant } = await here.shop());
});

const minutes = 60_000;

/** A customer's page with its own clock, and the requests that it has sent to Florin. */
async function open(parameters = {}) {
  const page = await openPage();
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
  });
  await page.goto(linkOf(merchant, parameters));
  return { page, asked };
}

/** Lets the device sleep: the clock continues, but timers run only after it wakes. */
async function sleep(page: Page, milliseconds: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
  await page.clock.setSystemTime(now + milliseconds);
}

/** Checks that the page has not paid, and asks the customer whether to pay. */
async function isAsked(page: Page): Promise<void> {
  await page.locator('#ask').waitFor();
  expect(await words(page.locator('#ask'))).toMatch(
    /Do you still want to pay\?[\s\S]*You have not been charged\.[\s\S]*Pay €49\.99[\s\S]*Cancel/,
  );
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('ask-title');
  expect(await transactionsOf(key, merchant)).toEqual([]);
}

async function paysOnce(page: Page): Promise<void> {
  const id = await paidId(page);
  expect((await transactionsOf(key, merchant)).map((transaction) => transaction.id)).toEqual([id]);
}

/** Waits for a round trip to the server, so that earlier requests of the page were answered. */
const roundTrip = (page: Page) => page.evaluate(async () => (await fetch('/sdk.js')).status);

/** Loses the answer to the payment request, or the request itself. */
async function loseAnswer(page: Page, arrives: boolean): Promise<void> {
  let lost = false;
  await page.route('**/payments', async (route) => {
    if (lost || !isPaying(route)) return route.continue();
    lost = true;
    if (arrives) await route.fetch();
    return route.abort('connectionreset');
  });
}

test('a customer pays offline and leaves: after two minutes, the page asks before it pays', async () => {
  const { page, asked } = await open();
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  await page.locator('#notice').waitFor();
  await page.clock.fastForward(1.8 * minutes);
  expect(await page.locator('#notice').isVisible()).toBe(true);
  await page.clock.fastForward(0.3 * minutes);
  await isAsked(page);
  await look(page, 'ask');
  asked.length = 0;
  await page.context().setOffline(false);
  await roundTrip(page);
  expect(asked).toEqual([]);
  await page.locator('#again').click();
  await paysOnce(page);
});

test('after hours of sleep, the page asks before it pays', async () => {
  const { page, asked } = await open();
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  await page.locator('#notice').waitFor();
  asked.length = 0;
  await sleep(page, 180 * minutes);
  await page.context().setOffline(false);
  await isAsked(page);
  expect(asked).toEqual([]);
});

test('after the clock was set back, the page asks before it pays', async () => {
  const { page } = await open();
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  await page.locator('#notice').waitFor();
  await sleep(page, -180 * minutes);
  await page.context().setOffline(false);
  await isAsked(page);
});

test.each(['#notice', '#ask'])('cancelled at %s: nothing is paid, and the page says so', async (place) => {
  const { page, asked } = await open();
  await typeCard(page, frictionless);
  await page.context().setOffline(true);
  await page.locator('#submit').click();
  await page.locator('#notice').waitFor();
  if (place === '#ask') await page.clock.fastForward(3 * minutes);
  await page.locator(place).getByRole('button', { name: 'Cancel' }).click();
  expect(await words(page.locator('#alert'))).toMatch(/You have cancelled[\s\S]*You have not been charged/);
  asked.length = 0;
  await page.context().setOffline(false);
  await roundTrip(page);
  expect([asked, await transactionsOf(key, merchant)]).toEqual([[], []]);
  await page.locator('#submit').click();
  await paysOnce(page);
});

test('the page drops a retry that waited while the device slept', async () => {
  const { page } = await open();
  let last = 0;
  const asleep = new Promise<void>((done) => {
    page.route('**/payments', async (route) => {
      if (!isPaying(route)) return route.continue();
      last++;
      await sleep(page, 30 * minutes);
      await route.fulfill({ status: 503, body: '' });
      return done();
    });
  });
  await payWith(page, frictionless);
  await asleep;
  await page.clock.resume();
  await isAsked(page);
  expect(last).toBe(1);
});

test('a reload within two minutes continues by itself; after a later one, the page asks first', async () => {
  const { page, asked } = await open();
  await payWith(page);
  await bankOf(page);
  await page.reload();
  await bankOf(page);
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + 3 * minutes);
  asked.length = 0;
  await page.reload();
  await isAsked(page);
  expect(asked).toEqual([]);
  await page.locator('#again').click();
  await answerBank(page, 'confirm');
  await paysOnce(page);
  expect(asked).not.toContain('/vault');
});

test('after an hour the card is no longer kept: the page says that nothing was charged', async () => {
  const { page } = await open();
  await payWith(page, frictionless);
  await paidId(page);
  const other = await openPage();
  await other.clock.install();
  await other.goto(linkOf(merchant, { text: 'Later' }));
  await typeCard(other, frictionless);
  await loseAnswer(other, false);
  await other.locator('#submit').click();
  await other.locator('#notice').waitFor();
  await other.clock.fastForward(61 * minutes);
  await other.locator('#retry').click();
  await other.locator('#alert').filter({ hasText: 'Too much time has passed' }).waitFor();
  expect(await words(other.locator('#alert'))).toContain('You have not been charged');
  expect(await transactionsOf(key, merchant)).toHaveLength(1);
});

test('paid, but the response was lost: the page says that the outcome is unknown, resolves it, and pays only once', async () => {
  const { page, asked } = await open();
  await loseAnswer(page, true);
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  // The customer cannot cancel a payment that may have been made.
  expect(await page.locator('#leave').isVisible()).toBe(false);
  await page.clock.fastForward(3 * minutes);
  await page.locator('#notice').filter({ hasText: 'We do not know yet whether you have paid' }).waitFor();
  await look(page, 'unknown');
  asked.length = 0;
  await page.locator('#retry').click();
  await paysOnce(page);
  expect(asked).toEqual(['/payments', '/payments']);
});

test('declined, but the response was lost: the page resolves that, too', async () => {
  const { page } = await open();
  await page.locator('#test-cards summary').click();
  await page.locator('[data-number="4100000000000007"]').click();
  await page.locator('#submit').click();
  await bankOf(page);
  let lost = false;
  await page.route('**/payments', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await answerBank(page, 'confirm');
  await page.locator('#notice').waitFor();
  await page.clock.fastForward(3 * minutes);
  await page.locator('#retry').click();
  await page.locator('#alert').filter({ hasText: 'There is not enough money' }).waitFor();
  expect(await transactionsOf(key, merchant)).toHaveLength(1);
});

test('the request was lost: the page learns that without paying, and asks', async () => {
  const { page } = await open();
  await loseAnswer(page, false);
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  await sleep(page, 30 * minutes);
  await page.clock.resume();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await isAsked(page);
  await page.locator('#ask [data-leave]').click();
  expect(await words(page.locator('#alert'))).toContain('You have not been charged');
});

test('a reload hours after a lost response shows the receipt of the only payment', async () => {
  const { page } = await open();
  await loseAnswer(page, true);
  await payWith(page, frictionless);
  await page.locator('#notice').waitFor();
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + 180 * minutes);
  await page.reload();
  await paysOnce(page);
});

test.each([
  ['a login page of the network', { status: 200, contentType: 'text/html', body: '<h1>Hotel</h1>' }],
  ['a refusal by something in between', { status: 403, contentType: 'text/html', body: 'Forbidden' }],
])('%s leaves the outcome of the payment unknown', async (_name, answer) => {
  const { page } = await open();
  let strange = true;
  await page.route('**/payments', (route) =>
    strange && isPaying(route) ? route.fulfill(answer) : route.continue(),
  );
  await payWith(page, frictionless);
  await page.locator('#notice').filter({ hasText: 'You only pay once' }).waitFor();
  expect(await words(page.locator('#alert'))).toBe('');
  strange = false;
  await page.locator('#retry').click();
  await paysOnce(page);
});

test('a challenge that was open while the device slept has expired', async () => {
  const { page } = await open();
  await payWith(page);
  await bankOf(page);
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + 180 * minutes);
  await page.locator('#alert').filter({ hasText: 'not confirmed with your bank in time' }).waitFor();
  expect(await transactionsOf(key, merchant)).toEqual([]);
});

test('pressing the button before a script that loads much later makes no payment', async () => {
  const page = await openPage();
  await page.clock.install();
  let load = () => {};
  const held = new Promise<void>((done) => {
    load = done;
  });
  await page.route('**/assets/payment-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await page.goto(linkOf(merchant), { waitUntil: 'commit' });
  await typeCard(page, frictionless);
  await page.locator('#submit').click();
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + 180 * minutes);
  load();
  // The script is running: it groups the typed digits.
  await page.waitForFunction(() =>
    /\s/.test(document.querySelector<HTMLInputElement>('#number')?.value ?? ''),
  );
  await roundTrip(page);
  expect(asked).toEqual([]);
  await page.locator('#submit').click();
  await paysOnce(page);
});

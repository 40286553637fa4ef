import type { Frame, Page } from 'playwright-core';
import {
  answerBank,
  bankOf,
  desktop,
  frictionless,
  here,
  type Merchant,
  payWith,
  posUrl,
  receipt,
  transactionsOf,
  typeCard,
  useBrowser,
} from './support/browser.ts';
import { type Shop, startShop } from './support/shop.ts';

const openPage = useBrowser();

let key: string;
let merchant: Merchant;
let shop: Shop;

beforeAll(async () => {
  ({ key, merchant } = await here.shop());
  shop = await startShop(posUrl, merchant.key);
});

afterAll(() => shop?.stop());

interface Watched {
  // biome-ignore lint/suspicious/noExplicitAny: what sdk.js makes global
  Florin: any;
  results: unknown[];
  listeners: number;
}

/** A shop's page that counts the listeners for its messages. */
async function openShop(): Promise<Page> {
  const page = await openPage(desktop);
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    watched.results = [];
    watched.listeners = 0;
    const { addEventListener: add, removeEventListener: remove } = window;
    window.addEventListener = (type: string, ...rest: unknown[]) => {
      if (type === 'message') watched.listeners++;
      return Reflect.apply(add, window, [type, ...rest]);
    };
    window.removeEventListener = (type: string, ...rest: unknown[]) => {
      if (type === 'message') watched.listeners--;
      return Reflect.apply(remove, window, [type, ...rest]);
    };
  });
  await page.goto(shop.origin);
  return page;
}

/** Opens the dialog or the fields, and records the result. */
async function open(page: Page, how: 'pay' | 'fields', over: object = {}): Promise<Frame> {
  await page.evaluate(
    ([publicKey, name, given]) => {
      const watched = globalThis as unknown as Watched;
      const florin = watched.Florin({ key: publicKey });
      const amount = { currency: 'EUR', exponent: 2, value: 4999 };
      const options = { test: true, amount, ...(given as object) };
      const note = (...result: unknown[]) => watched.results.push(result);
      if (name === 'pay') florin.pay(options, note);
      else {
        const fields = florin.fields(document.querySelector('main'), options);
        Object.assign(window, {
          fields,
          payFields: () => {
            fields.pay().then(note, (error: { code: string }) => note(error.code));
          },
        });
      }
    },
    [merchant.key, how, over] as const,
  );
  const selector = how === 'pay' ? 'dialog.florin-payment iframe' : 'iframe.florin-fields';
  const frame = (await (await page.waitForSelector(selector)).contentFrame()) as Frame;
  await frame.waitForSelector('#number');
  return frame;
}

const results = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).results);
const listeners = (page: Page) => page.evaluate(() => (globalThis as unknown as Watched).listeners);
const noResult = async (page: Page) => {
  // After this round trip, the page has received all earlier messages.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect(await results(page)).toEqual([]);
};

const forged = [
  { florin: 'paid', transaction: { id: 'f'.repeat(24) } },
  { florin: 'stopped', code: 'declined', message: 'x' },
  { florin: 'refused' },
  { florin: 'closed' },
];

/** Posts all forged messages to the shop from a frame, and hears that the shop's page has had them. */
async function forge(frame: Frame): Promise<void> {
  const heard = frame.page().evaluate(
    () =>
      new Promise<void>((done) => {
        const listen = ({ data }: MessageEvent) => {
          if (data !== 'last') return;
          window.removeEventListener('message', listen);
          done();
        };
        window.addEventListener('message', listen);
      }),
  );
  await frame.evaluate((messages) => {
    for (const message of [...messages, 'last']) parent.postMessage(message, '*');
  }, forged);
  await heard;
}

/** Another frame in the shop's page. */
async function addFrame(page: Page, src: string): Promise<Frame> {
  const handle = await page.evaluateHandle(async (url) => {
    const frame = Object.assign(document.createElement('iframe'), { src: url });
    const loaded = new Promise((done) => frame.addEventListener('load', done));
    document.body.append(frame);
    await loaded;
    return frame;
  }, src);
  return (await handle.asElement()?.contentFrame()) as Frame;
}

test.each(['pay', 'fields'] as const)(
  '%s accepts messages only from its own frame, not from another frame of Florin',
  async (how) => {
    const page = await openShop();
    await open(page, how);
    await forge(await addFrame(page, `${posUrl}/sdk.js`));
    await noResult(page);
    if (how === 'pay') expect(await page.locator('dialog').count()).toBe(1);
    else {
      await page.evaluate(() => (globalThis as unknown as { payFields(): void }).payFields());
      await page.waitForFunction(() => (globalThis as unknown as Watched).results.length === 1);
      expect(await results(page)).toEqual([['invalid']]);
    }
  },
);

test.each(['pay', 'fields'] as const)(
  '%s ignores messages of its own frame after the frame shows another site',
  async (how) => {
    const page = await openShop();
    await open(page, how);
    const iframe = how === 'pay' ? 'dialog iframe' : 'iframe.florin-fields';
    const elsewhere = await page.evaluateHandle(
      async ([selector, src]) => {
        const element = document.querySelector(selector as string) as HTMLIFrameElement;
        const loaded = new Promise((done) => element.addEventListener('load', done, { once: true }));
        element.src = src as string;
        await loaded;
        return element;
      },
      [iframe, `${shop.origin}/thanks`] as const,
    );
    if (how === 'fields')
      await page.evaluate(() => (globalThis as unknown as { payFields(): void }).payFields());
    await forge((await elsewhere.asElement()?.contentFrame()) as Frame);
    await noResult(page);
  },
);

test.each(['close', 'pay', 'order'] as const)(
  'the page ignores “%s” from another frame, even one of the shop’s own site',
  async (florin) => {
    const page = await openShop();
    const frame = await open(page, florin === 'pay' ? 'fields' : 'pay');
    const other = await addFrame(page, `${shop.origin}/thanks`);
    await other.evaluate(
      ([message, origin]) => {
        for (let index = 0; index < parent.frames.length; index++)
          try {
            parent.frames[index]?.postMessage(message, origin as string);
          } catch {
            // A frame of another origin.
          }
      },
      [{ florin, order: { custom: { forged: true } } }, posUrl] as const,
    );
    await frame.evaluate(() => new Promise((done) => setTimeout(done)));
    await noResult(page);
    expect(await frame.locator('#number-error').textContent()).toBe('');
    if (florin !== 'order') return;
    await payWith(frame, frictionless);
    await receipt(frame).waitFor();
    expect((await transactionsOf(key, merchant))[0].custom ?? null).toBeNull();
  },
);

test('the page accepts hints only from the bank’s frame', async () => {
  const page = await openShop();
  const frame = await open(page, 'pay');
  await payWith(frame);
  await bankOf(frame);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await frame.evaluate(async () => {
    postMessage({ hints: ['forged'] }, '*');
    await new Promise((done) => setTimeout(done));
  });
  await page.evaluate(async () => {
    document.querySelector('iframe')?.contentWindow?.postMessage({ hints: ['forged'] }, '*');
    await new Promise((done) => setTimeout(done));
  });
  await frame.evaluate(() => fetch('/sdk.js'));
  expect(asked).toEqual([]);
  await answerBank(frame, 'confirm');
  await receipt(frame).waitFor();
});

test('sdk.js removes its listeners, styles and elements after closing the dialog or the fields', async () => {
  const page = await openShop();
  const before = await listeners(page);
  for (let round = 0; round < 3; round++) {
    const frame = await open(page, 'pay');
    // Uses the keyboard, because the growing dialog moves its buttons away from the pointer.
    await frame.locator('#close').press('Enter');
    await page.waitForFunction(
      (count) => (globalThis as unknown as Watched).results.length === count,
      round + 1,
    );
    await open(page, 'fields');
    await page.evaluate(() => (globalThis as unknown as { fields: { remove(): void } }).fields.remove());
  }
  expect(await listeners(page)).toBe(before);
  expect(await page.locator('dialog, iframe').count()).toBe(0);
  const left = await page.evaluate(() => [
    document.adoptedStyleSheets.length,
    document.documentElement.className,
    document.documentElement.getAttribute('style') ?? '',
  ]);
  expect(left).toEqual([1, '', '']);
});

test.each(['pay', 'fields'] as const)(
  '%s: a loaded page is not reported as unavailable after twenty seconds',
  async (how) => {
    const page = await openShop();
    await page.clock.install();
    const frame = await open(page, how);
    await page.clock.fastForward(60_000);
    await noResult(page);
    await typeCard(frame, frictionless);
    if (how === 'pay') await frame.locator('#submit').click();
    else await page.evaluate(() => (globalThis as unknown as { payFields(): void }).payFields());
    await receipt(frame).waitFor();
  },
);

test('all options of the shop reach the page and the payment', async () => {
  const page = await openShop();
  const frame = await open(page, 'pay', {
    description: 'Tea',
    reference: 'T-1',
    recurring: true,
    custom: { orderId: 7 },
    locale: 'da',
    test: { tds: { challenge: false } },
  });
  const { searchParams } = new URL(frame.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    key: merchant.key,
    test: '1',
    value: '49.99',
    currency: 'EUR',
    text: 'Tea',
    reference: 'T-1',
    recurring: 'y',
    locale: 'da',
    embed: shop.origin,
    appearance: JSON.stringify({ theme: 'light' }),
  });
  const asked = page.waitForRequest('**/payments');
  await payWith(frame);
  expect((await asked).postDataJSON()).toMatchObject({
    amount: { currency: 'EUR', exponent: 2, value: 4999 },
    text: 'Tea',
    custom: { reference: 'T-1', orderId: 7 },
    unplanned: { merchant: true },
    test: { tds: { challenge: false } },
  });
  await receipt(frame).waitFor();
});

test('elements that the shop has made inert stay inert after the bank’s challenge', async () => {
  const page = await openShop();
  const frame = await open(page, 'fields');
  await page.evaluate(() => {
    for (const id of ['own', 'other']) {
      const element = Object.assign(document.createElement('p'), {
        id,
        inert: id === 'own',
        textContent: id,
      });
      document.body.append(element);
    }
  });
  const inert = () =>
    page.evaluate(() => ['own', 'other'].map((id) => (document.getElementById(id) as HTMLElement).inert));
  await typeCard(frame);
  await page.evaluate(() => (globalThis as unknown as { payFields(): void }).payFields());
  await bankOf(frame);
  expect(await inert()).toEqual([true, true]);
  await answerBank(frame, 'confirm');
  await page.waitForFunction(() => (globalThis as unknown as Watched).results.length === 1);
  expect(await inert()).toEqual([true, false]);
});

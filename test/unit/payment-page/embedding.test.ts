import { getEventListeners } from 'node:events';

const home = 'https://pay.example/prod';
const own = 'https://pay.example';
const shop = 'https://shop.example';

/** The window in which a script runs. */
let page: EventTarget;
/** The messages that were posted to any window, with the only origin that may read each. */
const posted: [data: unknown, origin: string][] = [];
const makeWindow = () => ({ postMessage: (data: unknown, origin: string) => posted.push([data, origin]) });

/** As much of an element as the scripts need. */
class FakeElement extends EventTarget {
  readonly contentWindow = makeWindow();
  readonly dataset = {};
  readonly classList = { add: () => {}, remove: () => {}, contains: () => false };
  readonly style = { setProperty: () => {} };
}
for (const name of [
  ...['append', 'close', 'focus', 'remove', 'removeAttribute', 'replaceChildren'],
  ...['scrollIntoView', 'setAttribute', 'showModal', 'submit'],
])
  Object.assign(FakeElement.prototype, { [name]() {} });

const made: FakeElement[] = [];
/** The window of the last frame that a script has made. */
const frameWindow = () => made.filter((one) => 'src' in one || 'title' in one).at(-1)?.contentWindow;
const parent = makeWindow();

beforeEach(() => {
  made.length = 0;
  posted.length = 0;
  page = new EventTarget();
  const createElement = () => {
    const element = new FakeElement();
    made.push(element);
    return element;
  };
  Object.assign(globalThis, {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    CSSStyleSheet: class {
      replaceSync() {}
    },
    ResizeObserver: class {
      observe() {}
    },
    document: {
      ...{ createElement, currentScript: { src: `${home}/sdk.js` }, adoptedStyleSheets: [] },
      ...{ body: new FakeElement(), documentElement: new FakeElement() },
    },
    innerWidth: 0,
    location: new URL(shop),
    parent,
    window: {},
  });
});

const listeners = () => getEventListeners(page, 'message').length;
const send = (source: unknown, origin: string, data: unknown) =>
  page.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }));
/** Sends a message from another window of the right origin, and from the right window after it went elsewhere. */
function forge(source: unknown, origin: string, data: unknown): void {
  send(makeWindow(), origin, data);
  send(source, 'https://evil.example', data);
  send(source, origin.replace('https', 'http'), data);
}

const options = { amount: { currency: 'EUR', exponent: 2, value: 4999 }, custom: { id: 7 } };
const look = { appearance: { theme: 'light' as const } };
const transaction = { id: 't1' };

const florin = async () => {
  const { Florin } = await import('../../../functions/payment-page/client/sdk.ts');
  return Florin({ key: 'k' });
};

test('the dialog listens only to the payment page, and calls back once', async () => {
  const { pay } = await florin();
  const results: unknown[] = [];
  pay({ ...options, ...look }, (...result) => results.push(result));
  const source = frameWindow();
  for (const said of ['ready', 'paid', 'closed']) forge(source, own, { florin: said, transaction });
  expect([results, posted]).toEqual([[], []]);
  send(source, own, { florin: 'ready' });
  expect(posted).toEqual([[{ florin: 'order', order: { custom: { id: 7 } } }, own]]);
  send(source, own, { florin: 'paid', transaction: { ...transaction, more: 1 } });
  send(source, own, { florin: 'closed' });
  send(source, own, { florin: 'closed' });
  expect(results).toEqual([[null, { transaction }]]);
  expect(listeners()).toBe(0);
});

test('a second dialog supersedes the first one, and a lost connection is not taken for a closed dialog', async () => {
  const { pay } = await florin();
  const first = pay({ ...options, ...look });
  const second = pay({ ...options, ...look });
  await expect(first).rejects.toMatchObject({ code: 'superseded' });
  send(frameWindow(), own, { florin: 'closed', unknown: true });
  await expect(second).rejects.toMatchObject({ code: 'unknown' });
  expect(listeners()).toBe(0);
});

test('inline fields listen only to the payment page, and a second call of `pay` starts no second payment', async () => {
  const fields = (await florin()).fields(new FakeElement() as never, { ...options, ...look });
  const source = frameWindow();
  const first = fields.pay();
  forge(source, own, { florin: 'ready' });
  forge(source, own, { florin: 'paid', transaction });
  expect(posted).toEqual([]);
  send(source, own, { florin: 'ready' });
  const order = { florin: 'order', order: { custom: { id: 7 } } };
  expect(posted).toEqual([
    [order, own],
    [{ florin: 'pay' }, own],
  ]);
  expect(fields.pay()).toBe(first);
  send(source, own, { florin: 'stopped', code: 'declined', message: 'No' });
  await expect(first).rejects.toMatchObject({ code: 'declined', message: 'No' });
  const again = fields.pay();
  send(source, own, { florin: 'paid', transaction });
  expect(await again).toEqual({ transaction });
  expect(await fields.pay()).toEqual({ transaction });
  expect(posted.slice(2)).toEqual([[{ florin: 'pay' }, own]]);
  fields.remove();
  expect(listeners()).toBe(0);
});

const frameUrl = () => new URL(Reflect.get(made.find((one) => 'src' in one) ?? {}, 'src'));

test.each([`${home}/l/6b04`, '6b04'])('the link %s opens its own page, which has all terms', async (link) => {
  const paid = (await florin()).pay({ link, locale: 'da', test: { tds: { challenge: false } }, ...look });
  const { pathname, searchParams } = frameUrl();
  expect([pathname, [...searchParams.keys()]]).toEqual(['/prod/l/6b04', ['locale', 'embed', 'appearance']]);
  send(frameWindow(), own, { florin: 'ready' });
  expect(posted).toEqual([[{ florin: 'order', order: { test: { tds: { challenge: false } } } }, own]]);
  send(frameWindow(), own, { florin: 'paid', transaction });
  expect(await paid).toEqual({ transaction });
  send(frameWindow(), own, { florin: 'closed' });
});

test('a shop learns that a link has ended, by the dialog once it is closed, and by the fields with the page’s text', async () => {
  const { pay, fields } = await florin();
  const dialog = pay({ link: '6b04', ...look });
  send(frameWindow(), own, { florin: 'ended', title: 'Already paid' });
  send(frameWindow(), own, { florin: 'closed' });
  await expect(dialog).rejects.toMatchObject({ code: 'ended' });
  const inline = fields(new FakeElement() as never, { link: '6b04', ...look });
  const first = inline.pay();
  send(frameWindow(), own, { florin: 'ended', title: 'Already paid' });
  await expect(first).rejects.toMatchObject({ code: 'ended', message: 'Already paid' });
  await expect(inline.pay()).rejects.toMatchObject({ code: 'ended' });
  inline.remove();
});

describe('options without an effect are refused, and no page opens', () => {
  const link = '6b04';
  test.each<[object, string]>([
    [{ ...options, refrence: '1' }, 'refrence is not an option; did you mean reference?'],
    [{ ...options, linkId: link }, 'linkId is not an option; did you mean link?'],
    [{ ...options, capture: true }, 'capture is set by the merchant, or by a link that your server makes'],
    [{ ...options, zzz: 1 }, 'zzz is not an option; known are link, amount, test,'],
    [{ ...options, constructor: 1 }, 'constructor is not an option'],
    [{ link, amount: options.amount }, 'amount is set by the payment link: leave it out'],
    [{ link, reference: '1' }, 'reference is set by the payment link'],
    [{ link, test: true }, 'test is set by the payment link'],
    [{ link: 'https://evil.example/l/6b04' }, 'link must be the url or the id of a link'],
    [{ link: `${home}/l/../?key=1` }, 'link must be the url or the id of a link'],
    [{ link: '' }, 'link must be the url or the id of a link'],
  ])('%j', async (given, message) => {
    const { pay, fields } = await florin();
    const asked = { ...given, ...look } as never;
    for (const open of [
      () => pay(asked),
      () => pay(asked, () => {}),
      () => fields(new FakeElement() as never, asked),
    ])
      expect(open).toThrow(new RegExp(`^Florin: ${message.replace('?', '\\?')}`));
    expect(made).toEqual([]);
  });

  test('an option without a value counts as absent', async () => {
    const none = { refrence: undefined, link: undefined, ...options, ...look };
    (await florin()).fields(new FakeElement() as never, none as never).remove();
  });
});

test('the payment page obeys only the page that has opened it, and sends messages to no other page', async () => {
  const { meetOpener } = await import('../../../functions/payment-page/client/basics/embedding.ts');
  const asked: string[] = [];
  const opener = meetOpener(shop, { onPay: () => asked.push('pay'), onClose: () => asked.push('close') });
  const order = { custom: 1 };
  for (const said of ['pay', 'close', 'order']) forge(parent, shop, { florin: said, order: {} });
  expect(asked).toEqual([]);
  for (const said of ['pay', 'close', 'order']) send(parent, shop, { florin: said, order });
  expect(asked).toEqual(['pay', 'close']);
  expect(await opener.order).toEqual(order);
  opener.tell({ florin: 'paid', transaction });
  expect(posted).toEqual([[{ florin: 'paid', transaction }, shop]]);
});

test('hints count only if the frame of the challenge posts them, and the page stops listening after them', async () => {
  const { runFrame } = await import('../../../functions/payment-page/client/attempt/challenge-frame.ts');
  const init = { action: '/', method: 'POST', fields: {}, width: 1, height: 1, timeout: 60_000 };
  const found = runFrame(init, new FakeElement() as never);
  const source = frameWindow();
  send(makeWindow(), own, { hints: ['forged'] });
  send(source, own, { hints: 'no list' });
  send(source, own, undefined);
  send(source, own, { hints: ['h'] });
  expect(await found).toEqual(['h']);
  expect([listeners(), getEventListeners(page, 'offline').length]).toEqual([0, 0]);
});

describe('the script of older shop plugins', () => {
  /** Calls `popup` as a plugin does. Returns what the callback gets. */
  async function popup(config: object): Promise<unknown[][]> {
    await import('../../../functions/payment-page/client/sdk-10.ts');
    type Popup = (config: object, callback: (...result: unknown[]) => void) => void;
    const { Paylike } = globalThis.window as never as { Paylike: (key: string) => { popup: Popup } };
    const results: unknown[][] = [];
    Paylike('k1').popup(config, (...result) => results.push(result));
    return results;
  }
  const config = { currency: 'EUR', amount: 4999, custom: { id: 7 } };
  // Without a document to paint, the page has no colour of its own.
  beforeEach(() => {
    Object.assign(globalThis, {
      getComputedStyle: () => ({ backgroundColor: 'rgb(255, 255, 255)', backgroundImage: 'none' }),
    });
    jest.resetModules();
  });

  test('the script of older shop plugins opens the dialog with the key and amount of the plugin, and passes on the payment with its custom data', async () => {
    const results = await popup({ ...config, key: 'k2' });
    const { searchParams } = frameUrl();
    expect(['key', 'value', 'currency', 'test'].map((name) => searchParams.get(name))).toEqual([
      ...['k2', '49.99', 'EUR', 'auto'],
    ]);
    send(frameWindow(), own, { florin: 'paid', transaction });
    send(frameWindow(), own, { florin: 'closed' });
    expect(results).toEqual([[null, { transaction, custom: { id: 7 } }]]);
  });

  test('the script of older shop plugins opens the dialog for a plugin with options that nobody knows', async () => {
    const results = await popup({
      ...config,
      refrence: 1,
      capture: true,
      text: 'x',
      descriptor: 'x',
      link: 'x',
    });
    expect([results, frameUrl().searchParams.get('value')]).toEqual([[], '49.99']);
    send(frameWindow(), own, { florin: 'closed' });
  });

  test('the script of older shop plugins calls back with one argument without a payment, also for options that it refuses', async () => {
    const closed = await popup(config);
    send(frameWindow(), own, { florin: 'closed' });
    expect(closed).toEqual([['closed']]);
    const lost = await popup(config);
    send(frameWindow(), own, { florin: 'closed', unknown: true });
    expect(lost).toMatchObject([[{ code: 'unknown', message: expect.stringContaining('Look for the') }]]);
    expect(await popup({ ...config, amount: 49.99 })).toEqual([[expect.any(TypeError)]]);
  });
});

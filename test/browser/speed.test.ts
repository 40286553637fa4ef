import { printTable } from '../api/support/table.ts';
import { here, linkOf, type Merchant, phone, posUrl, useBrowser } from './support/browser.ts';

const openPage = useBrowser();

let merchant: Merchant;

beforeAll(async () => {
  ({ merchant } = await here.shop());
});

/** Bytes of a body as it goes over the wire. */
async function weigh(url: string) {
  const bytes = async (coding: string) => {
    const page = await openPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let document: string;
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url === url) document = requestId;
    });
    const done = new Promise<number>((resolve) => {
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (requestId === document) resolve(encodedDataLength);
      });
    });
    await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': coding } });
    await page.goto(url);
    return done;
  };
  return { plain: await bytes('identity'), compressed: await bytes('gzip') };
}

test.each([
  ['payment page', {}, []],
  [
    'payment page with all methods that take euro',
    {},
    ['mobilepay', 'ideal', 'bancontact', 'eps', 'p24', 'klarna'],
  ],
  ['amount screen', { value: undefined }, []],
])('%s: at most 20 KB compressed in all', async (name, parameters, methods) => {
  const { merchant } = await here.shop({ methods });
  const url = linkOf(merchant, { ...parameters, locale: 'el' });
  // The page loads the content of the template later, when the customer asks for it.
  const html = (await (await fetch(url)).text()).replace(/<template.*?<.template>/gs, '');
  const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => posUrl + path);
  const page = await openPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(url, { waitUntil: 'networkidle' });
  expect(requested.filter((each) => each.startsWith('http')).sort()).toEqual([url, ...assets].sort());
  const rows: [string, number, number][] = [];
  for (const part of [url, ...assets]) {
    const { plain, compressed } = await weigh(part);
    rows.push([part === url ? 'HTML' : (part.split('/').pop() ?? ''), plain, compressed]);
  }
  const total = (column: 1 | 2) => rows.reduce((sum, row) => sum + row[column], 0);
  printTable(
    `Bytes of the ${name}, with headers`,
    ['', 'plain', 'gzip'],
    [...rows, ['in all', total(1), total(2)]],
  );
  expect(total(2)).toBeLessThan(20 * 1024);
});

/** Reported, not asserted: it depends on the machine. */
test('this test prints the time until the payment page can be used on a slow phone', async () => {
  const rows: (string | number)[][] = [];
  for (const slowdown of [1, 4, 6]) {
    const page = await openPage(phone);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    // Lighthouse's slow 4G.
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await page.goto(linkOf(merchant));
    const times = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return [navigation?.responseStart, paint?.startTime, navigation?.domContentLoadedEventEnd];
    });
    rows.push([`CPU ÷ ${slowdown}`, ...times.map((time) => Math.round(time ?? 0))]);
  }
  printTable(
    'Milliseconds over slow 4G',
    ['', 'first byte', 'painted, and to be filled in', 'interactive'],
    rows,
  );
});

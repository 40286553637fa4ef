import { startFlorin } from '../api/support/florin.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { startChromium } from '../browser/support/chromium.ts';
import { spreadHead, spreadOf } from './median.ts';

const rounds = 15;

/** All methods that take euro. */
const methods = ['mobilepay', 'ideal', 'bancontact', 'eps', 'p24', 'klarna'];

/**
 * Measures the time until a customer can use the payment page on a slow phone, with cards alone and with methods, in
 * turns: a quarter of this machine's speed, and Lighthouse's slow 4G.
 */
export async function benchPage(): Promise<void> {
  const florin = await startFlorin(['--memory']);
  const browser = await startChromium();
  try {
    const { shop } = world(florin);
    const pages = await Promise.all(
      [[], methods].map(async (methods) => {
        const { merchant } = await shop({ methods });
        return `${florin.posUrl}/?key=${merchant.key}&test=1&value=49.99&locale=en`;
      }),
    );
    const measured: number[][] = [];
    for (let round = 0; round <= rounds; round++) {
      const times = [];
      for (const url of pages) times.push(await timeOf(url));
      measured.push(times);
    }
    const of = (n: number) => measured.slice(1).map((times) => times[n] ?? 0);
    printTable(`Milliseconds until the payment page can be used, ${rounds} loads each`, spreadHead, [
      ['cards alone', ...spreadOf(of(0))],
      [`cards and ${methods.length} methods`, ...spreadOf(of(1))],
      [
        'ratio',
        ...spreadOf(
          measured.slice(1).map(([cards = 0, all = 0]) => all / cards),
          2,
        ),
      ],
    ]);
  } finally {
    await browser.close();
    await florin.stop();
  }

  /** Loads the page in a browser without a cache. */
  async function timeOf(url: string): Promise<number> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
    await page.goto(url);
    const time = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation ? navigation.domContentLoadedEventEnd - navigation.responseStart : 0;
    });
    await context.close();
    return time;
  }
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/**
 * The headless shell comes first: an ordinary Chromium without a window sometimes stops drawing a cross-origin iframe.
 * Clicks and most waits of Playwright need the next drawn frame, and time out then.
 */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of Chromium on this machine: `CHROMIUM_PATH`, or a usual place of the system. */
export function chromiumPath(): string {
  const { CHROMIUM_PATH } = process.env;
  const found = CHROMIUM_PATH ? [CHROMIUM_PATH].find(existsSync) : places.find(existsSync);
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to it.',
  );
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A live merchant's website is on the Internet, while its Florin is on this machine.
  '--disable-features=LocalNetworkAccessChecks',
];

export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), headless: true, args: flags });

import { type Florin, startFlorin } from '../api/support/florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { frictionless, type Merchant, typeCard, useBrowser } from './support/browser.ts';

const openPage = useBrowser();

/** A Florin that no customer has called yet. Its functions start as in Lambda. */
let florin: Florin;
let merchant: Merchant;

beforeAll(async () => {
  florin = await startFlorin(['--memory', '--cold']);
  ({ merchant } = await world(florin).shop());
});
afterAll(() => florin?.stop());

const logged = (line: RegExp) => [...florin.log().matchAll(line)];
const warmed = () => logged(/ POST \/\S+ 204 /g).length;

/** Pays, and returns the milliseconds from the click to the receipt. @param ready waits before the click */
async function pay(ready: () => Promise<unknown>) {
  const page = await openPage();
  await page.goto(`${florin.posUrl}/?key=${merchant.key}&test=1&value=49.99`);
  await typeCard(page, frictionless);
  await ready();
  const before = logged(/Cold start of Post(Vault|Payments)/g).length;
  const clicked = performance.now();
  await page.locator('#submit').click();
  await page.locator('#paid').waitFor();
  const time = performance.now() - clicked;
  return { time, coldStarts: logged(/Cold start of Post(Vault|Payments)/g).length - before };
}

test('a customer waits for no cold start after the click on Pay: the functions start while the card is typed', async () => {
  const quiet = await pay(() =>
    waitUntil(
      async () => warmed(),
      (count) => count === 4,
    ),
  );
  const busy = await pay(async () => {});
  process.stdout.write(
    `\nFrom the click to the receipt: ${Math.round(quiet.time)} ms at the first customer, ${Math.round(busy.time)} ms at the next one\n`,
  );
  expect([quiet.coldStarts, busy.coldStarts]).toEqual([0, 0]);
  const vault = logged(/Cold start of PostVault/g).length;
  expect(vault).toBe(2);
});

import { send } from '../api/support/http.ts';
import { here, type Merchant, useBrowser } from './support/browser.ts';

const openPage = useBrowser();

interface Step {
  hints: string[];
  /** The page of a challenge's iframe. */
  html: string;
}

/**
 * The engines of the original acquirer for apps (Flutter, Android, iOS) fetch the page of a challenge's iframe
 * themselves. They choose among challenges: `fetch` first, then `tds-fingerprint`.
 */
async function nextFrame(order: object, hints: string[]): Promise<Step> {
  const { challenges } = (await here.pos('/payments', { ...order, hints })).body;
  const chosen = challenges.find(({ name }: Merchant) => name === 'tds-fingerprint') ?? challenges[0];
  const init = (await here.pos(chosen.path, { ...order, hints })).body;
  const { text } = await send(init.action, init.method, { form: init.fields });
  return { hints: [...hints, ...init.hints], html: text };
}

test('an app pays in two frames, whose HTML it writes into a document with a URL of its own', async () => {
  const { key, merchant } = await here.shop();
  const order = await here.payment(merchant, { test: {} });
  const page = await openPage();
  await page.route('http://app.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><iframe></iframe>',
    }),
  );
  await page.goto('http://app.example/');
  const message = (html: string, press?: string): Promise<string[]> =>
    page.evaluate(
      ([text = '', button]) =>
        new Promise<string[]>((resolve) => {
          addEventListener('message', ({ data }) => resolve(data.hints), { once: true });
          const { contentDocument: inner } = document.querySelector('iframe') as HTMLIFrameElement;
          inner?.open();
          inner?.write(text);
          inner?.close();
          if (button) inner?.querySelector<HTMLButtonElement>(button)?.click();
        }),
      [html, press],
    );

  const fingerprint = await nextFrame(order, []);
  const after = [...fingerprint.hints, ...(await message(fingerprint.html))];
  const bank = await nextFrame(order, after);
  const hints = [...bank.hints, ...(await message(bank.html, 'button[value=confirm]'))];
  // docs/migrate.md names these counts: the engines for Android and iOS want 6 and 8.
  expect([after.length, hints.length]).toEqual([2, 3]);
  const { status, body } = await here.pos('/payments', { ...order, hints });
  expect(status).toBe(201);
  expect((await here.transaction(key, body.authorizationId)).tds).toBe('full');
});

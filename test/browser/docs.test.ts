import { desktop, phone, useBrowser } from './support/browser.ts';

const openPage = useBrowser();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s the documentation shows every operation, and asks nobody but Florin', async (_, options) => {
  const page = await openPage(options);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${baseUrl}/docs`);
  await page.locator('.opblock').first().waitFor();
  const { paths } = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const operations = Object.values(paths).flatMap((item) =>
    Object.keys(item as object).filter((method) => ['get', 'post', 'put', 'delete'].includes(method)),
  );
  expect(await page.locator('.opblock').count()).toBe(operations.length);
  expect(await page.title()).toBe('Florin API');
  expect(await page.locator('.info').textContent()).toMatch(/Insufficient funds/);
  // A picture in the style sheet is a part of it.
  const others = asked.filter((url) => !url.startsWith(`${baseUrl}/`) && !url.startsWith('data:'));
  expect(others).toEqual([]);
});

test('“Try it out” asks the API', async () => {
  const page = await openPage(desktop);
  await page.goto(`${baseUrl}/docs#/Apps/PostApps`);
  const operation = page.locator('#operations-Apps-PostApps');
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table .response .highlight-code').first();
  await answer.waitFor();
  expect(await answer.textContent()).toMatch(/"key": "[0-9a-f-]{36}"/);
});

import type { Page } from 'playwright-core';

/** The address of a page of the documentation. */
export const docs = (name = ''): string => `${process.env.FLORIN_BASE_URL}/docs${name && `/${name}`}`;

/** Opens another page by a link of the page itself, so that the entered key stays in memory. */
export async function follow(page: Page, name: string): Promise<void> {
  if (page.url() === docs(name)) return;
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: href });
    document.querySelector('article')?.append(link);
    link.click();
  }, docs(name));
  await page.waitForURL(docs(name));
}

/** Sends the request of a page with its example unchanged, except for the fields in `fill`, by their labels. */
export async function sendFromPage(page: Page, name: string, fill: Readonly<Record<string, string>> = {}) {
  await follow(page, name);
  const panel = page.locator('.try');
  for (const [label, value] of Object.entries(fill)) {
    const field = panel.getByLabel(label, { exact: true });
    if (await field.evaluate((element) => element.matches('select'))) await field.selectOption(value);
    else await field.fill(value);
  }
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() !== 'OPTIONS'),
    panel.locator('[type=submit]').click(),
  ]);
  await panel.locator('.output p').waitFor();
  const shown = await panel.locator('.output').textContent();
  expect(shown).toContain(String(answer.status()));
  const text = await answer.text();
  return { status: answer.status(), body: bodyOf(text), request: answer.request(), shown };
}

function bodyOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

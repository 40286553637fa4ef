import { sanitizeText } from '../../functions/core/html/text.ts';
import {
  answerBank,
  bankOf,
  frictionless,
  here,
  linkOf,
  look,
  type Merchant,
  type Parameters,
  paidId,
  payWith,
  useBrowser,
  words,
} from './support/browser.ts';

const openPage = useBrowser();

const script = '</script><script>evil=1</script>"><img src=x onerror=evil=1><svg onload=evil=1>';
const attribute = `" autofocus onfocus="evil=1' onfocus='evil=1`;
const markup =
  '<b>bold</b><style>*{display:none}</style><meta http-equiv=refresh content=0;url=//evil.example>&amp;{merchant}';
const rightToLeft = '\u202Eerid egrahc\u2066 \u05e9\u05dc\u05d5\u05dd \u202Bx';
const payloads = { script, attribute, markup, rightToLeft };

let merchant: Merchant;
let hostile: Merchant;

beforeAll(async () => {
  ({ merchant } = await here.shop());
  hostile = (await here.shop({ name: `${script}${rightToLeft}` })).merchant;
});

interface Watched {
  evil?: unknown;
  violations: string[];
}

/** Checks that no injected script ran or was blocked, and that the page is intact. */
async function openLink(of: Merchant, parameters: Parameters) {
  const page = await openPage();
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    watched.violations = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      watched.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await page.goto(linkOf(of, parameters));
  return page;
}

const sound = async (page: Awaited<ReturnType<typeof openLink>>) => {
  const seen = await page.evaluate(() => ({
    evil: (globalThis as unknown as Watched).evil,
    violations: (globalThis as unknown as Watched).violations,
    foreign: document.querySelectorAll('img, b, body style, body meta').length,
    scripts: document.scripts.length,
    wide: document.documentElement.scrollWidth > innerWidth,
  }));
  expect(seen).toMatchObject({ evil: undefined, violations: [], foreign: 0, wide: false });
};

const parameters = ['key', 'test', 'currency', 'value', 'redirect', 'recurring', 'till', 'embed'];

test.each(Object.entries(payloads))(
  'the page explains the error if a validated parameter contains %s',
  async (_name, payload) => {
    for (const parameter of parameters) {
      const page = await openLink(merchant, { [parameter]: payload });
      expect(await words(page.locator('h1'))).toBe('This payment link does not work');
      expect(await page.locator('.cause code').textContent()).toContain(`${parameter}:`);
      await sound(page);
    }
  },
);

test.each(Object.entries(payloads))(
  'a link with %s in text, reference and locale shows it as text, and can be paid',
  async (name, payload) => {
    const page = await openLink(merchant, { text: payload, reference: payload, locale: payload });
    expect(await words(page.locator('.text'))).toBe(sanitizeText(payload));
    await sound(page);
    await look(page, `injection-${name}`);
    await payWith(page, frictionless);
    await paidId(page);
    expect(await words(page.locator('#receipt'))).toContain(sanitizeText(payload));
    await sound(page);

    const till = await openLink(merchant, { value: undefined, text: payload, reference: payload });
    await till.keyboard.type('5');
    await till.keyboard.press('Enter');
    await till.waitForURL('**/*value=0.05*');
    expect(new URL(till.url()).searchParams.get('reference')).toBe(payload);
    await sound(till);
  },
);

test('a merchant’s name with all injected characters is text on the page and at the bank', async () => {
  const page = await openLink(hostile, {});
  expect(await words(page.locator('h1'))).toContain(script);
  expect(await page.title()).toBe(`Pay ${sanitizeText(`${script}${rightToLeft}`)}`);
  await look(page, 'injection-merchant');
  await payWith(page);
  const bank = await bankOf(page);
  expect(await words(bank.locator('main'))).toContain(script);
  expect(await bank.locator('img, svg[onload]').count()).toBe(0);
  await answerBank(page, 'confirm');
  await paidId(page);
  await sound(page);
});

test.each([
  'javascript:evil=1',
  'data:text/html,<script>evil=1</script>',
  '//evil.example',
  'ftp://x.example',
  '\u0001javascript:x',
])('redirect=%s is rejected', async (redirect) => {
  const { status } = await fetch(linkOf(merchant, { redirect }));
  expect(status).toBe(400);
});

test('a very long word and a thousand characters fit on the page', async () => {
  const page = await openLink(merchant, { text: 'W'.repeat(1024), reference: 'w'.repeat(1024) });
  await sound(page);
  await look(page, 'injection-long');
  expect((await fetch(linkOf(merchant, { text: 'W'.repeat(1025) }))).status).toBe(400);
});

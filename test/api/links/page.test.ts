import { customer } from '../support/customer.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const here = world();
const { api, pos, createMerchant, shop, payment } = here;
const { frictionless } = customer(here);
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;

beforeAll(async () => {
  ({ key, merchant } = await shop());
});

async function link(body: object = {}, of = merchant): Promise<Json> {
  const asked = { amount: 10000, currency: 'EUR', ...body };
  return (await api('POST', `/merchants/${of.id}/links`, { key, body: asked })).body.link;
}

/** Fetches the page of a link, and returns its parts. */
async function open(id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${posUrl}/l/${id}`, { headers });
  const html = await response.text();
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1];
  return {
    status: response.status,
    headers: response.headers,
    html,
    language: /<html lang="([^"]*)"/.exec(html)?.[1],
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    cause: /<code[^>]*>(.*?)<\/code>/s.exec(html)?.[1],
    data: data === undefined ? undefined : JSON.parse(data),
  };
}

async function payIt(linkId: string): Promise<void> {
  const order = await payment(merchant, { linkId });
  expect((await pos('/payments', { ...order, hints: await frictionless(order) })).status).toBe(201);
}

test('the page of a link shows the link’s texts as escaped HTML, and hides the customer’s e-mail address', async () => {
  const { id, url } = await link({
    text: 'Two bags',
    lines: [
      { text: 'Java <b>', quantity: 2, amount: 10500 },
      { text: 'Discount', amount: -500 },
    ],
    reference: 'Order 1',
    redirect: 'https://shop.example/?a=1&transactionId=forged',
    cancel: 'https://shop.example/"><script>',
    email: 'ann@example.com',
    recurring: true,
    statement: 'JAVA BEANS',
  });
  expect(url).toBe(`${posUrl}/l/${id}`);
  const { status, html, data, headers } = await open(id);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(data).toMatchObject({
    key: merchant.key,
    linkId: id,
    ended: false,
    amount: { currency: 'EUR', exponent: 2, value: 10000 },
    text: 'Two bags',
    reference: 'Order 1',
    redirect: 'https://shop.example/?a=1',
    recurring: true,
  });
  const shown = ['Java &#60;b&#62;', '× 2', '€105.00', '-€5.00', '€100.00', 'Back to shop.example'];
  for (const text of [...shown, 'a•••@example.com', '<p class="agreement">', '>JAVA BEANS</dd>'])
    expect(html).toContain(text);
  for (const text of ['ann@example.com', 'Java <b>', '"><script>']) expect(html).not.toContain(text);
});

test('query parameters added to the address of a link change nothing on its page', async () => {
  const { id } = await link();
  const plain = await open(id);
  const edited = await open(`${id}?value=1&text=Free&redirect=https://evil.example&till=y&recurring=y`);
  expect(edited.data).toEqual(plain.data);
});

test('sdk.js may show the page of a link in its shop, and the look changes none of its terms', async () => {
  const { id } = await link();
  const shop = 'https://shop.example';
  const { data } = await open(id);
  const framed = await open(`${id}?embed=${shop}&inline=y&appearance={"theme":"dark"}&value=1`);
  expect(framed.headers.get('content-security-policy')).toContain(`frame-ancestors ${shop}`);
  expect(framed.data).toEqual({ ...data, embed: shop, inline: true, quiet: framed.data.quiet });
  expect(framed.html).toContain(`<input type="hidden" name="embed" value="${shop}">`);
  for (const query of ['inline=y', 'appearance={}', 'embed=https://a.example/path']) {
    const { status, cause } = await open(`${id}?${query}`);
    expect([query, status, cause]).toEqual([query, 400, expect.any(String)]);
  }
});

test('card fields of a link ask for what the link itself requires, and for nothing that the merchant asks for', async () => {
  const asked = await link({ ask: ['email'] });
  const fields = 'embed=https://shop.example&inline=y';
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { ask: ['name'] } });
  const [own, plain] = [await open(`${asked.id}?${fields}`), await open(`${(await link()).id}?${fields}`)];
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { ask: [] } });
  expect([Object.keys(own.data.payer), plain.data.payer]).toEqual([['email'], undefined]);
});

test('the page of a link uses the locale of the link, or else the language of the browser', async () => {
  const [danish, any] = [await link({ locale: 'da_DK' }), await link()];
  const french = { 'accept-language': 'fr' };
  expect((await open(danish.id, french)).language).toBe('da-DK');
  expect((await open(any.id, french)).language).toBe('fr');
});

test.each(['f'.repeat(24), 'x', '%00', 'F'.repeat(24), '..%2f..', 'a'.repeat(5000)])(
  'the address of a link with the unknown id %s returns 404',
  async (id) => {
    const { status, cause } = await open(id);
    expect([status, cause]).toEqual([404, 'there is no such link']);
  },
);

test('the page of a paid, disabled or expired link returns 410 and says why', async () => {
  // A slow stage needs this much time to create the link before it expires.
  const expires = new Date(Date.now() + 4000).toISOString();
  const expired = await link({ expires });
  const [used, off, both] = [await link({ email: 'ann@example.com' }), await link(), await link()];
  await payIt(used.id);
  await payIt(both.id);
  for (const { id } of [off, both]) await api('DELETE', `/links/${id}`, { key });
  const soon = await waitUntil(
    () => open(expired.id),
    ({ status }) => status === 410,
  );
  const pages = [await open(used.id), await open(both.id), await open(off.id), soon];
  expect(pages.map(({ status, title, data }) => [status, title, data.ended])).toEqual([
    [410, 'This has already been paid', true],
    [410, 'This has already been paid', true],
    [410, 'This payment link has been switched off', true],
    [410, 'This payment link has expired', true],
  ]);
  for (const { html } of pages) {
    expect(html).toContain('<p>Nothing was charged just now. ');
    expect(html).toContain('<form id="card" method="dialog" novalidate hidden>');
    expect(html).not.toContain('@example.com');
  }
  const head = await fetch(`${posUrl}/l/${used.id}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([410, '']);
});

test('a page of the wrong mode, without an amount to pay, or in a foreign website returns 400', async () => {
  const asked = async (of: Json, test?: string, over: Record<string, string> = {}) => {
    const query = new URLSearchParams({ key: of.key, value: '1', ...(test && { test }), ...over });
    const answer = await fetch(`${posUrl}/?${query}`);
    return [answer.status, /<code[^>]*>(.*?)<\/code>/s.exec(await answer.text())?.[1]];
  };
  const live = await createMerchant(key, { test: false });
  const missing = [400, 'test: a test merchant needs test=1'];
  expect([await asked(merchant), await asked(merchant, '0')]).toEqual([missing, missing]);
  expect(await asked(live, '1')).toEqual([400, 'test: this merchant is live']);
  expect(await asked(merchant, '1')).toEqual([200, undefined]);
  expect(await asked(merchant, '1', { value: '0' })).toEqual([400, 'value: is zero or too large']);
  const [status, cause] = await asked(live, undefined, { embed: 'https://evil.example' });
  expect([status, cause]).toEqual([400, expect.stringMatching(/^embed: .*, example\.com$/)]);
});

test('the page of a link says immediately if the merchant cannot take live payments or the currency', async () => {
  const live = await createMerchant(key, { test: false });
  const [real, rare] = [await link({}, live), await link({ currency: 'KPW' })];
  expect(await open(real.id)).toMatchObject({
    status: 400,
    cause: 'key: this merchant cannot take live payments yet',
  });
  expect(await open(rare.id)).toMatchObject({
    status: 400,
    cause: 'currency: there is no rate from KPW to EUR',
  });
});

import { send } from './support/http.ts';
import { world } from './support/world.ts';

const { api, pos, shop } = world();
const posUrl = process.env.FLORIN_POS_URL ?? '';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
beforeAll(async () => {
  ({ key, merchant } = await shop({ methods: ['mobilepay'] }));
});

const order = (returnUrl?: string): Json => ({
  integration: { key: merchant.key },
  test: {},
  amount: { currency: 'EUR', exponent: 2, value: 10000 },
  method: { type: 'mobilepay', returnUrl },
  hints: [],
});

/** Begins a payment, and returns the `state` with which its customer comes back. */
async function stateFor(returnUrl?: string): Promise<string> {
  const body = order(returnUrl);
  body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
  await pos('/payments', body);
  const { url } = (await pos('/payments/challenges/method', body)).body;
  return new URL(url).searchParams.get('state') ?? '';
}

const comeBack = (state: string) => send(`${posUrl}/payments/returns?state=${state}`, 'GET');

test('a customer goes on by themselves to a page of Florin alone, with the state in the fragment', async () => {
  const state = await stateFor(`${posUrl}/l/0123456789abcdef01234567?locale=da`);
  const { status, headers } = await comeBack(state);
  expect([status, headers.location]).toEqual([
    303,
    `${posUrl}/l/0123456789abcdef01234567?locale=da#returned=${state}`,
  ]);
});

test.each([
  'https://shop.example/thanks',
  `${posUrl.replace('localhost', 'localhost.evil.example')}/`,
  posUrl.replace('localhost', 'evil.example'),
  `${posUrl.replace('http:', 'https:')}/l/0123456789abcdef01234567`,
])(
  'nobody leads people to %s by a link to Florin: the page shows the host on a button',
  async (returnUrl) => {
    const state = await stateFor(returnUrl);
    const { status, headers, text } = await comeBack(state);
    expect([status, headers.location, headers.refresh]).toEqual([200, undefined, undefined]);
    const { host } = new URL(returnUrl);
    expect(text).toMatch(new RegExp(`<a href="[^"]*#returned=[^"]*">[^<]*${host.replaceAll('.', '\\.')}`));
    expect(text).not.toMatch(/<script|http-equiv="?refresh/i);
  },
);

test('a customer whose shop named no page learns that they can close the tab', async () => {
  const { status, text } = await comeBack(await stateFor());
  expect([status, text]).toEqual([200, expect.stringContaining('<main><p>You can close this tab')]);
});

test('an address that hides its host, or that runs a script, is refused at the payment', async () => {
  for (const returnUrl of [
    'https://shop.example@evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    'data:x',
  ])
    expect([returnUrl, (await pos('/payments', order(returnUrl))).body]).toEqual([
      returnUrl,
      { code: 'REQUEST_INVALID', message: expect.stringContaining('method.returnUrl') },
    ]);
});

test('the page of the return writes an address as text, never as markup', async () => {
  const { text } = await comeBack(await stateFor('https://shop.example/"><script>alert(1)</script>'));
  expect(text).not.toContain('<script>alert');
});

test('a state that is forged, cut, of another kind, or an object leads nowhere, and says nothing of a payment', async () => {
  const state = await stateFor('https://shop.example/');
  const { hints } = (await pos('/payments/challenges/begin', order('https://shop.example/'))).body;
  const forged = [
    state.slice(0, -2),
    `${state}x`,
    state.replace(/.$/, 'A').replace(/^./, 'z'),
    hints[0],
    '',
    'x',
  ];
  for (const each of forged) {
    expect([each, (await comeBack(encodeURIComponent(each))).status]).toEqual([each, 404]);
    expect([each, (await pos('/payments/returns', { state: each })).body.code]).toEqual([
      each,
      'TOKEN_INVALID',
    ]);
    const bank = await send(`${posUrl}/payments/simulated-bank`, 'POST', {
      form: { state: each, answer: 'approve' },
    });
    expect([each, bank.status]).toEqual([each, 404]);
  }
  for (const odd of [{ state: {} }, { state: [state] }, {}, { state: 'x'.repeat(5000) }])
    expect((await pos('/payments/returns', odd)).body.code).toBe('REQUEST_INVALID');
});

test('a page learns the outcome of its own payment alone, by the terms that it shows', async () => {
  const other = (await shop({ methods: ['mobilepay'] })).merchant;
  const state = await stateFor('https://shop.example/');
  const own = { integration: { key: merchant.key }, amount: order('https://shop.example/').amount };
  const asked = async (over: object) => (await pos('/payments/returns', { state, ...own, ...over })).body;
  expect(await asked({})).toMatchObject({ state: 'open' });
  const foreign = { code: 'TOKEN_INVALID', message: expect.stringContaining('no method has sent it back') };
  for (const over of [
    { integration: { key: other.key } },
    { amount: { ...own.amount, value: 9999 } },
    { amount: { ...own.amount, value: 10001 } },
    { amount: { ...own.amount, currency: 'DKK' } },
    { amount: undefined },
  ])
    expect([over, await asked(over)]).toEqual([over, foreign]);
  const body = { amount: 10000, currency: 'EUR' };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  expect(await asked({ linkId: link.id })).toEqual(foreign);
});

test('an answer that the bank does not have, and a parameter of a browser, pay nothing', async () => {
  const state = await stateFor('https://shop.example/');
  const answered = await send(`${posUrl}/payments/simulated-bank`, 'POST', {
    form: { state, answer: 'paid' },
  });
  expect(answered.status).toBe(404);
  await comeBack(`${state}&answer=approve&redirect_status=succeeded`);
  expect((await pos('/payments/returns', { state })).body).toMatchObject({
    state: 'open',
  });
  expect((await pos('/payments/returns', { state, leave: true })).body.code).toBe('PAYMENT_REJECTED');
});

import { world } from '../support/world.ts';

const { api, pos, shop, createApp, authorized } = world();

let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;
beforeAll(async () => {
  ({ key, merchant } = await shop());
});

const create = (body: unknown, headers = {}) => api('POST', '/merchants', { key, body, headers });
const type = 'application/json';

test('JSON sent without a content type or as a form gets 415 with the content type to send', async () => {
  for (const headers of [{}, { 'content-type': '' }] as Record<string, string>[]) {
    const none = await api('POST', '/apps', { body: '{"name":"x"}', headers });
    expect([none.status, none.body]).toMatchObject([
      415,
      {
        error: 'UNSUPPORTED_MEDIA_TYPE',
        message:
          'The request has a body, but no Content-Type; send the header Content-Type: application/json',
      },
    ]);
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const body of ['{"name":"x"}', ' {"name": "a=b&c=d"}']) {
    const answer = await api('POST', '/apps', { body, headers: form });
    expect([answer.status, answer.body.message]).toEqual([
      415,
      expect.stringContaining('The body is JSON, but'),
    ]);
  }
  for (const body of ['{}', '[]', 'name=%7B%22', '{"name=x'])
    expect((await api('POST', '/apps', { body, headers: form })).status).toBe(201);
});

test.each([
  ['{"name": "x",}', '; the error is at position 13 (line 1, column 14)'],
  ['{\n  "name": nope\n}', '; the error is at position 12 (line 2, column 11)'],
  ['{"name": "x"', '; it ends too early, at position 12 (line 1, column 13)'],
  ["{'name': 'x'}", '; the error is at position 1 (line 1, column 2)'],
  ['4100000000000000 x', '; the error is at position 17 (line 1, column 18)'],
])('the error for invalid JSON names the position, and quotes no text: %j', async (body, place) => {
  const answer = await api('POST', '/apps', { body, headers: { 'content-type': type } });
  expect([answer.status, answer.body]).toEqual([400, [{ field: 'body', message: `Must be JSON${place}` }]]);
  expect(answer.text).not.toContain('4100');
});

test('the errors for a currency or country in lower case name the code in capital letters', async () => {
  const { body } = await create({ currency: 'eur', company: { country: 'dk' } });
  expect(body).toContainEqual({
    field: 'currency',
    message: 'Must be one of CHF, CZK, DKK, EUR, GBP, HUF, NOK, PLN, RON, SEK, USD; write EUR',
  });
  expect(body).toContainEqual({ field: 'company.country', message: expect.stringMatching(/; write DK$/) });
  const id = await authorized(merchant, 100);
  const capture = await api('POST', `/transactions/${id}/captures`, {
    key,
    body: { amount: 1, currency: 'Eur' },
  });
  expect(capture.body).toEqual([
    {
      field: 'currency',
      message: 'Must be a three-letter ISO 4217 currency code in capital letters, for example EUR; write EUR',
    },
  ]);
  const paid = await pos('/payments', { amount: { currency: 'eur', exponent: 0, value: 1 } });
  expect(paid.body.message).toContain('for example EUR; write EUR');
});

test('the errors for an invalid date and an invalid amount contain an example', async () => {
  const link = { amount: '10.99', currency: 'EUR', expires: 'tomorrow' };
  const { body } = await api('POST', `/merchants/${merchant.id}/links`, { key, body: link });
  expect(body).toEqual([
    {
      field: 'amount',
      message: 'Must be a whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99',
    },
    { field: 'expires', message: 'Must be a date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z' },
  ]);
});

test('the 401 for an unknown key says that the key is unknown, and the 401 without a key says how to send one', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const key of [unknown, unknown, unknown.slice(1), 'secret']) {
    const answer = await api('GET', '/me', { key });
    expect([answer.status, answer.headers['www-authenticate'], answer.body]).toEqual([
      401,
      'Basic realm="florin"',
      expect.objectContaining({ text: expect.stringContaining('This API key is not known here') }),
    ]);
  }
  for (const authorization of [undefined, 'Bearer x', 'Basic eHg=']) {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const answer = await api('GET', '/me', { headers });
    expect([answer.status, answer.headers['www-authenticate'], answer.body]).toEqual([
      401,
      'Basic realm="florin"',
      expect.objectContaining({ text: expect.stringContaining('Send HTTP Basic') }),
    ]);
  }
  expect((await api('GET', '/me', { key: (await createApp()).key })).status).toBe(200);
});

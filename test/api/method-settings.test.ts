import { byMethod } from './support/by-method.ts';
import { refusal, send } from './support/http.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, payment } = here;
const { order, begin, answer, returned, paidBy } = byMethod(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
beforeEach(async () => {
  ({ key, merchant } = await shop({ methods: ['mobilepay', 'bancontact', 'blik'] }));
});

const change = (methods: unknown) => api('PUT', `/merchants/${merchant.id}`, { key, body: { methods } });
const read = async (): Promise<Json> =>
  (await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
const linkOf = (over: object = {}) =>
  api('POST', `/merchants/${merchant.id}/links`, { key, body: { amount: 10000, currency: 'EUR', ...over } });
const tried = async (type: string, over: object = {}): Promise<string> =>
  (await pos('/payments', order(merchant, type, over))).body.message;

const among = (message: string) => [{ field: 'methods', message }];

describe('the methods of a merchant', () => {
  test('a merchant shows its methods, and those that its account has', async () => {
    const { methods, availableMethods } = await read();
    expect(methods).toEqual(['mobilepay', 'bancontact', 'blik']);
    expect(availableMethods.find(({ type }: Json) => type === 'bancontact')).toEqual({
      type: 'bancontact',
      name: 'Bancontact',
      currencies: ['EUR'],
      countries: ['BE'],
      least: { EUR: 50 },
      most: {},
      captured: 'immediately',
      partialCapture: false,
      refundDays: 180,
      partialRefund: true,
      disputes: false,
    });
    expect((await change(['blik', 'mobilepay'])).status).toBe(204);
    expect((await read()).methods).toEqual(['blik', 'mobilepay']);
    const form = { 'methods[]': 'mobilepay' };
    expect((await api('PUT', `/merchants/${merchant.id}`, { key, form })).status).toBe(204);
    expect((await read()).methods).toEqual(['mobilepay']);
    expect((await change([])).status).toBe(204);
    expect((await read()).methods).toEqual([]);
  });

  test('Florin refuses methods that the account does not have, and names the ones it has', async () => {
    const types = (await read()).availableMethods.map(({ type }: Json) => type).join(', ');
    const must = among(`Must be among the methods of the merchant's account: ${types}; got acme`);
    const refused = await change(['mobilepay', 'acme']);
    expect([refused.status, refused.body]).toEqual([400, must]);
    const founded = await api('POST', '/merchants', {
      key,
      body: { ...merchant, ...settings, methods: ['acme'] },
    });
    expect([founded.status, founded.body]).toEqual([400, must]);
    for (const wrong of ['mobilepay', ['Mobile Pay'], ['mobilepay', 'mobilepay'], [1]])
      expect((await change(wrong)).status).toBe(400);
    expect((await read()).methods).toEqual(['mobilepay', 'bancontact', 'blik']);
  });

  test('a live merchant without an account has no methods', async () => {
    const body = { ...settings, test: false, methods: ['mobilepay'] };
    const { status, body: faults } = await api('POST', '/merchants', { key, body });
    expect([status, faults]).toEqual([
      400,
      among("Must be empty: the merchant's account has no methods; got mobilepay"),
    ]);
    const founded = await api('POST', '/merchants', { key, body: { ...body, methods: [] } });
    expect(founded.body.merchant).toMatchObject({ methods: [], availableMethods: [] });
  });

  test('customers of another merchant cannot use the methods', async () => {
    const other = await shop();
    expect(await pos('/payments', order(other.merchant, 'mobilepay'))).toMatchObject({
      status: 400,
      body: { message: 'method.type: The merchant offers no method but cards for this amount: send `card`' },
    });
    const away = await begin(merchant, 'mobilepay');
    const moved = { ...away.body, integration: { key: other.merchant.key } };
    expect(refusal(await pos('/payments', moved))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('a method that is switched off ends no payment that has begun, and begins no other', async () => {
    const away = await begin(merchant, 'mobilepay');
    await change([]);
    expect(await tried('mobilepay')).toContain('no method but cards');
    await answer(away, 'approve');
    expect((await returned(away)).status).toBe(201);
    expect((await pos('/payments', away.body)).status).toBe(201);
  });

  test('a method takes only the amounts and currencies of its row', async () => {
    const amount = { currency: 'USD', exponent: 2, value: 10000 };
    expect(await tried('mobilepay', { amount })).toContain('no method but cards for this amount');
    expect(await tried('blik', { amount: { ...amount, currency: 'EUR' } })).toBe(
      'method.type: Must be one of mobilepay, bancontact for this amount, or pay with `card`',
    );
    expect(await tried('mobilepay', { amount: undefined })).toContain('no method but cards');
    // A begun payment cannot take another amount.
    const away = await begin(merchant, 'mobilepay');
    const more = { ...away.body, amount: { ...away.body.amount, value: 1 } };
    expect(refusal(await pos('/payments', more))).toEqual([400, 'TOKEN_INVALID']);
    const another = { ...away.body, method: { type: 'bancontact' } };
    expect(refusal(await pos('/payments', another))).toEqual([400, 'TOKEN_INVALID']);
    // The hint of an offered method begins no payment by another, which the merchant may not offer.
    const body = order(merchant, 'mobilepay');
    body.hints.push(...(await pos('/payments/challenges/begin', body)).body.hints);
    for (const type of ['bancontact', 'acme'])
      expect(refusal(await pos('/payments', { ...body, method: { type } }))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('methods pay nothing that is charged again later, and save no card', async () => {
    for (const recurring of [{ unplanned: { merchant: true } }, { plan: [{}] }])
      expect(await tried('mobilepay', recurring)).toBe(
        'method.type: Only cards can be charged again: send `card`',
      );
    expect(await tried('mobilepay', { save: true })).toContain('save: ');
    const { card } = await payment(merchant);
    expect(await tried('mobilepay', { card })).toBe('card: Must not be sent together with a method');
  });
});

const settings = {
  currency: 'EUR',
  email: 'john@example.com',
  website: 'https://example.com',
  descriptor: 'Coffee & John',
  company: { country: 'DK' },
};

describe('the methods of a link', () => {
  test('a link that only holds the money offers no method that takes it immediately', async () => {
    const { link } = (await linkOf({ capture: false })).body;
    expect(await tried('bancontact', { linkId: link.id })).toBe(
      'method.type: Must be one of mobilepay for this amount, or pay with `card`',
    );
    const { text } = await send(`${process.env.FLORIN_POS_URL}/l/${link.id}`, 'GET');
    expect([text.includes('MobilePay'), text.includes('Bancontact')]).toEqual([true, false]);
  });

  test('a link limits the methods, and the customer cannot widen them', async () => {
    const { link } = (await linkOf({ methods: ['bancontact'] })).body;
    expect(link.methods).toEqual(['bancontact']);
    expect((await api('GET', `/links/${link.id}`, { key })).body.link.methods).toEqual(['bancontact']);
    const linkId = link.id;
    expect(await tried('mobilepay', { linkId })).toBe(
      'method.type: Must be one of bancontact for this amount, or pay with `card`',
    );
    expect(await tried('mobilepay', { linkId, methods: ['mobilepay'] })).toContain(
      'Must be one of bancontact',
    );
    // The hint of a payment without the link does not fit one by the link.
    const away = await begin(merchant, 'mobilepay');
    expect(refusal(await pos('/payments', { ...away.body, linkId }))).toEqual([400, 'TOKEN_INVALID']);
    const id = await paidBy(merchant, 'bancontact', { linkId });
    expect((await api('GET', `/links/${linkId}`, { key })).body.link).toMatchObject({
      paid: 1,
      payments: [{ transactionId: id }],
    });
  });

  test('a link has all methods by default, and none with an empty list or for later charges', async () => {
    const every = (await linkOf()).body.link;
    expect(every.methods).toBeNull();
    await paidBy(merchant, 'mobilepay', { linkId: every.id });
    const none = (await linkOf({ methods: [] })).body.link;
    expect(none.methods).toEqual([]);
    expect(await tried('mobilepay', { linkId: none.id })).toContain('no method but cards');
    const form = { amount: '10000', currency: 'EUR', 'methods[]': 'blik' };
    const typed = await api('POST', `/merchants/${merchant.id}/links`, { key, form });
    expect(typed.body.link.methods).toEqual(['blik']);
    const recurring = (await linkOf({ recurring: true })).body.link;
    expect(await tried('mobilepay', { linkId: recurring.id })).toContain('Only cards can be charged again');
    const customer = (await linkOf({ customer: 'ann' })).body.link;
    await paidBy(merchant, 'mobilepay', { linkId: customer.id });
  });

  test('Florin refuses methods that the merchant does not offer, and does not offer those switched off later', async () => {
    const refused = await linkOf({ methods: ['mobilepay', 'acme'] });
    expect([refused.status, refused.body]).toEqual([
      400,
      among("Must be among the merchant's `methods`: mobilepay, bancontact, blik; got acme"),
    ]);
    expect((await linkOf({ methods: ['mobilepay'], recurring: true })).body).toEqual(
      among(
        'Must be empty or absent: only cards can be charged again, so a recurring link takes cards alone',
      ),
    );
    const { link } = (await linkOf({ methods: ['mobilepay'] })).body;
    await change(['bancontact']);
    expect(await tried('mobilepay', { linkId: link.id })).toContain('no method but cards');
    expect(await tried('bancontact', { linkId: link.id })).toContain('no method but cards');
  });
});

import { cards, ownLive } from './support/live.ts';

const live = ownLive();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
let account: string;

/** A text that is longer than the 22 characters of a bank statement, and whose 22nd character is inside a word. */
const text = 'Two bags of Java, whole beans, roasted dark';

beforeAll(async () => {
  ({ key, merchant, account } = await live.shop({ descriptor: "Bob's Coffee" }));
});

/** Returns the statement text that the acquirer received for a payment. */
const told = (id: string): string | null =>
  (live.stripe.books(account).intents as Json[]).find(({ metadata }) => metadata.florin === id)
    ?.statement_descriptor_suffix;

const said = async (id: string): Promise<string> => (await live.here.transaction(key, id)).descriptor;

const link = (body: object): Promise<Json> =>
  live.here.api('POST', `/merchants/${merchant.id}/links`, {
    key,
    body: { amount: 10000, currency: 'EUR', ...body },
  });

const move = (id: string, kind: string, body: object): Promise<Json> =>
  live.here.api('POST', `/transactions/${id}/${kind}`, { key, body });

/** Returns the text beside “On your bank statement” on the receipt of a page. */
async function receiptOf(url: string): Promise<string | undefined> {
  const page = await (await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'en' } })).text();
  return /<dt>On your bank statement<\/dt><dd[^>]*>([^<]*)</.exec(page)?.[1];
}

describe('Florin shows the same statement text that the acquirer received', () => {
  test('a payment on the page has the merchant’s descriptor, for any text of the payment', async () => {
    const id = await live.authorized(merchant, 10000, { text });
    expect([told(id), await said(id)]).toEqual(['Bobs Coffee', 'Bobs Coffee']);
    const page = `${live.florin.posUrl}/?key=${merchant.key}&currency=EUR&value=100&text=${encodeURIComponent(text)}`;
    expect(await receiptOf(page)).toBe('Bobs Coffee');
  });

  test('a payment by a link has the link’s statement, or else the merchant’s descriptor', async () => {
    for (const [body, statement] of [
      [{ text }, 'Bobs Coffee'],
      [{ text, statement: 'Java order 1234' }, 'Java order 1234'],
    ] as const) {
      const made = (await link(body)).body.link;
      expect(await receiptOf(made.url)).toBe(statement);
      const id = await live.authorized(merchant, 10000, { linkId: made.id });
      expect([told(id), await said(id)]).toEqual([statement, statement]);
    }
  });

  test('a payment by a till code has the merchant’s descriptor', async () => {
    const amount = { currency: 'EUR', exponent: 2, value: 10000 };
    const asked = { integration: { key: merchant.key }, amount, text: 'Table 4' };
    const { code, watch } = (await live.here.pos('/payments/codes', asked)).body;
    const id = await live.authorized(merchant, 10000, { linkId: code });
    expect([told(id), await said(id)]).toEqual(['Bobs Coffee', 'Bobs Coffee']);
    const seen = await fetch(`${live.florin.posUrl}/payments/codes/${watch}`, {
      headers: { 'accept-version': '1' },
    });
    expect((await seen.json()).payment.descriptor).toBe('Bobs Coffee');
  });

  test('a payment with a saved card and a later charge by the merchant’s server have their statement text', async () => {
    const made = (await link({ customer: 'ann', uses: 5, recurring: true, statement: 'Java club' })).body
      .link;
    const first = await live.authorized(merchant, 10000, { linkId: made.id, save: true });
    const code = (await live.here.tokens(cards.good, '123')).code;
    const kept = await live.authorized(merchant, 10000, { linkId: made.id, card: { saved: first, code } });
    expect([told(kept), await said(kept)]).toEqual(['Java club', 'Java club']);
    for (const [descriptor, statement] of [
      [undefined, 'Bobs Coffee'],
      ['', 'Bobs Coffee'],
      ['Java in May', 'Java in May'],
    ]) {
      const body = { transactionId: first, currency: 'EUR', amount: 500, descriptor };
      const again = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
      const { id } = again.body.transaction;
      expect([told(id), await said(id)]).toEqual([statement, statement]);
    }
  });

  test('a capture has its own descriptor, and Florin ignores the descriptor of a refund', async () => {
    const id = await live.authorized(merchant);
    const captured = await move(id, 'captures', { amount: 4000, descriptor: 'Parcel 1' });
    expect(captured.body.transaction.trail[0].descriptor).toBe('Parcel 1');
    expect(told(id)).toBe('Parcel 1');
    const refunded = await move(id, 'refunds', { amount: 100, descriptor: 'Sorry' });
    expect(refunded.status).toBe(201);
    expect(refunded.body.transaction.trail[1].descriptor).toBe('Bobs Coffee');
  });
});

test('a descriptor or statement that banks cannot show gets 400, and moves no money', async () => {
  const first = await live.authorized(merchant, 10000, { unplanned: { merchant: true } });
  const seen = live.stripe.seen.length;
  for (const descriptor of ['12345', "Bob's", 'A*B', '<b>']) {
    const again = { transactionId: first, currency: 'EUR', amount: 500, descriptor };
    for (const answer of [
      await move(first, 'captures', { amount: 1, descriptor }),
      await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject([
        { field: 'descriptor', message: expect.stringContaining('letter') },
      ]);
    }
    expect((await link({ statement: descriptor })).body).toMatchObject([{ field: 'statement' }]);
  }
  for (const statement of ['x', 'x'.repeat(23), 'Kaffe på dåse', ' Shop', 'Shop ', 'a  b', 'tab\there', ''])
    expect(await link({ statement })).toMatchObject({ status: 400, body: [{ field: 'statement' }] });
  expect(live.stripe.seen.length).toBe(seen);
  expect(await live.here.transaction(key, first)).toMatchObject({ pendingAmount: 10000, trail: [] });
});

test('the descriptor of a live merchant must contain a letter', async () => {
  const fault = [{ field: 'descriptor', message: expect.stringContaining('letter') }];
  const update = await live.here.api('PUT', `/merchants/${merchant.id}`, {
    key,
    body: { descriptor: '7-11' },
  });
  expect([update.status, update.body]).toEqual([400, fault]);
});

test('a customer, who has only the public key, cannot choose the statement text', async () => {
  const order = await live.order(merchant, { statement: 'Your bank: call now' });
  const refused = await live.here.pos('/payments', order);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^statement: /)]);
  const code = await live.here.pos('/payments/codes', {
    integration: { key: merchant.key },
    amount: order.amount,
    statement: 'Your bank',
  });
  expect([code.status, code.body.message]).toEqual([400, expect.stringMatching(/^statement: /)]);
  const id = await live.authorized(merchant, 10000, { text: 'Call now', descriptor: 'Your bank' });
  expect(told(id)).toBe('Bobs Coffee');
});

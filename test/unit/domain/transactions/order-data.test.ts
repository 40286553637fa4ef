import fc from 'fast-check';
import { matchesCriteria, termsOf } from '#domain/console/search.ts';
import { orderDataOf, summaryOfOrder, textsOfOrder } from '#domain/transactions/order-data.ts';
import { someMerchant } from '../some-merchant.ts';
import { somePayment } from '../some-payment.ts';

test.each<[string, unknown, object]>([
  ['a payment link', { reference: 'A 1' }, { reference: 'A 1' }],
  ['a reference that is a number', { reference: 1413 }, { reference: '1413' }],
  [
    'WooCommerce',
    { orderId: 17, customer: { name: 'Ann', email: 'a@b.example' } },
    { reference: '17', name: 'Ann', email: 'a@b.example' },
  ],
  ['VirtueMart', { orderId: '9', orderNo: 'VM-9' }, { reference: 'VM-9' }],
  ['CE Phoenix', { order_id: '12', email: 'a@b.example' }, { reference: '12', email: 'a@b.example' }],
  ['Magento', { quoteId: '5', customer: { email: '' } }, { reference: '5' }],
  [
    'a shop that sends blanks, fractions and objects',
    { reference: ' ', orderNo: 1.5, orderId: { id: 1 }, quoteId: true },
    {},
  ],
  ['a text too long to be a reference', { reference: 'x'.repeat(1025) }, {}],
  ['no object', 'text', {}],
  ['nothing', null, {}],
])('the order and the customer in the custom data of %s are found', (_, custom, data) => {
  expect(orderDataOf({ custom })).toEqual({
    reference: undefined,
    name: undefined,
    email: undefined,
    description: undefined,
    ...data,
  });
});

test('the own entries of the customer count before the data of the shop', () => {
  const custom = { customer: { name: 'Shop', email: 'shop@b.example' } };
  expect(orderDataOf({ custom, payer: { name: 'Ann', email: null } })).toMatchObject({
    name: 'Ann',
    email: 'shop@b.example',
  });
});

test('a search finds payments by the references and addresses of shop plugins', () => {
  const payment = {
    ...somePayment(someMerchant()),
    custom: { orderId: 1413, customer: { email: 'Ann@B.example' } },
  };
  expect(termsOf(payment)).toEqual(
    expect.arrayContaining([
      { kind: 'reference', value: '1413' },
      { kind: 'email', value: 'ann@b.example' },
    ]),
  );
  expect(matchesCriteria(payment, { reference: '1413', email: 'ann@b.example' })).toBe(true);
  expect(matchesCriteria(payment, { reference: '141' })).toBe(false);
});

test('the summary of an order has its reference, its customer and what was bought, and is absent without any of them', () => {
  const custom = { reference: 'A 1', customer: { name: 'Ann', email: 'ann@b.example' } };
  const all = { reference: 'A 1', customer: 'Ann', description: 'Ten eggs' };
  expect(summaryOfOrder({ custom, text: ' Ten eggs ' })).toEqual(all);
  expect(summaryOfOrder({ custom: { description: 'Ten eggs' }, payer: { email: 'a@b.example' } })).toEqual({
    ...{ reference: undefined, customer: 'a@b.example', description: 'Ten eggs' },
  });
  expect(summaryOfOrder({ custom: { other: 1 }, text: ' ' })).toBeUndefined();
});

test('each text of a summary has at most 80 bytes, no character of them cut in two, however long the order describes itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { reference, description } = summaryOfOrder({ custom: { reference: text }, text }) ?? {};
      for (const short of [reference, description]) {
        expect(Buffer.byteLength(short ?? '')).toBeLessThanOrEqual(80);
        expect(short ?? '').not.toMatch(/[\ud800-\udbff]$/);
      }
    }),
  );
  expect(summaryOfOrder({ text: 'x'.repeat(81) })?.description).toBe('x'.repeat(80));
  expect(summaryOfOrder({ text: '订'.repeat(81) })?.description).toBe('订'.repeat(26));
});

test('a row names its order the same way, whether it has the whole data or the summary', () => {
  const custom = { reference: 'A 1', customer: { email: 'ann@b.example' } };
  const order = summaryOfOrder({ custom, text: 'Ten eggs' });
  const texts = ['A 1', 'ann@b.example', 'Ten eggs'];
  expect([textsOfOrder({ custom, order }), textsOfOrder({ order })]).toEqual([texts, texts]);
  expect(textsOfOrder({ order: { reference: 'A', customer: null, description: 'A' } })).toEqual(['A']);
  expect(textsOfOrder({})).toEqual([]);
});

test('a payment is found by the text that its customer has seen', () => {
  const payment = { ...somePayment(someMerchant()), order: { description: 'Ten Eggs' } };
  expect(termsOf(payment)).toContainEqual({ kind: 'reference', value: 'ten eggs' });
  expect(matchesCriteria(payment, { reference: 'ten  eggs' })).toBe(true);
  expect(matchesCriteria(payment, { reference: 'eggs' })).toBe(false);
});

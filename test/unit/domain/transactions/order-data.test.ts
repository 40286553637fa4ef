import { matchesCriteria, termsOf } from '#domain/console/search.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
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

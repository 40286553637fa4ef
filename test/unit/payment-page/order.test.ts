import { orderFields } from '../../../functions/payment-page/client/basics/embedding.ts';

const link = { text: 'Tea', reference: 'T-1', recurring: false };

test('an order has the link’s text and reference, and the fields that the merchant’s page adds', () => {
  const order = {
    custom: { basket: [1] },
    plan: { repeat: 1 },
    unplanned: { customer: true },
  };
  expect(orderFields(link, order)).toEqual({
    text: 'Tea',
    custom: { reference: 'T-1', basket: [1] },
    plan: { repeat: 1 },
    unplanned: { customer: true },
  });
});

test('an order by a stored link has only the ID of the link', () => {
  expect(orderFields({ ...link, linkId: 'abc' }, { custom: 1, plan: 1, unplanned: 1 })).toEqual({
    linkId: 'abc',
  });
});

test.each([
  ['T-1', undefined, { reference: 'T-1' }],
  ['T-1', null, { reference: 'T-1' }],
  ['T-1', { a: 1 }, { reference: 'T-1', a: 1 }],
  ['T-1', { reference: 'own' }, { reference: 'own' }],
  ['T-1', [1], [1]],
  ['T-1', 'text', 'text'],
  ['T-1', 0, 0],
  [undefined, { a: 1 }, { a: 1 }],
  [undefined, undefined, undefined],
])('the reference %j and the custom data %j become %j', (reference, custom, kept) => {
  expect(orderFields({ ...link, reference }, { custom }).custom).toEqual(kept);
});

test.each([
  [false, undefined, undefined],
  [true, undefined, { merchant: true }],
  [true, { customer: true }, { customer: true }],
  [false, { customer: true }, { customer: true }],
])('recurring %s and unplanned %j become the unplanned field %j', (recurring, unplanned, said) => {
  expect(orderFields({ ...link, recurring }, { unplanned }).unplanned).toEqual(said);
});

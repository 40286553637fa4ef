import {
  descriptorFor,
  ownDescriptorFaults,
  prefixOf,
  statementFaults,
  statementOf,
  withoutPrefix,
} from '#domain/merchants/descriptor.ts';
import { orderReferenceIn } from '#domain/transactions/order-data.ts';

test.each([
  ['Coffee & John', 'Coffee & John'],
  ['Bob\'s "Best" Coffee', 'Bobs Best Coffee'],
  ['a<b>c\\d*e', 'a b c d e'],
  ['  Shop   1 ', 'Shop 1'],
  ['7-11', undefined],
  ['!!', undefined],
  ["a'", undefined],
])('a bank statement shows %j as %j', (descriptor, shown) => {
  expect(statementOf(descriptor)).toBe(shown);
  if (shown) expect(statementOf(shown)).toBe(shown);
});

test('a payment has its own descriptor, or else the merchant’s; a live one is made fit for bank statements', () => {
  const live = { test: false, descriptor: "Bob's Shop" };
  expect(descriptorFor(live, undefined)).toBe('Bobs Shop');
  expect(descriptorFor(live, '')).toBe('Bobs Shop');
  expect(descriptorFor(live, 'Order 1')).toBe('Order 1');
  expect(descriptorFor({ ...live, test: true }, undefined)).toBe("Bob's Shop");
});

test('the descriptor of a live payment starts with the account’s prefix and is cut to 22 characters', () => {
  const live = { test: false, descriptor: 'My Coffee Shop', acquirer: { prefix: 'FLORIN' } };
  expect(descriptorFor(live, undefined)).toBe('FLORIN* My Coffee Shop');
  const long = descriptorFor(live, 'Order 4711 of Tuesday');
  expect(long).toBe('FLORIN* Order 4711 of');
  expect(long.length).toBeLessThanOrEqual(22);
  expect(withoutPrefix(long)).toBe('Order 4711 of');
  expect(withoutPrefix('My Coffee Shop')).toBe('My Coffee Shop');
  expect([prefixOf(long), prefixOf('My Coffee Shop')]).toEqual(['FLORIN', undefined]);
  expect(descriptorFor({ ...live, test: true }, undefined)).toBe('My Coffee Shop');
});

test.each([
  [{ reference: 'Order 17' }, 'Order 17'],
  [{ reference: '' }, undefined],
  [{ reference: 'ann@example.com' }, undefined],
  [{ reference: '4242 4242 4242 4242' }, undefined],
  [{ orderId: 17 }, '17'],
  [{ orderId: 4242424242424242 }, undefined],
  [undefined, undefined],
  ['text', undefined],
])('the order reference in the custom data %j is %j', (custom, reference) => {
  expect(orderReferenceIn(custom)).toBe(reference);
});

test('a descriptor that bank statements cannot show is reported as an error', () => {
  expect(statementFaults('Order 7', 'descriptor')).toEqual([]);
  expect(statementFaults('', 'descriptor')).toEqual([]);
  expect(statementFaults(undefined, 'descriptor')).toEqual([]);
  for (const descriptor of ['1234', "Bob's", ' Shop', 'A*B', 'A  B'])
    expect(statementFaults(descriptor, 'descriptor')).toMatchObject([{ field: 'descriptor' }]);
  expect(statementFaults('2026112320 Tuesday', 'descriptor', 'FLORINPAY')).toMatchObject([
    { message: expect.stringMatching(/first 11 characters.*"FLORINPAY\* "/) },
  ]);
  expect(statementFaults('2026112320 Tuesday', 'descriptor', 'FLORIN')).toEqual([]);
  expect(ownDescriptorFaults({ test: false, descriptor: '12' })).toMatchObject([{ field: 'descriptor' }]);
  expect(ownDescriptorFaults({ test: true, descriptor: '12' })).toEqual([]);
  expect(ownDescriptorFaults({ test: false })).toEqual([]);
});

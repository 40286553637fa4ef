import { readFileSync } from 'node:fs';
import { disputeReasonOf } from '../../../../functions/core/acquirer/stripe/disputes/find-dispute.ts';
import { disputeStatuses } from '../../../stripe/dispute-statuses.ts';

test('each status of a dispute in the types of Stripe’s SDK is known', () => {
  const types = readFileSync('node_modules/stripe/esm/resources/Disputes.d.ts', 'utf8');
  const [, union = ''] = /^ {4}type Status = (.*);$/m.exec(types) ?? [];
  const listed = [...union.matchAll(/'(\w+)'/g)].map(([, status]) => status);
  expect(listed.length).toBeGreaterThan(9);
  const known: string[] = disputeStatuses.map(([status]) => status);
  // The money that it has moved decides about a prevented dispute.
  expect(listed.filter((status = '') => !known.includes(status))).toEqual(['prevented']);
});

test.each([
  ['fraudulent', '10.4', { code: 10.4, title: 'Fraudulent' }],
  ['fraudulent', '4837', { code: 4837, title: 'Fraudulent' }],
  // American Express has letters in its codes.
  ['credit_not_processed', 'C02', { code: 13.6, title: 'Credit not processed' }],
  ['duplicate', null, { code: 12.6, title: 'Duplicate' }],
  ['duplicate', undefined, { code: 12.6, title: 'Duplicate' }],
  ['product_not_received', '', { code: 13.1, title: 'Product not received' }],
  ['a_reason_of_later', null, { code: 0, title: 'A reason of later' }],
  ['general', '13.7', { code: 13.7, title: 'General' }],
])(
  'a dispute of the category %s, with the network’s code %p, has the reason %j',
  (category, network, reason) => {
    expect(disputeReasonOf(category, network)).toEqual(reason);
  },
);

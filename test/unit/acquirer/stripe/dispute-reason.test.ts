import { disputeReasonOf } from '../../../../functions/core/acquirer/stripe/disputes/find-dispute.ts';

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

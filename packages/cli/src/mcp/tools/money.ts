import { pageOf } from '../page.ts';
import { dispute, payout } from '../present.ts';
import { fields, id, paging, tool } from '../tool.ts';

export const money = [
  tool({
    name: 'list_disputes',
    description: 'Lists disputes, newest first, with the deadline for evidence (`due`).',
    schema: fields({ ...paging, payment: { ...id, description: 'Only disputes of this payment' } }),
    async run({ payment, ...page }, { florin, merchant }, options) {
      const filter = { merchantId: merchant.id, ...(payment && { transactionId: payment }) };
      return pageOf((query) => florin.disputes.list({ ...query, filter }, options), page, dispute);
    },
  }),

  tool({
    name: 'list_payouts',
    description: 'Lists payouts to the bank account of the merchant, newest first.',
    schema: fields(paging),
    async run(page, { florin, merchant }, options) {
      return pageOf((query) => florin.payouts.list(merchant.id, query, options), page, payout);
    },
  }),
];

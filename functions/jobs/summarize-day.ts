import { eachMerchant } from '#jobs/each-merchant.ts';
import { messageReader } from '#messages/read-messages.ts';
import { listSummaries } from '#store/mail/summaries.ts';
import { summarizeDays } from '#usecases/mail/summarize-day.ts';
import { warnOfKeyEnds } from '#usecases/mail/warn-of-key-ends.ts';

const messagesIn = messageReader<'notice'>('notice.');

/**
 * Mails the summary of a day to every merchant that has asked for it, and warns the owners of a merchant whose keys end. The
 * job reads no other merchants.
 */
export const handler = eachMerchant({
  name: 'SummarizeDay',
  list: listSummaries,
  work: (merchantId, time) =>
    Promise.all([summarizeDays(merchantId, time, messagesIn), warnOfKeyEnds(merchantId, time, messagesIn)]),
});

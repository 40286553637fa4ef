import { eachMerchant } from '#jobs/each-merchant.ts';
import { messageReader } from '#messages/read-messages.ts';
import { listSummaries } from '#store/mail/summaries.ts';
import { summarizeDays } from '#usecases/mail/summarize-day.ts';

const messagesIn = messageReader<'notice'>('notice.');

/** Mails the summary of a day to every merchant that has asked for it. The job reads no other merchants. */
export const handler = eachMerchant({
  name: 'SummarizeDay',
  list: listSummaries,
  work: (merchantId, time) => summarizeDays(merchantId, time, messagesIn),
});

import { listAnswer } from '#http/lists/list-answer.ts';
import { lineQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { type Entry, present } from '#presenters/posting.ts';
import { listLines } from '#store/ledger/lines.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the lines of a merchant's ledger, in double entry. */
export const handler = florinApi('GET /merchants/{merchantId}/postings', lineQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) => {
    const merchant = findMerchant(merchantId);
    const entries = async function* (): AsyncGenerator<Entry> {
      for await (const line of listLines(merchantId, pagination)) {
        const { currency } = (await merchant) ?? line.amount;
        yield { line, currency };
      }
    };
    const reading = Promise.all([listAnswer(entries(), pagination, present), merchant]);
    const [answer] = await asMember(merchantId, caller, reading);
    return answer;
  });

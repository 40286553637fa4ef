import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { log } from '#observability/log.ts';
import { hasLedger } from '#store/ledger/balance.ts';
import { listAllMerchants } from '#store/merchants/merchants.ts';
import type { Slice } from '#store/table/list.ts';
import { logFinished } from './log-finished.ts';
import { eachMessage } from './messages.ts';

interface Job<Listing extends { id: Id }> {
  name: string;
  /**
   * Works on one merchant, at least once for each run of the job. An error does not affect other merchants.
   *
   * @param message of the queue for this merchant, with any fields that the job has added
   */
  work(merchantId: Id, time: Date, message: object): Promise<unknown>;
  /** Whether the job can leave out a merchant. May use only fields that never change, as the list's copy may be old. */
  skip?(merchant: Listing): boolean;
  /** The merchants to work on; all by default. */
  list?(slice: Slice): AsyncIterable<Listing>;
  /** Skips merchants without a line in their ledger, as anybody can make a million such merchants. */
  ledgersOnly?: true;
}

/** A run of the job, by the time of its schedule (ISO 8601). */
interface Run {
  time: string;
}

/** A message of the job to itself: work on one merchant, or continue with merchants older than one. */
type Message = Run & ({ merchantId: Id } | { before: Id });

interface ListedRun extends Run {
  /** The number of messages sent, one for each merchant. */
  merchants: number;
  more: boolean;
}

const queue = requireVariable('MERCHANTS_URL');

/** The most merchants that one invocation lists, which takes seconds. The next invocation continues. */
const merchantsAtOnce = 1000;

/**
 * Makes a scheduled job for all merchants. The job sends itself a message for each merchant, so that an error with one
 * does not affect the others. If there are very many merchants, each invocation lists a part, and sends itself a
 * message to continue.
 */
export const eachMerchant =
  <Listing extends { id: Id } = Merchant>({
    name,
    work,
    skip = () => false,
    list: listMerchants = listAllMerchants as unknown as NonNullable<Job<Listing>['list']>,
    ledgersOnly,
  }: Job<Listing>) =>
  async (event: Partial<ScheduledEvent> | SQSEvent): Promise<ListedRun | SQSBatchResponse> => {
    if (!('Records' in event)) return list({ time: event.time ?? new Date().toISOString() });
    return eachMessage<Message>(event, (message) => ('before' in message ? list(message) : one(message)));

    async function list({ time, before }: Run & { before?: Id }): Promise<ListedRun> {
      const found: Listing[] = [];
      for await (const merchant of listMerchants({ limit: merchantsAtOnce, before }))
        if (found.push(merchant) === merchantsAtOnce) break;
      const candidates = found.filter((merchant) => !skip(merchant));
      const merchants = ledgersOnly ? await withLedger(candidates) : candidates;
      await sendMessages(
        queue,
        merchants.map(({ id }) => ({ body: { time, merchantId: id } })),
      );
      const more = found.length === merchantsAtOnce;
      if (more) await sendMessages(queue, [{ body: { time, before: found.at(-1)?.id } }]);
      else logFinished(name, { job: name, time });
      return { time, merchants: merchants.length, more };
    }

    async function one(message: Run & { merchantId: Id }): Promise<void> {
      const { merchantId, time } = message;
      try {
        await work(merchantId, new Date(time), message);
      } catch (error) {
        log('error', { job: name, merchantId });
        throw error;
      }
    }
  };

/** The number of merchants whose ledgers are checked at the same time. */
const atOnce = 50;

async function withLedger<Listing extends { id: Id }>(merchants: readonly Listing[]): Promise<Listing[]> {
  const kept: Listing[] = [];
  for (let first = 0; first < merchants.length; first += atOnce) {
    const some = merchants.slice(first, first + atOnce);
    const has = await Promise.all(some.map(({ id }) => hasLedger(id)));
    kept.push(...some.filter((_, n) => has[n]));
  }
  return kept;
}

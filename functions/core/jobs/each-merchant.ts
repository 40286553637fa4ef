import type { ScheduledEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { log } from '#observability/log.ts';
import { listAllMerchants } from '#store/merchants.ts';
import { finished } from './finished.ts';
import { eachMessage } from './messages.ts';

interface Job {
  name: string;
  /** Done for a merchant, at least once for each time that the job is run; an error is that merchant's alone. */
  work(merchantId: Id, time: Date): Promise<unknown>;
  /** Merchants that it has nothing to do for, by what never changes of them. */
  skip?(merchant: Merchant): boolean;
}

/** A run, begun at a time, ISO 8601. */
interface Run {
  time: string;
}

/** What the job sends to itself: to do a merchant, or to go on with those that are older than one. */
type Message = Run & ({ merchantId: Id } | { before: Id });

interface Listed extends Run {
  /** How many merchants it was left to. */
  merchants: number;
  more: boolean;
}

const queue = requireVariable('MERCHANTS_URL');

/** Merchants that one invocation goes through: what takes seconds, so that there can be any number of them. */
const merchantsAtOnce = 1000;

/**
 * A job that the clock runs for all merchants. It is left to a message a merchant, so that the trouble with one is not
 * another's, and lists a part of them at a time, the next part again by a message.
 */
export const eachMerchant =
  ({ name, work, skip = () => false }: Job) =>
  async (event: Partial<ScheduledEvent> | SQSEvent): Promise<Listed | SQSBatchResponse> => {
    if (!('Records' in event)) return list({ time: event.time ?? new Date().toISOString() });
    return eachMessage<Message>(event, (message) => ('before' in message ? list(message) : one(message)));

    async function list({ time, before }: Run & { before?: Id }): Promise<Listed> {
      const found: Merchant[] = [];
      for await (const merchant of listAllMerchants({ limit: merchantsAtOnce, before }))
        if (found.push(merchant) === merchantsAtOnce) break;
      const merchants = found.filter((merchant) => !skip(merchant));
      await sendMessages(
        queue,
        merchants.map(({ id }) => ({ body: { time, merchantId: id } })),
      );
      const more = found.length === merchantsAtOnce;
      if (more) await sendMessages(queue, [{ body: { time, before: found.at(-1)?.id } }]);
      else finished(name, { job: name, time });
      return { time, merchants: merchants.length, more };
    }

    async function one({ merchantId, time }: Run & { merchantId: Id }): Promise<void> {
      try {
        await work(merchantId, new Date(time));
      } catch (error) {
        log('error', { job: name, merchantId });
        throw error;
      }
    }
  };

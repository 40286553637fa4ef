import type { Delivery } from '../../../florin/src/index.ts';
import { type Account, accountOf, merchantOf } from '../account.ts';
import { type Command, merchantFlag, text } from '../command.ts';
import { isUnknown } from '../failures.ts';
import { pause, stopping } from '../stopping.ts';

const [pace, back] = [2000, 10 * 60_000];

const tail: Command = {
  summary: 'Follows the deliveries of webhooks, with each attempt',
  flags: {
    webhook: { type: 'string', value: 'ID', says: 'only this webhook; by default all of the merchant' },
    failed: { type: 'boolean', says: 'only attempts that failed' },
    from: { type: 'string', value: 'DATE', says: 'begins at this day or time (UTC); 10 minutes ago' },
    once: { type: 'boolean', says: 'prints what is there, and ends' },
    ...merchantFlag,
  },
  notes: 'Ctrl-C ends it. The API keeps no log of requests: the operator has that one.',
  async run(input) {
    const stop = stopping();
    const account = accountOf(input);
    const merchantId = await merchantOf(input, account);
    const from = text(input, 'from') ?? new Date(Date.now() - back).toISOString();
    /** The time of the last printed attempt of each delivery. */
    const printed = new Map<string, string>();
    const look = async () => {
      for (const delivery of await deliveriesSince(from, account, merchantId, text(input, 'webhook'))) {
        const last = printed.get(delivery.id) ?? '';
        for (const attempt of delivery.attempts.filter(({ time }) => time > last)) {
          printed.set(delivery.id, attempt.time);
          const isGood = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
          if (input.values.failed && isGood) continue;
          const { id, webhookId, type } = delivery;
          input.out.item(
            { webhookId, deliveryId: id, type, ...attempt },
            `${attempt.time} ${attempt.status ?? attempt.error} ${attempt.duration} ms ${type} ${id} to ${webhookId}`,
          );
        }
      }
    };
    if (input.values.once) return look();
    await look();
    input.out.note(`Following the deliveries of merchant ${merchantId}, until Ctrl-C.`);
    while (!stop.aborted) {
      await pause(pace, stop);
      if (!stop.aborted)
        await look().catch((error) => {
          if (!isUnknown(error)) throw error;
          input.out.note(`${error.message}; trying again`);
        });
    }
  },
};

/** The newest 100 deliveries of each webhook since a time, oldest first. */
async function deliveriesSince(
  from: string,
  { florin }: Account,
  merchantId: string,
  only: string | undefined,
): Promise<Delivery[]> {
  const webhooks = only ? [{ id: only }] : await florin.webhooks.list(merchantId).page();
  const pages = await Promise.all(
    webhooks.map(({ id }) => florin.deliveries.list(merchantId, id, { filter: { from } }).page()),
  );
  return pages.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

export const logs: Record<string, Command> = { 'logs tail': tail };

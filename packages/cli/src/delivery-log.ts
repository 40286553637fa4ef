import type { Delivery } from '../../florin/src/index.ts';
import type { Account } from './account.ts';
import type { Line, Source } from './log-source.ts';
import { plain } from './output.ts';

/**
 * The attempts of the deliveries to a merchant's webhooks.
 *
 * @param only the id of one webhook, to leave out all others
 */
export function deliveryLog(
  account: Account,
  merchantId: string,
  from: number,
  only: string | undefined,
): Source {
  /** The time of the last attempt of each delivery that was returned. */
  const returned = new Map<string, string>();
  return {
    what: `the deliveries of merchant ${merchantId}`,
    async look() {
      const lines: Line[] = [];
      for (const delivery of await deliveriesSince(from, account, merchantId, only)) {
        const last = returned.get(delivery.id) ?? '';
        for (const attempt of delivery.attempts.filter(({ time }) => time > last)) {
          returned.set(delivery.id, attempt.time);
          lines.push(lineOf(delivery, attempt));
        }
      }
      return lines;
    },
  };
}

function lineOf({ id, webhookId, type }: Delivery, attempt: Delivery['attempts'][number]): Line {
  const { time, status, error, duration } = attempt;
  return {
    ...{ time, status, isFailed: status === null || status < 200 || status > 299 },
    value: { webhookId, deliveryId: id, type, ...attempt },
    text: `${time} ${status ?? plain(error)} ${duration} ms ${type} ${id} to ${webhookId}`,
  };
}

/** The newest 100 deliveries of each webhook since a time, oldest first. */
async function deliveriesSince(
  from: number,
  { florin }: Account,
  merchantId: string,
  only: string | undefined,
): Promise<Delivery[]> {
  const webhooks = only ? [{ id: only }] : await florin.webhooks.list(merchantId).page();
  const filter = { from: new Date(from) };
  const pages = await Promise.all(
    webhooks.map(({ id }) => florin.deliveries.list(merchantId, id, { filter }).page()),
  );
  return pages.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

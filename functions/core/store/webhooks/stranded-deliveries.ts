import { undeliveredLists } from '../table/keys.ts';
import { chunks } from '../table/list.ts';
import { type Item, stream } from '../table/read.ts';
import type { Delivery } from './delivery-item.ts';
import type { Resend } from './resends.ts';

/** A pending delivery or an open resend that was not processed in its time. */
export type StrandedDelivery =
  | { kind: 'delivery'; delivery: Item & Delivery }
  | { kind: 'resend'; resend: Item & Resend };

/**
 * Lists stranded deliveries and resends, in rounds: the next items of each list, the longest waiting first. Each item
 * comes once, so that items that cannot be restarted do not hold up others. The index may be behind, so the caller
 * must check the present state before acting.
 *
 * @param ofEach the most items of each list in a round
 */
export async function* listStranded(now: number, ofEach: number): AsyncGenerator<StrandedDelivery[]> {
  const lists = undeliveredLists.map((pk) => chunks(strandedIn(pk, now, ofEach), ofEach));
  for (;;) {
    const nexts = await Promise.all(lists.map((list) => list.next()));
    const round = nexts.flatMap(({ done, value }) => (done ? [] : value));
    if (round.length === 0) return;
    yield round.map((item) =>
      item.sk === 'resend'
        ? { kind: 'resend', resend: item as Item & Resend }
        : { kind: 'delivery', delivery: item as Item & Delivery },
    );
  }
}

const strandedIn = (pk: string, now: number, batch: number): AsyncGenerator<Item> =>
  stream({
    IndexName: 'list',
    KeyConditionExpression: 'listPk = :pk AND listSk < :now',
    ExpressionAttributeValues: { ':pk': pk, ':now': new Date(now).toISOString() },
    Limit: batch,
  });

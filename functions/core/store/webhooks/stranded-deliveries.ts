import { undelivered } from '../table/keys.ts';
import { type Item, stream } from '../table/read.ts';
import type { Delivery } from './deliveries.ts';
import type { Resend } from './resends.ts';

/** A pending delivery or an open resend that was not processed in its time. */
export type StrandedDelivery =
  | { kind: 'delivery'; delivery: Item & Delivery }
  | { kind: 'resend'; resend: Item & Resend };

/**
 * Lists what is stranded now, the longest waiting first. The index may be behind, so the caller must check the present
 * state before acting.
 *
 * @param ofEach the most items from each list
 */
export async function listStranded(now: number, ofEach: number): Promise<StrandedDelivery[]> {
  const lists = await Promise.all(undelivered.map((pk) => firstOf(pk, now, ofEach)));
  return lists
    .flat()
    .map((item) =>
      item.sk === 'resend'
        ? { kind: 'resend', resend: item as Item & Resend }
        : { kind: 'delivery', delivery: item as Item & Delivery },
    );
}

async function firstOf(pk: string, now: number, most: number): Promise<Item[]> {
  const first: Item[] = [];
  const items = stream({
    IndexName: 'list',
    KeyConditionExpression: 'listPk = :pk AND listSk < :now',
    ExpressionAttributeValues: { ':pk': pk, ':now': new Date(now).toISOString() },
    Limit: most,
  });
  for await (const item of items) if (first.push(item) >= most) break;
  return first;
}

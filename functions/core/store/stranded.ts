import type { Delivery } from './deliveries.ts';
import type { Resend } from './resends.ts';
import { undelivered } from './table/keys.ts';
import { type Item, stream } from './table/read.ts';

/** A pending delivery or an open resend that nobody has moved in the time that it had. */
export type Stranded =
  | { kind: 'delivery'; delivery: Item & Delivery }
  | { kind: 'resend'; resend: Item & Resend };

/**
 * Those that count as stranded by now, the longest waiting first, of each list so many. The index may be behind: what is
 * done about them must depend on how they are.
 */
export async function listStranded(now: number, ofEach: number): Promise<Stranded[]> {
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

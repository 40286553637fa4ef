import type { Key } from './keys.ts';
import type { Write } from './transact.ts';

/**
 * Items that are test data: they expire with what they belong to. Merchants, memberships and balances do not; a saved
 * card and an idempotency record have an end of their own.
 */
const isTestData = ({ pk }: Key): boolean => /^(tx|line|link|card|dispute|fraud)#/.test(pk);

/** Parts of a trail are made by updates. The transaction's own item keeps the end that it was written with. */
const isTrailPart = ({ sk }: Key): boolean => sk.startsWith('trail#');

type Item = Write['item'];

/**
 * The same writes, whose test data TTL deletes at a time, all at once: readers leave out what has expired, so that no
 * half of it is seen.
 *
 * @param expires in seconds since 1970; undefined for data that stays
 */
export const expiring = (writes: readonly Write[], expires: number | undefined): Write[] =>
  expires === undefined ? [...writes] : writes.map((write) => expiringWrite(write, expires));

function expiringWrite({ item, onTaken, onThrottled, ...write }: Write, expires: number): Write {
  const later = (other: Write['onTaken']) =>
    other && (async () => other().then((item) => item && expiringItem(item, expires)));
  return {
    ...write,
    item: expiringItem(item, expires),
    onTaken: later(onTaken),
    onThrottled: later(onThrottled),
  };
}

function expiringItem(item: Item, expires: number): Item {
  const { Put, Update } = item;
  if (Put && isTestData(Put.Item as Key & object)) return { Put: { ...Put, Item: { ...Put.Item, expires } } };
  const key = Update?.Key as Key | undefined;
  if (!Update || !key || !isTestData(key) || !isTrailPart(key)) return item;
  const UpdateExpression = Update.UpdateExpression?.replace(/^SET /, 'SET expires = :expires, ');
  const ExpressionAttributeValues = { ...Update.ExpressionAttributeValues, ':expires': expires };
  return { Update: { ...Update, UpdateExpression, ExpressionAttributeValues } };
}

import type { Key } from './keys.ts';
import type { Write } from './transact.ts';

/**
 * Test data expires with the transaction, link or alert that it belongs to. Merchants, memberships and balances stay.
 * Saved cards and idempotency records have their own expiry.
 */
const isTestData = ({ pk }: Key): boolean => /^(tx|line|link|card|dispute|fraud)#/.test(pk);

/**
 * An update, not a put, creates the parts of a trail, so the update must set the expiry. The transaction's own item
 * keeps the expiry from its creation.
 */
const isTrailPart = ({ sk }: Key): boolean => sk.startsWith('trail#');

type Item = Write['item'];

/**
 * Returns the same writes, with an expiry on test data. DynamoDB deletes expired items one by one. So that nobody
 * sees half of the data, readers ignore items from the moment of their expiry.
 *
 * @param expires in seconds since 1970; undefined for data that stays
 */
export const withExpiry = (writes: readonly Write[], expires: number | undefined): Write[] =>
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

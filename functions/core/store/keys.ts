import { createHash } from 'node:crypto';
import type { Id } from '#domain/id.ts';
import type { List } from './list.ts';

/**
 * The single table. Every item is found by its own id, so that load spreads over partitions; the index `list`
 * orders what belongs together, newest last.
 *
 * | item | pk | sk | listPk | listSk |
 * |---|---|---|---|---|
 * | app | `app#<id>` | `app` | | |
 * | API key | `key#<sha256>` | `key` | | |
 * | merchant | `merchant#<id>` | `#merchant` | | |
 * | share of its balance | `merchant#<id>` | `#balance#<n>` | | |
 * | app's membership | `merchant#<id>` | `app#<app id>` | `app#<id>#<test or live>` | merchant id |
 * | user's membership | `merchant#<id>` | `user#<user id>` | | |
 * | user | `email#<address>` | `user` | | |
 * | card | `card#<id>` | `card` | | |
 * | public key | `pos#<key>` | `pos` | | |
 * | transaction | `transaction#<id>` | `#transaction` | `merchant#<id>#transactions` | id |
 * | its details | `transaction#<id>` | `details` | likewise, if it has custom data | `<id>#details` |
 * | part of its trail | `transaction#<id>` | `trail#<n>` | likewise | `<id>#trail#<n>` |
 * | line | `line#<id>` | `line` | `merchant#<id>#lines` | id |
 * | simulated card account | `account#<reference>` | `account` | | |
 * | idempotency record | `once#<sha256>` | `once` | | |
 * | exchange rates | `rates` | `rates` | | |
 *
 * Hot partitions: a merchant's `list` partitions take its new transactions and lines, about 200 captures a second
 * for one merchant before DynamoDB must split them by sort key; its balance is spread over shares that it can
 * split likewise.
 */
export interface Key {
  pk: string;
  sk: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const appKey = (id: Id): Key => ({ pk: `app#${id}`, sk: 'app' });
/** API keys are found by their hash; the key itself is stored nowhere. */
export const apiKeyKey = (key: string): Key => ({ pk: `key#${sha256(key)}`, sk: 'key' });

export const merchantKey = (id: Id): Key => ({ pk: `merchant#${id}`, sk: '#merchant' });
export const membershipKey = (merchantId: Id, appId: Id): Key => ({
  pk: `merchant#${merchantId}`,
  sk: `app#${appId}`,
});
export const userMembershipKey = (merchantId: Id, userId: Id): Key => ({
  pk: `merchant#${merchantId}`,
  sk: `user#${userId}`,
});
/** Addresses that differ in case only are one person's. */
export const userKey = (email: string): Key => ({ pk: `email#${email.toLowerCase()}`, sk: 'user' });
export const cardKey = (id: Id): Key => ({ pk: `card#${id}`, sk: 'card' });
export const publicKeyKey = (key: string): Key => ({ pk: `pos#${key}`, sk: 'pos' });

export const transactionKey = (id: Id): Key => ({ pk: `transaction#${id}`, sk: '#transaction' });
export const lineKey = (id: Id): Key => ({ pk: `line#${id}`, sk: 'line' });
export const accountKey = (reference: string): Key => ({ pk: `account#${reference}`, sk: 'account' });
export const onceKey = (scope: string, key: string): Key => ({
  pk: `once#${sha256(`${scope}\n${key}`)}`,
  sk: 'once',
});
export const ratesKey: Key = { pk: 'rates', sk: 'rates' };

const inIndex = (pk: string): List => ({ pk, from: 'index' });

export const appMerchants = (appId: Id, test: boolean): List =>
  inIndex(`app#${appId}#${test ? 'test' : 'live'}`);
export const transactionsOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#transactions`);
export const linesOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#lines`);
/** Memberships are items of the merchant's own partition. */
export const membersOf = (merchantId: Id, kind: 'app' | 'user'): List => ({
  pk: `merchant#${merchantId}`,
  prefix: `${kind}#`,
  from: 'table',
});

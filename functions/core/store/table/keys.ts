import { createHash } from 'node:crypto';
import type { Caller } from '#domain/caller.ts';
import type { Term } from '#domain/console/search.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';

/**
 * The single table. Every item is found by its own id, so that load spreads over partitions. The index `list` orders
 * the items of a list, newest last. The index `pending` contains the transactions with pending money: by `pendingPk`,
 * `merchant#<id>#pending`, and `listSk`, in lanes as described below. It also contains the few lines that Florin has
 * written long after their booking, or before it: by `merchant#<id>#booked#<month of the booking in UTC>` and `listSk`.
 *
 * | item | pk | sk | listPk | listSk |
 * |---|---|---|---|---|
 * | app | `app#<id>` | `app` | | |
 * | API key | `key#<sha256>` | `key` | | |
 * | merchant | `merchant#<id>` | `#merchant` | | |
 * | … in the list of all | | | `merchants` | id |
 * | its payout of a day | `payout#<merchant id>` | `<day>` | | |
 * | start of its next payout | `payout#<merchant id>` | `last` | | |
 * | payout | `payout#<id>` | `payout` | `merchant#<id>#payouts` | id |
 * | progress of the check of its ledger | `ledger#<merchant id>` | `ledger` | | |
 * | closed months, and the one that is being closed | `months#<merchant id>` | `state` | | |
 * | closed month | `months#<merchant id>` | `month#<month>` | | |
 * | part of its lines, as ids | `months#<merchant id>` | `lines#<month>#<last id>` | | |
 * | seal of a day of its ledger and audit log | `seals#<merchant id>` | `seal#<day>` | | |
 * | part of the sealed entries | `seals#<merchant id>` | `entries#<day>#<log>#<n>#<hash>` | | |
 * | progress of the erasure of its old payments | `retention#<merchant id>` | `retention` | | |
 * | accounts for bookkeeping programs | `bookkeeping#<merchant id>` | `bookkeeping` | | |
 * | share of its balance | `merchant#<id>`, `…#balance#<lane>` | `#balance#<n>` | | |
 * | app's membership | `merchant#<id>` | `app#<app id>` | `app#<id>#<test or live>` | merchant id |
 * | … with limits, which earlier releases do not find | `merchant#<id>` | `app#<app id>#limited` | likewise | likewise |
 * | refunds of a day by an app with a cap | `refunds#<merchant id>#<app id>` | `<day>#<currency>` | | |
 * | user's membership | `merchant#<id>` | `user#<user id>` | `user#<id>#<test or live>` | merchant id |
 * | … until the user accepts it | | | `user#<id>#invited#<vouched or unvouched>` | id of the invitation |
 * | user | `email#<address>` | `user` | | |
 * | till's membership and session | `merchant#<id>` | `till#<till id>` | | |
 * | till that was paired last | `tills#<merchant id>` | `last` | | |
 * | code that pairs a till | `pairing#<sha256>` | `pairing` | | |
 * | user's session in the console | `sessions#<user id>` | `<sha256>` | | |
 * | browser or network from which a user has signed in | `places#<user id>` | `<sha256>` | | |
 * | request to sign in | `sign-in#<id>` | `sign-in` | | |
 * | mark of a sent mail with a link | `sign-in#<id>` | `mailed` | | |
 * | link to sign in with | `sign-in-link#<sha256>` | `link` | | |
 * | user's passkey | `passkeys#<user id>` | `<sha256 of the credential's id>` | | |
 * | user of a credential | `credential#<sha256 of its id>` | `credential` | | |
 * | change of a user's passkeys, for a mail about the change | `passkey-news#<id>` | `passkey-news` | | |
 * | mark of a sent mail about such a change | `passkey-news#<id>` | `mailed` | | |
 * | challenge for a passkey | `challenge#<sha256>` | `challenge` | | |
 * | attempts to sign in, by network and hour | `attempts#<network>` | `<hour>` | | |
 * | card | `card#<id>` | `card` | | |
 * | public key | `pos#<key>` | `pos` | | |
 * | its merchant's logo | `logo#<key>` | `logo` | | |
 * | live merchant of an app that nobody vouches for | `trial#<merchant id>` | `trial` | `trials#<n>` | `<time of the next look>#<id>` |
 * | transaction | `tx#<id>` | `#transaction` | `merchant#<id>#tx` | id |
 * | … if it was declined | | | `merchant#<id>#tx#declined` | id |
 * | its details | `tx#<id>` | `details` | likewise, if it has custom data | `<id>#details` |
 * | part of its trail | `tx#<id>` | `trail#<n>` | likewise | `<id>#trail#<n>` |
 * | transaction under a search term | `search#<hash>` | transaction id | | |
 * | line | `line#<id>` | `line` | `merchant#<id>#lines` | id |
 * | dispute, fraud alert | `dispute#<id>`, `fraud#<id>` | `alert` | `merchant#<id>#disputes`, `…#frauds` | id |
 * | the same, by transaction | `tx#<id>#disputes`, `…#frauds` | id | | |
 * | dispute or fraud alert, by its acquirer's name for it | `reference#dispute#<reference>`, `reference#fraud#…`, both with `<acquirer>#` for others than Stripe | `reference` | | |
 * | later payment from a transaction or card, by the merchant's reference | `charge#<id of the source>` | `<reference>` | | |
 * | operation of an acquirer | `operation#<id>` | `operation` | `operations#<n>`, while it is open | `<time of the next check>#<id>` |
 * | authorization or test dispute that will end | `ending#<id>` | `ending` | `endings#<n>` | `<time of the next check>#<id>` |
 * | card that is to be deleted at its acquirer | `detach#<acquirer>#<account>#<reference>` | `detach` | `endings#<n>` | `<time of the next attempt>#<reference>` |
 * | mark of a reference that a card without a customer keeps in use | `kept#<acquirer>#<account>#<reference>` | `kept` | | |
 * | trail entry whose figures are due | `figures#<entry id>` | `figures` | `merchant#<id>#figures` | entry id |
 * | payment, by its acquirer's name for it | `payment#<acquirer>#<reference>` | `payment` | | |
 * | merchant's account at an acquirer | `acquirer#<acquirer>#<account>` | `account` | | |
 * | entry in an acquirer's books | `entry#<acquirer>#<reference>` | `entry` | | |
 * | present or former account of a merchant at an acquirer | `accounts#<merchant id>` | `<acquirer>#<account>` | | |
 * | progress of the comparison of an account's books | `books#<acquirer>#<account>` | `nights`, or a period | | |
 * | difference in these books | `cases#<merchant id>` | `<kind>:<reference>` | | |
 * | simulated card account | `account#<reference>` | `account` | | |
 * | a transaction's hold on it | `account#<reference>` | `hold#<transaction id>` | | |
 * | card of an unvouched app's merchant | | | `merchant#<id>#cards` | id |
 * | payment link | `link#<id>` | `#link` | `merchant#<id>#links` | id |
 * | transaction that has paid it | `link#<id>` | `paid#<transaction id>` | | |
 * | card kept for a customer | `saved#<id>` | `card` | `merchant#<id>#customer#<customer>` | id |
 * | uses of it | `saved#<id>` | `use` | likewise | `<id>#use` |
 * | template of payment links | `templates#<merchant id>` | `template#<id>` | | |
 * | number of templates | `templates#<merchant id>` | `count` | | |
 * | webhook endpoint | `webhooks#<merchant id>` | `webhook#<id>` | | |
 * | number of endpoints | `webhooks#<merchant id>` | `count` | | |
 * | event, as its body | `event#<merchant id>#<id>` | `event` | | |
 * | its delivery to an endpoint | `deliveries#<webhook id>`, `…#<lane>` | `delivery#<event id>` | | |
 * | … while it is pending | | | `undelivered#<n>` | `<time of stranding>#<webhook id>#<event id>` |
 * | event that a merchant wants sent again | `deliveries#<webhook id>` | `asked#<id>` | | |
 * | open resend of all failed deliveries | `deliveries#<webhook id>` | `resend` | `undelivered#<n>` | `<time of stranding>#<webhook id>` |
 * | posts of a day, counted for a quota | `posts#<whose>` | `<day>` | | |
 * | resends of a day, of a webhook or merchant | `resends#<id>` | `<day>` | | |
 * | idempotency record | `once#<sha256>` | `once` | | |
 * | sent mail about a membership | `invitation#<merchant id>` | user id | | |
 * | addresses for receipts of a transaction | `receipts#<transaction id>` | `receipts` | | |
 * | sent receipt | `receipts#<transaction id>` | `mailed#<sha256>` | | |
 * | mails of a day, counted for a quota | `mails#<quota>#<whose>` | `<day>` | | |
 * | sent notice to a merchant | `notices#<merchant id>` | `<about>#<sha256>` | | |
 * | action of a user of the console | `audit#<merchant id>` | id | | |
 * | change of a user's own passkeys | `audit#user#<user id>` | id | | |
 * | figures of a day, for the console | `overview#<merchant id>` | `<day>` | | |
 * | merchant's choice of a daily summary | `summary#<merchant id>` | `summary` | `summaries` | merchant id |
 * | … a user's choice of it | `summary#<merchant id>` | `summary#<user id>` | `summaries` | merchant id |
 * | … the end of an app's access | `summary#<merchant id>` | `key#<app id>` | `summaries` | merchant id |
 * | writes of a day, of an unvouched app or of all | `writes#<app id>`, `writes#all` | `<day>` | | |
 * | declines of a day that have something in common | `declines#<what>` | `<day>` | | |
 * | day on which a merchant's payments need 3-D Secure | `limited#<merchant id>#<day>` | `limited` | | |
 * | merchant with a dispute or fraud alert in the last two months | `ratios#<merchant id>` | `watched` | `ratios` | merchant id |
 * | its month, with the ratios that card schemes watch | `ratios#<merchant id>` | `month#<month>` | | |
 * | warning of such a ratio | `ratio#<merchant id>#<month>#<program>` | `ratio` | | |
 * | secret of the fingerprints of cards | `card-secret` | `card-secret` | | |
 * | run of the watch of the payment page | `page-runs` | id | | |
 * | shape of the items, and progress of its backfill | `shape` | `shape` | | |
 * | exchange rates | `rates` | `rates` | | |
 * | helloWorld | `helloWorld` | id, 16 digits | | |
 * | last id that Florin assigned | `helloWorld#counter` | `counter` | | |
 * | use of a Digest nonce | `nonce#<nonce>` | nonce count | | |
 *
 * Hot partitions: new transactions and lines of a merchant go to its `list` partitions, and changes of its balance to
 * that of its shares. DynamoDB cannot split these partitions by sort key, as ids only grow. A busy merchant therefore
 * has several lanes, each with a partition of its own: `merchant#<id>#tx`, `merchant#<id>#tx#1`, … (see `lanes.ts`). A busy
 * endpoint has them for its deliveries. All of helloWorld is in one partition, as its list contains everything. That allows
 * about 1000 writes a second before DynamoDB splits the partition, and about 1000 ids a second from its counter, which
 * cannot be split.
 */
export interface Key {
  pk: string;
  sk: string;
}

/** A list: the items of one partition, ordered by their sort keys, which consist of a prefix and an id. */
export interface List {
  pk: string;
  prefix?: string;
  /** Whether the list is in the index `list`, in the index `pending`, or in the table itself. */
  from: 'index' | 'pending' | 'table';
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const appKey = (id: Id): Key => ({ pk: `app#${id}`, sk: 'app' });
/** API keys are found by their hash. The key itself is never stored. */
export const apiKeyKey = (key: string): Key => ({ pk: `key#${sha256(key)}`, sk: 'key' });

export const merchantKey = (id: Id): Key => ({ pk: `merchant#${id}`, sk: '#merchant' });
/** The app whose standing counts for a merchant that a user has made. */
export const founderKey = (merchantId: Id): Key => ({ pk: `merchant#${merchantId}`, sk: 'founder' });
export const membershipKey = (merchantId: Id, { kind, id }: Pick<Caller, 'kind' | 'id'>): Key => ({
  pk: `merchant#${merchantId}`,
  sk: `${kind}#${id}`,
});
/** An app's membership with limits. Releases from before there were limits do not find it, and so they refuse the app. */
export const limitedAppKey = (merchantId: Id, appId: Id): Key => ({
  pk: `merchant#${merchantId}`,
  sk: `app#${appId}#limited`,
});
export const refundsOfDayKey = (merchantId: Id, appId: Id, day: string, currency: string): Key => ({
  pk: `refunds#${merchantId}#${appId}`,
  sk: `${day}#${currency}`,
});
/** Addresses that differ only in case belong to the same person. */
export const userKey = (email: string): Key => ({ pk: `email#${email.toLowerCase()}`, sk: 'user' });
/** A session is found by the hash of its token, in the partition of its user. */
export const sessionKey = (userId: Id, token: string): Key => ({
  pk: `sessions#${userId}`,
  sk: sha256(token),
});
export const placeKey = (userId: Id, hash: string): Key => ({ pk: `places#${userId}`, sk: hash });
/** A code is found by its hash. The code itself is never stored. */
export const pairingKey = (code: string): Key => ({ pk: `pairing#${sha256(code)}`, sk: 'pairing' });
export const lastTillKey = (merchantId: Id): Key => ({ pk: `tills#${merchantId}`, sk: 'last' });
export const signInKey = (id: Id): Key => ({ pk: `sign-in#${id}`, sk: 'sign-in' });
/** The record of the mail with a link. */
export const signInMailKey = (id: Id): Key => ({ pk: `sign-in#${id}`, sk: 'mailed' });
export const signInLinkKey = (token: string): Key => ({ pk: `sign-in-link#${sha256(token)}`, sk: 'link' });
export const passkeysOfKey = (userId: Id): string => `passkeys#${userId}`;
export const passkeyKey = (userId: Id, credential: string): Key => ({
  pk: passkeysOfKey(userId),
  sk: sha256(credential),
});
export const credentialKey = (credential: string): Key => ({
  pk: `credential#${sha256(credential)}`,
  sk: 'credential',
});
/** The record of a change of a user's own passkeys, for the mail to the user. */
export const passkeyNewsKey = (id: Id): Key => ({ pk: `passkey-news#${id}`, sk: 'passkey-news' });
/** The record of the mail about such a change. */
export const passkeyMailKey = (id: Id): Key => ({ pk: passkeyNewsKey(id).pk, sk: 'mailed' });
export const challengeKey = (challenge: string): Key => ({
  pk: `challenge#${sha256(challenge)}`,
  sk: 'challenge',
});
export const attemptsKey = (network: string, hour: string): Key => ({ pk: `attempts#${network}`, sk: hour });
/** The record of a mail to this person about this merchant. */
export const invitationKey = (merchantId: Id, userId: Id): Key => ({
  pk: `invitation#${merchantId}`,
  sk: userId,
});
export const mailQuotaKey = (quota: string, whose: string, day: string): Key => ({
  pk: `mails#${quota}#${whose}`,
  sk: day,
});
export const writesKey = (whose: string, day: string): Key => ({ pk: `writes#${whose}`, sk: day });
/** A partition for each counter, apart from all other items, so that many declines of a merchant slow down no payment. */
export const declinesKey = (what: string, day: string): Key => ({ pk: `declines#${what}`, sk: day });
export const limitedKey = (merchantId: Id, day: string): Key => ({
  pk: `limited#${merchantId}#${day}`,
  sk: 'limited',
});
export const watchedKey = (merchantId: Id): Key => ({ pk: `ratios#${merchantId}`, sk: 'watched' });
/** The months of a merchant for which its ratios were measured. */
export const ratioMonthsOf = (merchantId: Id) => ({ pk: watchedKey(merchantId).pk, prefix: 'month#' });
export const ratioMonthKey = (merchantId: Id, month: string): Key => ({
  pk: watchedKey(merchantId).pk,
  sk: `${ratioMonthsOf(merchantId).prefix}${month}`,
});
export const ratioKey = (merchantId: Id, month: string, program: string): Key => ({
  pk: `ratio#${merchantId}#${month}#${program}`,
  sk: 'ratio',
});
export const cardSecretKey: Key = { pk: 'card-secret', sk: 'card-secret' };
export const cardKey = (id: Id): Key => ({ pk: `card#${id}`, sk: 'card' });
export const publicKeyKey = (key: string): Key => ({ pk: `pos#${key}`, sk: 'pos' });
export const logoKey = (publicKey: string): Key => ({ pk: `logo#${publicKey}`, sk: 'logo' });

export const trialKey = (merchantId: Id): Key => ({ pk: `trial#${merchantId}`, sk: 'trial' });
/** The sixteen lists of live merchants that a job removes if nobody uses them. */
export const trials = Array.from({ length: 16 }, (_, n) => `trials#${n.toString(16)}`);
export const trialsOf = (merchantId: Id): string => `trials#${merchantId.slice(-1)}`;

export const transactionKey = (id: Id): Key => ({ pk: `tx#${id}`, sk: '#transaction' });
export const payoutDayKey = (merchantId: Id, day: string): Key => ({ pk: `payout#${merchantId}`, sk: day });
export const lastPayoutKey = (merchantId: Id): Key => ({ pk: `payout#${merchantId}`, sk: 'last' });
export const payoutKey = (id: Id): Key => ({ pk: `payout#${id}`, sk: 'payout' });
export const ledgerKey = (merchantId: Id): Key => ({ pk: `ledger#${merchantId}`, sk: 'ledger' });
export const monthsKey = (merchantId: Id): Key => ({ pk: `months#${merchantId}`, sk: 'state' });
/** The closed months of a merchant. */
export const closedMonthsOf = (merchantId: Id) => ({ pk: monthsKey(merchantId).pk, prefix: 'month#' });
export const closedMonthKey = (merchantId: Id, month: string): Key => ({
  pk: monthsKey(merchantId).pk,
  sk: `${closedMonthsOf(merchantId).prefix}${month}`,
});
/** @param through the last id of the part, so that the part of an id is the first one that does not end before it */
export const countedLinesKey = (merchantId: Id, month: string, through: Id): Key => ({
  pk: monthsKey(merchantId).pk,
  sk: `lines#${month}#${through}`,
});
/** The seals of a merchant. */
export const sealsOf = (merchantId: Id) => ({ pk: `seals#${merchantId}`, prefix: 'seal#' });
export const dailySealKey = (merchantId: Id, day: string): Key => ({
  pk: sealsOf(merchantId).pk,
  sk: `${sealsOf(merchantId).prefix}${day}`,
});
/** @param hash of the chain after this part, so that two runs with different entries never overwrite each other's */
export const sealedEntriesKey = (
  merchantId: Id,
  { day, log, part, hash }: { day: string; log: string; part: number; hash: string },
): Key => ({
  pk: sealsOf(merchantId).pk,
  sk: `entries#${day}#${log}#${String(part).padStart(6, '0')}#${hash.slice(0, 16)}`,
});
export const retentionKey = (merchantId: Id): Key => ({ pk: `retention#${merchantId}`, sk: 'retention' });
export const bookkeepingKey = (merchantId: Id): Key => ({
  pk: `bookkeeping#${merchantId}`,
  sk: 'bookkeeping',
});
export const lineKey = (id: Id): Key => ({ pk: `line#${id}`, sk: 'line' });
/** Alerts about a transaction: disputes of the card schemes, and fraud alerts of issuers. */
export type AlertKind = 'dispute' | 'fraud';
export const alertKey = (kind: AlertKind, id: Id): Key => ({ pk: `${kind}#${id}`, sk: 'alert' });
/**
 * The kind is part of the key, as an acquirer may use the same reference for a dispute and for a fraud alert. The
 * acquirer's name is part of the key, as two acquirers may use the same reference. Only the keys of Stripe have no name,
 * like those of test money: they are older than the names.
 *
 * @param acquirer undefined for test money
 */
export const referenceKey = (kind: AlertKind, acquirer: string | undefined, reference: string): Key => ({
  pk: `reference#${kind}#${acquirer === undefined || acquirer === 'stripe' ? '' : `${acquirer}#`}${reference}`,
  sk: 'reference',
});
export const linkKey = (id: Id): Key => ({ pk: `link#${id}`, sk: '#link' });
export const linkPaymentKey = (id: Id, transactionId: Id): Key => ({
  pk: linkKey(id).pk,
  sk: `paid#${transactionId}`,
});
/**
 * A card that a customer of a merchant has agreed to save. Its id is that of the transaction that it was saved with.
 */
export const customerCardKey = (id: Id): Key => ({ pk: `saved#${id}`, sk: 'card' });
export const cardUseKey = (id: Id): Key => ({ pk: customerCardKey(id).pk, sk: 'use' });
/** @param source the transaction or saved card that the payment charges again */
export const chargeKey = (source: Id, reference: string): Key => ({ pk: `charge#${source}`, sk: reference });
export const operationKey = (id: Id): Key => ({ pk: `operation#${id}`, sk: 'operation' });
/** The sixteen lists of open operations. One list would be a hot partition. */
export const openOperations = Array.from({ length: 16 }, (_, n) => `operations#${n.toString(16)}`);
export const openOperationsOf = (id: Id): string => `operations#${id.slice(-1)}`;
/** The end of an authorization of real money. */
export const endingKey = (id: Id): Key => ({ pk: `ending#${id}`, sk: 'ending' });
/** The sixteen lists of authorizations that end. */
export const endings = Array.from({ length: 16 }, (_, n) => `endings#${n.toString(16)}`);
export const endingsOf = (id: Id): string => `endings#${id.slice(-1)}`;
/** The deletion of a card at its acquirer. It is in one of the lists of authorizations that end. */
export const detachmentKey = (at: AcquirerAccount, reference: string): Key => ({
  pk: `detach#${acquirerAccountKey(at).pk.slice('acquirer#'.length)}#${reference}`,
  sk: 'detach',
});
/** Set if a card of the deprecated route uses the reference. */
export const keptReferenceKey = (at: AcquirerAccount, reference: string): Key => ({
  pk: `kept#${acquirerAccountKey(at).pk.slice('acquirer#'.length)}#${reference}`,
  sk: 'kept',
});
/** The key of a trail entry that waits for its figures. */
export const dueFiguresKey = (entryId: Id): Key => ({ pk: `figures#${entryId}`, sk: 'figures' });
/**
 * The key of an acquirer's reference to a payment, which belongs to one transaction. Balance transactions have such
 * keys, too: each belongs to one line.
 */
export const paymentKey = (acquirer: string, reference: string): Key => ({
  pk: `payment#${acquirer}#${reference}`,
  sk: 'payment',
});
export const entryKey = (acquirer: string, reference: string): Key => ({
  pk: `entry#${acquirer}#${reference}`,
  sk: 'entry',
});
/** An account at an acquirer belongs to one merchant, so that reports about the account can be booked. */
export const acquirerAccountKey = ({ acquirer, account = 'own' }: AcquirerAccount): Key => ({
  pk: `acquirer#${acquirer}#${account}`,
  sk: 'account',
});
/** The accounts that a merchant has or had at acquirers. */
export const merchantAccountKey = (merchantId: Id, { acquirer, account = 'own' }: AcquirerAccount): Key => ({
  pk: `accounts#${merchantId}`,
  sk: `${acquirer}#${account}`,
});
/** @param walk `nights`, or the period that an operator has asked for */
export const booksWalkKey = ({ acquirer, account = 'own' }: AcquirerAccount, walk: string): Key => ({
  pk: `books#${acquirer}#${account}`,
  sk: walk,
});
/** @param name the name by which operators refer to the case */
export const caseKey = (merchantId: Id, name: string): Key => ({ pk: `cases#${merchantId}`, sk: name });
export const accountKey = (reference: string): Key => ({ pk: `account#${reference}`, sk: 'account' });
export const holdKey = (reference: string, transactionId: Id): Key => ({
  pk: accountKey(reference).pk,
  sk: `hold#${transactionId}`,
});
/**
 * The name of these items stays `once`. After a deployment with another name, Florin would not find the records of
 * earlier requests, and would carry out a repeated request again.
 */
export const idempotencyKey = (scope: string, key: string): Key => ({
  pk: `once#${sha256(`${scope}\n${key}`)}`,
  sk: 'once',
});
export const receiptsKey = (transactionId: Id): Key => ({ pk: `receipts#${transactionId}`, sk: 'receipts' });
/** The records of the mails about a transaction. */
export const receiptMails = (transactionId: Id) => ({
  pk: receiptsKey(transactionId).pk,
  prefix: 'mailed#',
});
/** @param what `payment`, or the id of a refund */
export const receiptMailKey = (transactionId: Id, what: string, email: string): Key => ({
  pk: receiptsKey(transactionId).pk,
  sk: `${receiptMails(transactionId).prefix}${sha256(`${what}\n${email}`)}`,
});
/** @param about identifies the subject of the notice */
export const noticeKey = (merchantId: Id, about: string, email: string): Key => ({
  pk: `notices#${merchantId}`,
  sk: `${about}#${sha256(email.toLowerCase())}`,
});
export const auditKey = (merchantId: Id, id: Id): Key => ({ pk: `audit#${merchantId}`, sk: id });
/** An item is small, and an hour has one, so all runs are in one partition. */
export const pageRunKey = (id: Id): Key => ({ pk: pageRuns.pk, sk: id });
export const pageRuns: List = { pk: 'page-runs', from: 'table' };
export const overviewKey = (merchantId: Id, day: string): Key => ({ pk: `overview#${merchantId}`, sk: day });
export const summaryKey = (merchantId: Id): Key => ({ pk: `summary#${merchantId}`, sk: 'summary' });
export const ownSummaryKey = (merchantId: Id, userId: Id): Key => ({
  pk: summaryKey(merchantId).pk,
  sk: `summary#${userId}`,
});
export const keyEndKey = (merchantId: Id, appId: Id): Key => ({
  pk: summaryKey(merchantId).pk,
  sk: `key#${appId}`,
});
export const shapeKey: Key = { pk: 'shape', sk: 'shape' };
export const ratesKey: Key = { pk: 'rates', sk: 'rates' };

export const helloPk = 'helloWorld';
/** Ids have up to 16 digits. Leading zeros make them sort as numbers. */
export const helloKey = (id: number): Key => ({ pk: helloPk, sk: String(id).padStart(16, '0') });
export const helloCounterKey: Key = { pk: 'helloWorld#counter', sk: 'counter' };
export const nonceKey = (nonce: string, count: string): Key => ({ pk: `nonce#${nonce}`, sk: count });

/** The templates of a merchant's payment links. */
export const templatesOf = (merchantId: Id) => ({ pk: `templates#${merchantId}`, prefix: 'template#' });
export const templateKey = (merchantId: Id, id: Id): Key => ({
  pk: templatesOf(merchantId).pk,
  sk: `${templatesOf(merchantId).prefix}${id}`,
});
export const templateCountKey = (merchantId: Id): Key => ({ pk: templatesOf(merchantId).pk, sk: 'count' });
/** A merchant's endpoints are in one partition, so that one query finds all of them. */
export const webhookKey = (merchantId: Id, id: Id): Key => ({
  pk: `webhooks#${merchantId}`,
  sk: `webhook#${id}`,
});
export const webhookCountKey = (merchantId: Id): Key => ({ pk: `webhooks#${merchantId}`, sk: 'count' });
export const eventKey = (merchantId: Id, id: Id): Key => ({ pk: `event#${merchantId}#${id}`, sk: 'event' });
export const deliveryKey = (webhookId: Id, eventId: Id, lane = 0): Key => ({
  pk: deliveriesTo(webhookId, lane).pk,
  sk: `delivery#${eventId}`,
});
/** The sixteen lists of pending deliveries and open resends. One list would be a hot partition. */
export const undeliveredLists = Array.from({ length: 16 }, (_, n) => `undelivered#${n.toString(16)}`);
export const undeliveredOf = (id: Id): string => `undelivered#${id.slice(-1)}`;
export const resendKey = (webhookId: Id): Key => ({ pk: `deliveries#${webhookId}`, sk: 'resend' });
export const postCountKey = (whose: string, day: string): Key => ({ pk: `posts#${whose}`, sk: day });
/** @param id of an endpoint, or of its merchant */
export const resendCountKey = (id: Id, day: string): Key => ({ pk: `resends#${id}`, sk: day });
export const askedKey = (webhookId: Id, id: Id): Key => ({
  pk: `deliveries#${webhookId}`,
  sk: `asked#${id}`,
});

const inIndex = (pk: string): List => ({ pk, from: 'index' });

export const merchantsOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>, test: boolean): List =>
  inIndex(`${kind}#${id}#${test ? 'test' : 'live'}`);
/** The test merchants that users have made, by the app whose standing counts for them. */
export const foundedFor = (appId: Id): List => inIndex(`app#${appId}#founded`);
/** The invitations that a user has not accepted, by whether an operator vouches for the inviting app. */
export const invitationsTo = (userId: Id, vouched: boolean): List =>
  inIndex(`user#${userId}#invited#${vouched ? 'vouched' : 'unvouched'}`);
/** Written only when a merchant is created, so one partition suffices. */
export const allMerchants: List = inIndex('merchants');
/** Written only when a merchant changes its choice, so one partition suffices. */
export const allSummaries: List = inIndex('summaries');
/** Written only when a merchant has a dispute or fraud alert, so one partition suffices. */
export const allWatched: List = inIndex('ratios');
/** Successful and declined transactions are separate lists, as clients may ask for either. */
export const transactionsOf = (merchantId: Id, successful: boolean, lane = 0): List =>
  inIndex(`merchant#${merchantId}#tx${successful ? '' : '#declined'}${laneSuffix(lane)}`);
/** Transactions with pending money. */
export const pendingOf = (merchantId: Id, lane = 0): List => ({
  pk: `merchant#${merchantId}#pending${laneSuffix(lane)}`,
  from: 'pending',
});
/**
 * The transactions of a merchant that are found by a term. The key is a hash, as it is short and has no e-mail address in
 * it. 96 bits are enough: a search compares each transaction with its criteria.
 */
export const termOf = (merchantId: Id, { kind, value }: Term, lane = 0): List => {
  const hash = createHash('sha256').update(`${merchantId}\n${kind}\n${value}`).digest('base64url');
  return { pk: `search#${hash.slice(0, 16)}${laneSuffix(lane)}`, from: 'table' };
};
export const termKey = (
  { id, merchantId, lane }: { id: Id; merchantId: Id; lane?: number },
  term: Term,
): Key => ({ pk: termOf(merchantId, term, lane).pk, sk: id });
/**
 * The list of a merchant's trail entries that wait for their figures. Only acquirers with reports cause such entries.
 */
export const dueFiguresOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#figures`);
/** Written once a day for each account, so one partition suffices. */
export const payoutsOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#payouts`);
export const linesOf = (merchantId: Id, lane = 0): List =>
  inIndex(`merchant#${merchantId}#lines${laneSuffix(lane)}`);
/**
 * The lines whose id says little about the time of their booking, by the month of the booking in UTC.
 *
 * @param month `2026-11`
 */
export const bookedApartIn = (merchantId: Id, month: string): List => ({
  pk: `merchant#${merchantId}#booked#${month}`,
  from: 'pending',
});
/**
 * The shares of a balance. Those of the first lane are in the merchant's own partition, so that one query reads both.
 */
export const sharesOf = (merchantId: Id, lane = 0): { pk: string; prefix: string } => ({
  pk: lane === 0 ? merchantKey(merchantId).pk : `merchant#${merchantId}#balance${laneSuffix(lane)}`,
  prefix: '#balance#',
});

/** The first lane has no number, as most merchants have only this one. */
const laneSuffix = (lane: number): string => (lane === 0 ? '' : `#${lane}`);
export const auditOf = (merchantId: Id): List => ({ pk: `audit#${merchantId}`, from: 'table' });
/** The changes of a user's own passkeys, for the logs of all of the user's merchants. */
export const ownAuditOf = (userId: Id): List => ({ pk: `audit#user#${userId}`, from: 'table' });
/** Memberships are in the merchant's own partition. */
export const membersOf = (merchantId: Id, kind: Caller['kind']): List => ({
  pk: `merchant#${merchantId}`,
  prefix: `${kind}#`,
  from: 'table',
});
/** The list has only cards that expire, so that a job can remove their expiry when an operator vouches for the app. */
export const expiringCardsOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#cards`);
export const alertsOf = (kind: AlertKind, merchantId: Id): List => inIndex(`merchant#${merchantId}#${kind}s`);
export const alertsOfTransaction = (kind: AlertKind, transactionId: Id): List => ({
  pk: `tx#${transactionId}#${kind}s`,
  from: 'table',
});
/** A server makes links one by one and people pay them, so one partition suffices. */
export const linksOf = (merchantId: Id): List => inIndex(`merchant#${merchantId}#links`);
/** @param customer any text of the merchant's server, so it must stand at the end of the key */
export const cardsOfCustomer = (merchantId: Id, customer: string): List =>
  inIndex(`merchant#${merchantId}#customer#${customer}`);
export const webhooksOf = (merchantId: Id): List => ({
  pk: `webhooks#${merchantId}`,
  prefix: 'webhook#',
  from: 'table',
});
export const deliveriesTo = (webhookId: Id, lane = 0): List => ({
  pk: `deliveries#${webhookId}${laneSuffix(lane)}`,
  prefix: 'delivery#',
  from: 'table',
});

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { idDate } from '#domain/id.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { present as presentDispute } from '#presenters/dispute.ts';
import { present as presentFraud } from '#presenters/fraud.ts';
import { present as presentLine } from '#presenters/line.ts';
import { present as presentPayout } from '#presenters/payout.ts';
import { present as presentTransaction } from '#presenters/transaction.ts';
import { linesOf } from '#store/table/keys.ts';

/** A line of a file that DynamoDB has exported: of a full export, or of an incremental one. */
interface Exported {
  Item?: Image;
  Keys?: Image;
  /** The item after its last change in the period of the export; absent if it was deleted. */
  NewImage?: Image;
  Metadata?: { WriteTimestampMicros?: { N?: string } };
}

type Image = Record<string, AttributeValue>;

export interface Row {
  /** The name of the table in a warehouse. */
  dataset: string;
  row: object;
}

// biome-ignore lint/suspicious/noExplicitAny: an item of the table, whose keys say which kind it is
type Stored = any;

interface Dataset {
  name: string;
  /** The first part of the partition key, before the id. */
  prefix: string;
  /** The sort key, or the form of it. */
  sk: string | RegExp;
  /** The sort key is the id; the partition key has the merchant's. */
  inPartition?: true;
  row: (item: Stored) => object;
}

/** The rows have the shapes of the API, without the parts that are only on its pages: texts, custom data, trails. */
const datasets: readonly Dataset[] = [
  { name: 'merchants', prefix: 'merchant', sk: '#merchant', row: merchantRow },
  { name: 'transactions', prefix: 'tx', sk: '#transaction', row: transactionRow },
  { name: 'lines', prefix: 'line', sk: 'line', row: lineRow },
  { name: 'payouts', prefix: 'payout', sk: 'payout', row: presentPayout },
  { name: 'disputes', prefix: 'dispute', sk: 'alert', row: presentDispute },
  { name: 'frauds', prefix: 'fraud', sk: 'alert', row: presentFraud },
  { name: 'links', prefix: 'link', sk: '#link', row: linkRow },
  { name: 'audit', prefix: 'audit', sk: /^[0-9a-f]{24}$/, inPartition: true, row: auditRow },
  { name: 'seals', prefix: 'seals', sk: /^seal#/, row: sealRow },
  { name: 'seal-entries', prefix: 'seals', sk: /^entries#/, row: sealedEntriesRow },
];

export const datasetNames: readonly string[] = datasets.map(({ name }) => name);

/**
 * Decodes a line of an export. Rows of an incremental export say in `written` when the item was last changed, so that
 * the newest row of an id counts, and in `deleted` that the item is gone. Returns undefined for internal items, such
 * as API keys, sessions and idempotency records.
 */
export function rowOf(line: string): Row | undefined {
  const { Item, Keys, NewImage, Metadata }: Exported = JSON.parse(line);
  const key = Item ?? Keys ?? {};
  const [prefix = '', id = ''] = (key.pk?.S ?? '').split('#');
  const sk = key.sk?.S ?? '';
  const dataset = datasets.find(
    (one) => one.prefix === prefix && (typeof one.sk === 'string' ? one.sk === sk : one.sk.test(sk)),
  );
  if (!dataset) return undefined;
  const image = Item ?? NewImage;
  const own = dataset.inPartition ? sk : id;
  const shown = image ? dataset.row({ ...unmarshall(image), id: own }) : { id: own, deleted: true };
  const micros = Metadata?.WriteTimestampMicros?.N;
  const written = micros === undefined ? {} : { written: new Date(Number(micros) / 1000).toISOString() };
  return { dataset: dataset.name, row: { ...shown, ...written } };
}

/** `misplaced`: the item is in the list of another merchant or time than its id says, which Florin never does. */
function lineRow(item: Stored): object {
  const { id, listPk, listSk, merchantId } = item;
  const isInPlace = listSk === id && `${listPk}#`.startsWith(`${linesOf(merchantId).pk}#`);
  return { ...presentLine(item), ...(!isInPlace && { misplaced: true }) };
}

/** Leaves out addresses, devices and the fields of requests, which name persons. `lasts`: the entry is sealed. */
function auditRow({ id, merchantId, user, action, about, status, expires }: Stored): object {
  return {
    ...{ id, merchantId: merchantId ?? null, created: idDate(id), user: { id: user.id }, action, about },
    ...{ status: status ?? null, lasts: merchantId !== undefined && expires === undefined },
  };
}

function sealRow({ version, merchantId, number, day, previous, sealedAt, ledger, audit, ...rest }: Stored) {
  const { key, signature } = rest;
  return { version, merchantId, number, day, previous, sealedAt, ledger, audit, key, signature };
}

/** `entries` is text in Base64, as each binary value in an export is. */
function sealedEntriesRow({ id, day, log, part, hash, entries }: Stored): object {
  return { merchantId: id, day, log, part, hash, entries };
}

function transactionRow(item: Stored): object {
  const { trail, custom, ...row } = presentTransaction({ ...item, trail: [] });
  return row;
}

function merchantRow({ id, test, name, currency, email, website, descriptor, company }: Stored): object {
  return {
    ...{ id, test, created: idDate(id), name: name ?? null, currency, email, website, descriptor },
    country: company.country,
  };
}

function linkRow({ id, merchantId, test, amount, currency, reference, uses, paid }: PaymentLink): object {
  return {
    ...{ id, merchantId, test, created: idDate(id), amount, currency, reference: reference ?? null },
    ...{ uses, paid },
  };
}

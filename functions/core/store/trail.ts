import type { Id } from '#domain/id.ts';
import type { TrailEntry, TrailKind } from '#domain/transaction.ts';
import { transactionKey, transactionsOf } from './keys.ts';
import type { Item } from './read.ts';
import { update, type Write } from './transact.ts';

/**
 * A trail is kept in parts of this many entries, each an item of about a kilobyte: appending writes one write
 * unit, and hundreds of entries are read with a few read units, however long the trail is. Appends that race
 * may overfill a part; nothing depends on its size.
 */
const partSize = 20;

/** An entry as it is stored: short names, since a part's price is its bytes. */
interface StoredEntry {
  /** Id, 12 bytes. */
  i: Uint8Array;
  /** Amount, by kind: capture, refund, void. */
  c?: number;
  r?: number;
  v?: number;
  /** Balance, where money moves. */
  b?: number;
  /** Fee, flat and share, where there is one. */
  f?: number;
  s?: number;
  /** Descriptor, where it is the entry's own. */
  d?: string;
}

export type TrailPart = Item & { entries: StoredEntry[] };

export const isTrailPart = (item: Item): item is TrailPart => item.sk.startsWith('trail#');

/** Appends an entry to the trail of a transaction that has `length` entries so far. */
export function appendToTrail(transactionId: Id, merchantId: Id, length: number, entry: TrailEntry): Write {
  const part = `trail#${Math.floor(length / partSize)
    .toString()
    .padStart(4, '0')}`;
  return {
    item: update(
      { ...transactionKey(transactionId), sk: part },
      'SET entries = list_append(if_not_exists(entries, :none), :entry), listPk = :listPk, listSk = :listSk',
      {
        ':none': [],
        ':entry': [store(entry)],
        ':listPk': transactionsOf(merchantId).pk,
        ':listSk': `${transactionId}#${part}`,
      },
    ),
  };
}

/** The entries of all parts, in the order they were written. */
export const readTrail = (parts: readonly TrailPart[]): TrailEntry[] =>
  [...parts].sort((a, b) => (a.sk < b.sk ? -1 : 1)).flatMap(({ entries }) => entries.map(load));

const letters = { capture: 'c', refund: 'r', void: 'v' } as const satisfies Record<
  TrailKind,
  keyof StoredEntry
>;

function store({ id, kind, amount, balance, fee, descriptor }: TrailEntry): StoredEntry {
  return {
    i: Buffer.from(id, 'hex'),
    [letters[kind]]: amount,
    b: balance || undefined,
    f: fee.flat || undefined,
    s: fee.rate || undefined,
    d: descriptor,
  };
}

function load(stored: StoredEntry): TrailEntry {
  const kind =
    (Object.keys(letters) as TrailKind[]).find((kind) => stored[letters[kind]] !== undefined) ?? 'void';
  return {
    id: Buffer.from(stored.i).toString('hex'),
    kind,
    amount: stored[letters[kind]] ?? 0,
    balance: stored.b ?? 0,
    fee: { flat: stored.f ?? 0, rate: stored.s ?? 0 },
    descriptor: stored.d,
  };
}

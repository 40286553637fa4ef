import type { TrailEntry, Transaction } from '#domain/transaction.ts';
import { transactionKey, transactionsOf } from './keys.ts';
import type { Item } from './read.ts';
import { update, type Write } from './transact.ts';

/**
 * A trail is kept in parts of about this many bytes, each an item that stays below a kilobyte with its keys:
 * appending writes one write unit, and hundreds of entries are read with a few read units, however long the trail
 * is. Entries are appended one after the other, as each is written on condition that the trail is as it was read, so
 * parts hold them in their order.
 */
const partSize = 800;

/** An entry as it is stored: short names, since a part's price is its bytes. */
interface StoredEntry {
  /** Id, 12 bytes. */
  i: Uint8Array;
  /** Amount, by kind: capture, refund, void. */
  c?: number;
  r?: number;
  v?: number;
  /** A dispute that was won (w) or lost (l), and its id (x), 12 bytes. */
  w?: number;
  l?: number;
  x?: Uint8Array;
  /** Balance, where money moves. */
  b?: number;
  /** Fee, flat and share, where there is one; a capture's flat fee only where it is not the transaction's own. */
  f?: number;
  s?: number;
  /** Descriptor, where it is the entry's own. */
  d?: string;
}

/** `first` is how many entries the parts before it have. */
export type TrailPart = Item & { first?: number; entries: StoredEntry[] };

export const isTrailPart = (item: Item): item is TrailPart => item.sk.startsWith('trail#');

/**
 * Appends an entry to the trail of a transaction.
 *
 * @returns the write, and the bytes that the entry adds
 */
export function appendToTrail(
  { id, merchantId, funding, entries, trailSize }: Transaction & { entries: number; trailSize: number },
  entry: TrailEntry,
): { write: Write; bytes: number } {
  const stored = store(entry, funding);
  const number = Math.floor(trailSize / partSize);
  const part = `trail#${number.toString().padStart(4, '0')}`;
  const write = {
    item: update(
      { ...transactionKey(id), sk: part },
      'SET entries = list_append(if_not_exists(entries, :none), :entry), #first = if_not_exists(#first, :first), listPk = :listPk, listSk = :listSk',
      {
        ':first': entries,
        ':none': [],
        ':entry': [stored],
        ':listPk': transactionsOf(merchantId, true).pk,
        ':listSk': `${id}#${part}`,
      },
      { names: { '#first': 'first' } },
    ),
  };
  return { write, bytes: bytesOf(stored) };
}

/** About what DynamoDB counts for an entry: each value, its name, and the overhead of a map. */
const bytesOf = (stored: StoredEntry): number =>
  Object.values(stored).reduce<number>((sum, value) => {
    if (value === undefined) return sum;
    const size = typeof value === 'number' ? String(value).length / 2 + 1 : value.length;
    return sum + 2 + Math.ceil(size);
  }, 4);

/**
 * The first `length` entries, in the order they were written: the trail as it was when its transaction had so many,
 * whatever came since. Undefined where some of them are not here (yet): parts are read one after the other, so that a
 * later one may be newer.
 */
export function readTrail(
  parts: readonly TrailPart[],
  length: number,
  funding: Funding,
): TrailEntry[] | undefined {
  const entries: StoredEntry[] = [];
  for (const part of [...parts].sort((a, b) => (a.sk < b.sk ? -1 : 1))) {
    if (part.first !== undefined && part.first !== entries.length) break;
    entries.push(...part.entries);
  }
  return entries.length < length ? undefined : entries.slice(0, length).map((entry) => load(entry, funding));
}

type Funding = Transaction['funding'];

/** What `f` is when it is not there. */
const usualFlat = (kind: string, { flat }: Funding): number => (kind === 'capture' ? flat.amount : 0);

const letters = { capture: 'c', refund: 'r', void: 'v', won: 'w', lost: 'l' } as const;

type Letter = keyof typeof letters;

function store(
  { id, kind, amount, balance, fee, descriptor, dispute }: TrailEntry,
  funding: Funding,
): StoredEntry {
  const name: Letter = kind === 'dispute' ? (dispute?.outcome ?? 'won') : kind;
  return {
    i: Buffer.from(id, 'hex'),
    [letters[name]]: amount,
    x: dispute && Buffer.from(dispute.id, 'hex'),
    b: balance || undefined,
    f: fee.flat === usualFlat(kind, funding) ? undefined : fee.flat,
    s: fee.rate || undefined,
    d: descriptor,
  };
}

function load(stored: StoredEntry, funding: Funding): TrailEntry {
  const name =
    (Object.keys(letters) as Letter[]).find((name) => stored[letters[name]] !== undefined) ?? 'void';
  const disputed = name === 'won' || name === 'lost';
  return {
    id: Buffer.from(stored.i).toString('hex'),
    kind: disputed ? 'dispute' : name,
    amount: stored[letters[name]] ?? 0,
    balance: stored.b ?? 0,
    fee: { flat: stored.f ?? usualFlat(name, funding), rate: stored.s ?? 0 },
    descriptor: stored.d,
    dispute: disputed && stored.x ? { id: Buffer.from(stored.x).toString('hex'), outcome: name } : undefined,
  };
}

import type { DisputeStep, TrailEntry, Transaction } from '#domain/transactions/transaction.ts';
import { transactionKey, transactionsOf } from './table/keys.ts';
import type { Item } from './table/read.ts';
import { update, type Write } from './table/transact.ts';

/**
 * The newest entries of a trail, its tail, are in the transaction's own item, which each of them changes anyway; when
 * these are as many bytes, they move to an item of their own, a part. Parts hold entries in their order and stay below
 * a kilobyte with their keys: hundreds of entries are read with a few read units, and appending costs the same however
 * long the trail is.
 */
const [tailMost, partSize] = [300, 800];

/** An entry as it is stored: short names, since a part's price is its bytes. */
interface StoredEntry {
  /** Id, 12 bytes. */
  i: Uint8Array;
  /** Amount, by kind: capture, refund, void. */
  c?: number;
  r?: number;
  v?: number;
  /** A dispute that was won (w) or lost (l), whose money was withdrawn (o) or reinstated (n), and its id (x), 12 bytes. */
  w?: number;
  l?: number;
  o?: number;
  n?: number;
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

/** How the trail of a transaction is stored. */
export interface TrailState {
  /** How many entries there are. */
  entries: number;
  /** In bytes, what is in parts. */
  trailSize: number;
  /** The entries that are in no part yet. */
  tail?: StoredEntry[];
  /** The lane of the merchant's lists that has the transaction; absent for the first. */
  lane?: number;
}

type Appended = { state: Partial<Pick<TrailState, 'entries' | 'trailSize' | 'tail'>>; writes: Write[] };

/**
 * Appends entries to a trail. Returns its new state, and the write of a full part. Entries that are appended at once
 * stay together.
 */
export function appendToTrail(
  transaction: Transaction & TrailState,
  appended: readonly TrailEntry[],
): Appended {
  const { entries, trailSize, tail = [], funding } = transaction;
  if (appended.length === 0) return { state: {}, writes: [] };
  const stored = appended.map((entry) => store(entry, funding));
  const size = sizeOf(tail);
  const length = entries + stored.length;
  if (size + sizeOf(stored) <= tailMost)
    return { state: { entries: length, trailSize, tail: [...tail, ...stored] }, writes: [] };
  return {
    state: { entries: length, trailSize: trailSize + size, tail: stored },
    writes: tail.length === 0 ? [] : [{ item: moveToPart(transaction, tail) }],
  };
}

function moveToPart(
  { id, merchantId, entries, trailSize, lane }: Transaction & TrailState,
  tail: StoredEntry[],
) {
  const part = `trail#${Math.floor(trailSize / partSize)
    .toString()
    .padStart(4, '0')}`;
  return update(
    { ...transactionKey(id), sk: part },
    'SET entries = list_append(if_not_exists(entries, :none), :tail), #first = if_not_exists(#first, :first), listPk = :listPk, listSk = :listSk',
    {
      ':first': entries - tail.length,
      ':none': [],
      ':tail': tail,
      ':listPk': transactionsOf(merchantId, true, lane).pk,
      ':listSk': `${id}#${part}`,
    },
    { names: { '#first': 'first' } },
  );
}

const sizeOf = (entries: readonly StoredEntry[]): number =>
  entries.reduce((sum, entry) => sum + bytesOf(entry), 0);

/** About what DynamoDB counts for an entry: each value, its name, and the overhead of a map. */
const bytesOf = (stored: StoredEntry): number =>
  Object.values(stored).reduce<number>((sum, value) => {
    if (value === undefined) return sum;
    const size = typeof value === 'number' ? String(value).length / 2 + 1 : value.length;
    return sum + 2 + Math.ceil(size);
  }, 4);

/**
 * The trail as it was when its transaction had so many entries, in the order they were written, whatever came since.
 * Undefined where some of them are not here (yet): parts are read one after the other, so that a later one may be
 * newer.
 */
export function readTrail(
  parts: readonly TrailPart[],
  { entries: length, tail = [], funding }: TrailState & Pick<Transaction, 'funding'>,
): TrailEntry[] | undefined {
  const inParts = length - tail.length;
  const entries: StoredEntry[] = [];
  for (const part of [...parts].sort((a, b) => (a.sk < b.sk ? -1 : 1))) {
    if (part.first !== undefined && part.first !== entries.length) break;
    entries.push(...part.entries);
  }
  if (entries.length < inParts) return undefined;
  return [...entries.slice(0, inParts), ...tail].map((entry) => load(entry, funding));
}

/** The last entries of a trail, as many as one write has appended: those are in its tail. */
export const newestEntries = (
  { tail = [], funding }: TrailState & Pick<Transaction, 'funding'>,
  count: number,
): TrailEntry[] => (count === 0 ? [] : tail.slice(-count).map((entry) => load(entry, funding)));

type Funding = Transaction['funding'];

/** The value of `f` if an entry does not have it. */
const usualFlat = (kind: string, { flat }: Funding): number => (kind === 'capture' ? flat.amount : 0);

const disputeLetters = { won: 'w', lost: 'l', withdrawn: 'o', reinstated: 'n' } as const satisfies Record<
  DisputeStep,
  string
>;

const letters = { capture: 'c', refund: 'r', void: 'v', ...disputeLetters } as const;

type Letter = keyof typeof letters;

function store(
  { id, kind, amount, balance, fee, descriptor, dispute }: TrailEntry,
  funding: Funding,
): StoredEntry {
  const name: Letter = kind === 'dispute' ? (dispute?.step ?? 'won') : kind;
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

const isDisputeStep = (name: Letter): name is DisputeStep => name in disputeLetters;

function load(stored: StoredEntry, funding: Funding): TrailEntry {
  const name =
    (Object.keys(letters) as Letter[]).find((name) => stored[letters[name]] !== undefined) ?? 'void';
  const disputed = isDisputeStep(name);
  return {
    id: Buffer.from(stored.i).toString('hex'),
    kind: disputed ? 'dispute' : name,
    amount: stored[letters[name]] ?? 0,
    balance: stored.b ?? 0,
    fee: { flat: stored.f ?? usualFlat(name, funding), rate: stored.s ?? 0 },
    descriptor: stored.d,
    dispute: disputed && stored.x ? { id: Buffer.from(stored.x).toString('hex'), step: name } : undefined,
  };
}

import { bytesOf } from '#basics/first-bytes.ts';
import type { Id } from '#domain/id.ts';
import { type MovementDetails, storedDetails } from '#domain/transactions/movement-details.ts';
import type { DisputeStep, TrailEntry, Transaction } from '#domain/transactions/transaction.ts';
import type { WaitingEntry } from '#domain/transactions/waiting-entry.ts';
import type { DetailName, detailRows } from '#schemas/movement-details.ts';
import { transactionKey, transactionsOf } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import type { Write } from '../table/transact.ts';
import { updateOf } from '../table/update-parts.ts';

/**
 * In bytes. The newest entries of a trail, its tail, are in the transaction's own item, which every entry changes
 * anyway. When the tail reaches this size, its entries move to an item of their own, a part. Parts have their entries
 * in order, and stay below a kilobyte with their keys. So a few read units read hundreds of entries, and appending
 * costs the same for a trail of any length.
 */
const [tailMost, partSize] = [300, 800];

/** The details of a movement, by the letters of their rows. */
type StoredDetails = { [N in DetailName as (typeof detailRows)[N]['letter']]?: string };

/** An entry as it is stored. Its fields have short names, as a part must stay small. */
interface StoredEntry extends StoredDetails {
  /** The id, 12 bytes. */
  i: Uint8Array;
  /** The amount in minor units of the transaction's currency, by kind: increment (added), capture, refund, void. */
  a?: number;
  c?: number;
  r?: number;
  v?: number;
  /**
   * A step of a dispute: the dispute is won (w) or lost (l), or money is withdrawn (o) or reinstated (n). `x` is the
   * dispute's id, 12 bytes.
   */
  w?: number;
  l?: number;
  o?: number;
  n?: number;
  x?: Uint8Array;
  /** The effect on the balance in minor units of the merchant's currency, if money moves. */
  b?: number;
  /**
   * The fee in minor units of the merchant's currency, in two parts: the flat fee (f) and the share of the amount
   * (s). Absent without a fee. A capture's flat fee is stored only if it differs from the transaction's own.
   */
  f?: number;
  s?: number;
  /** The entry's own descriptor, if it differs from the transaction's. */
  d?: string;
  /**
   * `p`: the operation whose figures are due. `y`: the id of the line, once the figures have come. Both have 12 bytes.
   */
  p?: Uint8Array;
  y?: Uint8Array;
}

/** `first` is the number of entries in the parts before this one. */
export type TrailPart = Item & { first?: number; entries: StoredEntry[] };

export const isTrailPart = (item: Item): item is TrailPart => item.sk.startsWith('trail#');

/** How the trail of a transaction is stored. */
export interface TrailState {
  /** The number of entries. */
  entries: number;
  /** The bytes that are stored in parts. */
  trailSize: number;
  /** The entries that are not in a part yet. */
  tail?: StoredEntry[];
  /** How many entries have got their figures later; absent for none. */
  figuresKnown?: number;
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
  const stored = appended.map((entry) => encodeEntry(entry, funding));
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
  return updateOf(partKey(id, part), [
    {
      sets: ['entries = list_append(if_not_exists(entries, :none), :tail)'],
      values: { ':none': [], ':tail': tail },
    },
    {
      sets: ['#first = if_not_exists(#first, :first)'],
      names: { '#first': 'first' },
      values: { ':first': entries - tail.length },
    },
    {
      sets: ['listPk = :listPk', 'listSk = :listSk'],
      values: {
        ':listPk': transactionsOf(merchantId, true, lane).pk,
        ':listSk': `${id}#${part}`,
      },
    },
  ]);
}

const partKey = (id: Id, sk: string) => ({ ...transactionKey(id), sk });

/** Whether the tail has an entry that waits for its figures. */
export const hasWaiting = ({ tail = [] }: TrailState): boolean => tail.some(({ p }) => p !== undefined);

/** The place of a stored entry: its index in the tail, or in a part. */
type Place = { sk?: string; index: number };

const indexIn = (entries: readonly StoredEntry[], id: Id): number =>
  entries.findIndex(({ i }) => Buffer.from(i).equals(Buffer.from(id, 'hex')));

/**
 * Finds a stored entry.
 *
 * @param parts reads the parts; called only if the tail lacks the entry
 */
export async function placeOf(
  { tail = [] }: TrailState,
  id: Id,
  parts: () => Promise<readonly TrailPart[]>,
): Promise<Place | undefined> {
  const index = indexIn(tail, id);
  if (index >= 0) return { index };
  for (const part of await parts()) {
    const index = indexIn(part.entries, id);
    if (index >= 0) return { sk: part.sk, index };
  }
  return undefined;
}

/**
 * The parts of an update that replaces an entry that waits for its figures. The update fails if the entry already
 * has its figures.
 */
export const replacement = (
  { funding }: Pick<Transaction, 'funding'>,
  { sk, index }: Place,
  waiting: WaitingEntry,
  entry: TrailEntry,
) => {
  const path = `${sk ? 'entries' : 'tail'}[${index}]`;
  return {
    sets: [`${path} = :entry`],
    condition: `${path}.p = :waits`,
    values: { ':entry': encodeEntry(entry, funding), ':waits': Buffer.from(waiting.figuresOf, 'hex') },
  };
};

export const replaceInPart = (
  transaction: Pick<Transaction, 'id' | 'funding'>,
  place: Place & { sk: string },
  waiting: WaitingEntry,
  entry: TrailEntry,
  onFailed: () => Error,
): Write => {
  const part = replacement(transaction, place, waiting, entry);
  return { item: updateOf(partKey(transaction.id, place.sk), [part]), onFailed };
};

const sizeOf = (entries: readonly StoredEntry[]): number =>
  entries.reduce((sum, entry) => sum + bytesOfEntry(entry), 0);

/** The approximate bytes that DynamoDB counts for an entry: each value, its name, and the overhead of a map. */
const bytesOfEntry = (stored: StoredEntry): number =>
  Object.values(stored).reduce<number>(
    (sum, value) => {
      if (value === undefined) return sum;
      return sum + 2 + Math.ceil(bytesOfValue(value));
    },
    stored.p ? 4 + figuresSize : 4,
  );

const bytesOfValue = (value: NonNullable<StoredEntry[keyof StoredEntry]>): number => {
  if (typeof value === 'number') return String(value).length / 2 + 1;
  return typeof value === 'string' ? bytesOf(value) : value.length;
};

/** The bytes that an entry reserves for the balance and the fee that it gets later. */
const figuresSize = 18;

/**
 * Reads the trail as it was when its transaction had so many entries, in the order in which they were written. Later
 * entries are left out. Returns undefined if some entries are missing so far: parts are read one after the other, so a
 * later part may be newer.
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
  return [...entries.slice(0, inParts), ...tail].map((entry) => decodeEntry(entry, funding));
}

/** The last entries of a trail, at most as many as one write appends, as only those are certain to be in the tail. */
export const newestEntries = (
  { tail = [], funding }: TrailState & Pick<Transaction, 'funding'>,
  count: number,
): TrailEntry[] => (count === 0 ? [] : tail.slice(-count).map((entry) => decodeEntry(entry, funding)));

type Funding = Transaction['funding'];

/** The flat fee that an entry has if it does not store `f`. */
const usualFlat = (kind: string, { flat }: Funding): number => (kind === 'capture' ? flat.amount : 0);

const disputeLetters = { won: 'w', lost: 'l', withdrawn: 'o', reinstated: 'n' } as const satisfies Record<
  DisputeStep,
  string
>;

const letters = { increment: 'a', capture: 'c', refund: 'r', void: 'v', ...disputeLetters } as const;

type Letter = keyof typeof letters;

const encodeDetails = (details: MovementDetails): StoredDetails =>
  Object.fromEntries(
    storedDetails.map(([name, { letter, codes }]) => [letter, codes?.[details[name] ?? ''] ?? details[name]]),
  );

const decodeDetails = (stored: StoredEntry): MovementDetails =>
  Object.fromEntries(
    storedDetails.map(([name, { letter, codes = {} }]) => {
      const value = stored[letter as keyof StoredDetails];
      return [name, Object.keys(codes).find((each) => codes[each] === value) ?? value];
    }),
  );

function encodeEntry(entry: TrailEntry, funding: Funding): StoredEntry {
  const { id, kind, amount, balance, fee, descriptor, dispute, figuresOf, lineId } = entry;
  const name: Letter = kind === 'dispute' ? (dispute?.step ?? 'won') : kind;
  return {
    i: Buffer.from(id, 'hex'),
    [letters[name]]: amount,
    x: dispute && Buffer.from(dispute.id, 'hex'),
    b: balance || undefined,
    f: fee.flat === usualFlat(kind, funding) ? undefined : fee.flat,
    s: fee.rate || undefined,
    d: descriptor,
    ...encodeDetails(entry),
    p: figuresOf === undefined ? undefined : Buffer.from(figuresOf, 'hex'),
    y: lineId === undefined ? undefined : Buffer.from(lineId, 'hex'),
  };
}

const isDisputeStep = (name: Letter): name is DisputeStep => name in disputeLetters;

function decodeEntry(stored: StoredEntry, funding: Funding): TrailEntry {
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
    ...decodeDetails(stored),
    dispute: disputed && stored.x ? { id: Buffer.from(stored.x).toString('hex'), step: name } : undefined,
    ...(stored.p && { figuresOf: Buffer.from(stored.p).toString('hex') }),
    ...(stored.y && { lineId: Buffer.from(stored.y).toString('hex') }),
  };
}

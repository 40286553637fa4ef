import { utcDay } from '../../../../functions/core/basics/time.ts';
import { firstIdOf } from '../../../../functions/core/domain/id.ts';
import { endOfDay, latest, type SignedSeal } from '../../../../functions/core/domain/ledger/seal.ts';
import { isSameChain, SealChain } from '../../../../functions/core/domain/ledger/seal-chain.ts';
import { type SealedLog, sealedLogs } from '../../../../functions/core/domain/ledger/sealed-fields.ts';
import { type Entry, entryOf } from './entry-record.ts';

/**
 * An entry that differs from its seal. `day`: the entries of the day differ, and no list names the one that does. `late`: the
 * first seal of a merchant was made long after its first line, and may replace earlier seals.
 */
export interface EntryDifference {
  merchantId: string;
  log: SealedLog;
  kind: 'edited' | 'removed' | 'added' | 'moved' | 'day' | 'late';
  day: string;
  id?: string;
  /** The former id of an entry that was moved. */
  from?: string;
}

type Found = EntryDifference & { digest?: string };

export interface Compared {
  /** In the order of merchants, logs and entries. */
  differences: EntryDifference[];
  /** The number of all differences, of which the list has the first ones. */
  count: number;
  /** The entries that a seal covers. */
  sealed: number;
  /** The entries that are newer than the newest seal of their merchant, or whose merchant has none. */
  unsealed: number;
}

/** The most differences that are listed. */
const mostListed = 1000;

/** The entries of one day of a log, in their order. */
class SealedDay {
  readonly end: string;
  readonly #seal: SignedSeal;
  readonly #log: SealedLog;
  readonly #sealed = new SealChain();
  readonly #exported = new SealChain();
  /** Lines with smaller ids should have been sealed earlier. A merchant can have a log before it has a line. */
  readonly #inTime: string;
  #late: string | undefined;
  readonly #found: Found[] = [];
  #count = 0;

  constructor(seal: SignedSeal, log: SealedLog, lateUntil: number) {
    this.#seal = seal;
    this.#log = log;
    this.end = endOfDay(seal.day);
    const at = Date.parse(seal.sealedAt);
    const isFirst = seal.number === 1 && log === 'ledger' && at > lateUntil;
    this.#inTime = isFirst ? firstIdOf(utcDay(at - latest)) : '';
  }

  add(id: string, sealed: Entry | undefined, exported: readonly Entry[]): void {
    const [first] = exported;
    if (sealed) this.#sealed.add(id, sealed.digest);
    if (first) this.#exported.add(id, first.digest);
    if (id < this.#inTime) this.#late ??= id;
    const kind = differenceOf(sealed, exported);
    if (!kind || this.#count++ >= mostListed) return;
    const digest = Buffer.from((sealed ?? first)?.digest ?? []).toString('hex');
    this.#found.push({ ...this.#place, kind, id, digest });
  }

  /** The differences. The list of sealed entries is not signed, and names them only if it has the hash of the seal. */
  close(): { found: readonly Found[]; count: number } {
    const late: Found[] = this.#late === undefined ? [] : [{ ...this.#place, kind: 'late', id: this.#late }];
    const sealed = this.#seal[this.#log];
    if (isSameChain(this.#sealed.state, sealed))
      return { found: [...late, ...this.#found], count: late.length + this.#count };
    const isSame = isSameChain(this.#exported.state, sealed);
    const found: Found[] = isSame ? late : [...late, { ...this.#place, kind: 'day' }];
    return { found, count: found.length };
  }

  get #place() {
    const { merchantId, day } = this.#seal;
    return { merchantId, log: this.#log, day };
  }
}

function differenceOf(
  sealed: Entry | undefined,
  exported: readonly Entry[],
): EntryDifference['kind'] | undefined {
  if (!sealed) return 'added';
  if (exported.length === 0) return 'removed';
  if (exported.some(({ digest }) => Buffer.compare(digest, sealed.digest) !== 0)) return 'edited';
  return exported.some(({ misplaced }) => misplaced) ? 'moved' : undefined;
}

/**
 * Compares the entries of an export with those of the seals.
 *
 * @param records of the entries, sorted
 * @param seals of each merchant in their order, of which each is right
 * @param logs the logs to compare; the others are left out
 * @param lateUntil milliseconds since 1970: seals made until then may be late
 */
export function compareEntries(
  records: Iterable<string>,
  seals: ReadonlyMap<string, readonly SignedSeal[]>,
  logs: readonly SealedLog[] = sealedLogs,
  lateUntil = Number.NEGATIVE_INFINITY,
): Compared {
  const compared: Compared = { differences: [], count: 0, sealed: 0, unsealed: 0 };
  const found: Found[] = [];
  const seen = new Set<string>();
  let days: Generator<SealedDay> | undefined;
  let [day, group]: [SealedDay | undefined, string] = [undefined, ''];
  for (const { merchantId, log, id, sealed, exported } of entriesOf(records)) {
    if (!logs.includes(log)) continue;
    if (group !== merchantId + log) {
      finish();
      group = merchantId + log;
      seen.add(group);
      days = daysOf(merchantId, log);
      day = days.next().value;
    }
    while (day && id >= day.end) {
      close(day);
      day = days?.next().value;
    }
    if (!day) compared.unsealed += exported.length;
    else {
      day.add(id, sealed, exported);
      compared.sealed += exported.length;
    }
  }
  finish();
  for (const merchantId of seals.keys())
    for (const log of logs)
      if (!seen.has(merchantId + log)) for (const empty of daysOf(merchantId, log)) close(empty);
  compared.differences = withMoves(found.sort(byPlace)).map(({ digest, ...difference }) => difference);
  return compared;

  function finish(): void {
    for (; day; day = days?.next().value) close(day);
  }

  function close(closed: SealedDay): void {
    const { found: more, count } = closed.close();
    compared.count += count;
    found.push(...more.slice(0, mostListed - found.length));
  }

  function* daysOf(merchantId: string, log: SealedLog): Generator<SealedDay, undefined> {
    for (const seal of seals.get(merchantId) ?? []) yield new SealedDay(seal, log, lateUntil);
    return undefined;
  }
}

interface Both extends Pick<Entry, 'merchantId' | 'log' | 'id'> {
  sealed?: Entry | undefined;
  exported: Entry[];
}

/** Groups the records of the same entry. */
function* entriesOf(records: Iterable<string>): Generator<Both> {
  let both: Both | undefined;
  for (const record of records) {
    const entry = entryOf(record);
    const { merchantId, log, id } = entry;
    if (!both || both.id !== id || both.log !== log || both.merchantId !== merchantId) {
      if (both) yield both;
      both = { merchantId, log, id, exported: [] };
    }
    if (entry.source === 'sealed') both.sealed = entry;
    else both.exported.push(entry);
  }
  if (both) yield both;
}

/** Reports an entry that was removed at one id and added at another one, with the same fields, as moved. */
function withMoves(found: readonly Found[]): Found[] {
  const removed = new Map(found.flatMap((one) => (one.kind === 'removed' ? [[one.digest, one]] : [])));
  const moved = new Set<Found>();
  const all = found.map((one): Found => {
    const former = one.kind === 'added' ? removed.get(one.digest) : undefined;
    if (!former || moved.has(former)) return one;
    moved.add(former);
    return { ...one, kind: 'moved', from: former.id };
  });
  return all.filter((one) => !moved.has(one));
}

const byPlace = (one: Found, other: Found): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const placeOf = ({ merchantId, log, day, id = '' }: Found): string => [merchantId, log, day, id].join(' ');

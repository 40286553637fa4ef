import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { ClosedMonth, Closing, MonthsState } from '#domain/ledger/closed-month.ts';
import { requireMember } from '../merchants/members.ts';
import { closedMonthKey, closedMonthsOf, countedLinesKey, monthsKey } from '../table/keys.ts';
import { get, getAll, type Item, queryPage, queryPartition } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { put, transact, type Write } from '../table/transact.ts';

/** The lines of the opening balance of the first closed month are counted under this name in place of a month's. */
export const beforeFirst = 'before';

export const readMonths = async (merchantId: Id): Promise<MonthsState> =>
  (await get<Item & MonthsState>(monthsKey(merchantId))) ?? { version: 0 };

export const getClosedMonth = (merchantId: Id, month: string): Promise<(Item & ClosedMonth) | undefined> =>
  get(closedMonthKey(merchantId, month));

/** Reads the same month of several merchants. The result leaves out those that have not closed it. */
export async function getClosedMonths(
  merchantIds: readonly Id[],
  month: string,
): Promise<Map<Id, ClosedMonth>> {
  const keys = merchantIds.map((id) => closedMonthKey(id, month));
  const found = await getAll<Item & ClosedMonth>(keys, { consistent: false });
  return new Map(found.map((closed) => [closed.pk.slice(closed.pk.indexOf('#') + 1), closed]));
}

/** Lists all closed months, the oldest first. */
export async function listClosedMonths(merchantId: Id): Promise<ClosedMonth[]> {
  const { pk, prefix } = closedMonthsOf(merchantId);
  return (await queryPartition(pk, prefix)) as (Item & ClosedMonth)[];
}

/** The ids of lines that were counted together, in their order. */
export interface CountedLines {
  month: string;
  ids: readonly Id[];
}

/** Twelve bytes an id. An item holds 30,000 of them. */
const pack = (ids: readonly Id[]): Buffer => Buffer.from(ids.join(''), 'hex');

const unpack = (bytes: Uint8Array): Id[] => Buffer.from(bytes).toString('hex').match(/.{24}/g) ?? [];

/**
 * Stores how far a month is closed, with the lines that were counted since the last time. With `closed` the month is closed.
 *
 * @param state as it was read
 * @throws StaleRead if another request has gone on in the meantime, NoAccess
 */
export async function storeClosing(
  merchantId: Id,
  caller: Caller,
  state: MonthsState,
  counted: readonly CountedLines[],
  next: { closing: Closing } | { closed: ClosedMonth },
): Promise<MonthsState> {
  const onFailed = () => new StaleRead();
  const { version, first, last } = state;
  const rest = 'closing' in next ? { first, last, closing: next.closing } : closedIn(state, next.closed);
  const now = { version: version + 1, ...rest };
  const writes: Write[] = counted
    .filter(({ ids }) => ids.length > 0)
    .map(({ month, ids }) => ({
      item: put({
        ...countedLinesKey(merchantId, month, ids.at(-1) ?? ''),
        first: ids[0],
        ids: pack(ids),
      }),
    }));
  if ('closed' in next)
    writes.push({
      item: put(
        { ...closedMonthKey(merchantId, next.closed.name), ...next.closed },
        'attribute_not_exists(pk)',
      ),
      onFailed,
    });
  const condition = version === 0 ? 'attribute_not_exists(pk)' : 'version = :version';
  const values = version === 0 ? undefined : { ':version': version };
  await transact([
    requireMember(merchantId, caller),
    { item: put({ ...monthsKey(merchantId), ...now }, condition, values), onFailed },
    ...writes,
  ]);
  return now;
}

const closedIn = ({ first }: MonthsState, { name, from, to }: ClosedMonth): Omit<MonthsState, 'version'> => ({
  first: first ?? name,
  last: { name, from, to },
});

interface Part {
  first: Id;
  through: Id;
  ids: ReadonlySet<Id>;
}

/** Tells which lines were counted in closed months. It is asked for lines in the order of their ids. */
export class CountedIndex {
  readonly #merchantId: Id;
  readonly #months: readonly string[];
  /** The next part of each month, or null after its last one. */
  readonly #parts = new Map<string, Part | null>();

  /** @param months the months, or {@link beforeFirst} */
  constructor(merchantId: Id, months: readonly string[]) {
    this.#merchantId = merchantId;
    this.#months = months;
  }

  async has(id: Id): Promise<boolean> {
    for (const month of this.#months) {
      const part = await this.#partAt(month, id);
      if (part?.ids.has(id)) return true;
    }
    return false;
  }

  async #partAt(month: string, id: Id): Promise<Part | null> {
    const known = this.#parts.get(month);
    if (known === null || (known && known.through >= id)) return known;
    const next = (await readPart(this.#merchantId, month, id)) ?? null;
    this.#parts.set(month, next);
    return next;
  }
}

/** @param from the first id that the index will be asked for */
export const countedFrom = (merchantId: Id, months: readonly ClosedMonth[], from: Id): CountedIndex =>
  new CountedIndex(
    merchantId,
    months.length === 0
      ? []
      : [
          beforeFirst,
          ...months.filter(({ lastId }) => lastId !== undefined && lastId >= from).map(({ name }) => name),
        ],
  );

/** Reads the first part of a month that does not end before an id. */
async function readPart(merchantId: Id, month: string, from: Id): Promise<Part | undefined> {
  const [low, high] = [from, '~'].map((id) => countedLinesKey(merchantId, month, id).sk);
  const { items } = await queryPage<{ first: Id; ids: Uint8Array }>({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': monthsKey(merchantId).pk, ':low': low, ':high': high },
    ConsistentRead: true,
    Limit: 1,
  });
  const [part] = items;
  return part && { first: part.first, through: part.sk.slice(-24), ids: new Set(unpack(part.ids)) };
}

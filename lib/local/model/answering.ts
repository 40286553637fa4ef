import { startConflicts } from './conflicts.ts';
import { type Count, type Counters, count } from './counters.ts';
import type { Draw } from './draw.ts';
import { type Behind, Refused } from './engine.ts';
import { keyCondition } from './key-condition.ts';
import { startLag } from './lag.ts';
import { startPartitions, type UnitKind } from './partitions.ts';
import {
  type Answer,
  type Attributes,
  cancelled,
  conflicted,
  type Input,
  type Page,
  type Request,
  throttled,
} from './protocol.ts';
import type { Settings } from './settings.ts';
import { entryOf, identityOf, keyOf, partitionOf, type Source, startTables, type Table } from './tables.ts';
import { startTokens } from './tokens.ts';
import { indexUnits, tableUnits } from './units.ts';

/** When a request is at which point, and what is drawn for it. */
interface Course {
  draw: Draw;
  /** Waits until a part of the request's time is over, from 0 to 1. */
  until(part: number): Promise<void>;
}

/** One item of a write. */
interface Write {
  kind: string;
  table: Table;
  key: Attributes;
  /** Tells its item from others. */
  item: string;
  /** The item of a put. */
  put?: Attributes;
}

/** The parts of the model that can change while it runs. */
interface Changing {
  settings: Settings;
  counters: Counters;
}

/** Does what clients ask of items, on the engine and by AWS's rules. */
export function answering({
  behind,
  model,
  counting,
}: {
  behind: Behind;
  model: Changing;
  counting: boolean;
}) {
  const now = () => performance.now();
  const conflicts = startConflicts();
  const partitions = startPartitions(() => model.settings.partition, now);
  const lag = startLag(now);
  const tokens = startTokens(now);
  const tables = startTables(behind);

  return {
    async administration(request: Request): Promise<Answer> {
      const answer = await behind.forward(request, request.body);
      if (/^(Create|Update|Delete)Table$/.test(request.operation)) tables.forget();
      return answer;
    },

    async items(request: Request, course: Course): Promise<Answer> {
      try {
        return await answerOf(request, course);
      } catch (error) {
        if (error instanceof Refused) return behind.forward(request, request.body);
        throw error;
      }
    },
  };

  function answerOf(request: Request, course: Course): Promise<Answer> {
    switch (request.operation) {
      case 'TransactWriteItems':
        return transactWrite(request, course);
      case 'TransactGetItems':
        return transactGet(request, course);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return writeOne(request, course);
      case 'GetItem':
        return get(request, course);
      case 'Query':
        return query(request, course);
      default:
        return plain(request, course);
    }
  }

  async function plain(request: Request, { until, draw }: Course): Promise<Answer> {
    await until(draw('effect'));
    return behind.forward(request, request.body);
  }

  async function transactWrite(request: Request, course: Course): Promise<Answer> {
    const writes = await Promise.all(
      (request.input.TransactItems ?? []).flatMap((action) =>
        Object.entries(action).map(([kind, input]) => writeOf(request, kind, input)),
      ),
    );
    const known = tokens.repeated(request);
    if (known) return known;
    const items = writes.map(({ item }) => item);
    const met = conflicts.met(items);
    for (const [n, { item, table, key }] of writes.entries())
      note(table, key, item, { attempts: 1, conflicts: met[n] ? 1 : 0 });
    if (met.includes(true)) return cancelled(met.map((is) => (is ? 'TransactionConflict' : 'None')));
    return tokens.once(request, () =>
      conflicts.transaction(items, async () => {
        const answer = await effect(request, writes, course, (full) =>
          cancelled(full.map((is) => (is ? 'ThrottlingError' : 'None'))),
        );
        await course.until(1);
        return answer;
      }),
    );
  }

  async function writeOne(request: Request, course: Course): Promise<Answer> {
    const kind = request.operation.replace('Item', '');
    const write = await writeOf(request, kind, request.input);
    // Writes of one item queue up only for as long as it is being written.
    await untilEffect(course);
    const [met] = conflicts.met([write.item]);
    note(write.table, write.key, write.item, { attempts: 1, conflicts: met ? 1 : 0 });
    if (met) return conflicted();
    return conflicts.single(write.item, () => effect(request, [write], course, () => throttled()));
  }

  async function writeOf(request: Request, kind: string, input: Input): Promise<Write> {
    const table = await tables.table(request, input.TableName ?? '');
    const key = input.Key ?? keyOf(table, input.Item ?? {});
    return { kind, table, key, item: identityOf(table, key), put: input.Item };
  }

  /** Writes, if the partitions have room for it; meanwhile nobody else writes these items. */
  async function effect(
    request: Request,
    writes: readonly Write[],
    course: Course,
    refuse: (full: boolean[]) => Answer,
  ): Promise<Answer> {
    const before = await behind.read(request, writes.map(located));
    const full = writes.map((write, n) =>
      placesOf(write, before[n]).some((at) => !partitions.hasRoom(at, 'write')),
    );
    for (const [n, write] of writes.entries()) if (full[n]) noteThrottled(write, before[n]);
    if (full.includes(true)) return refuse(full);

    await untilEffect(course);
    const answer = await behind.forward(request, request.body);
    const transactional = request.operation === 'TransactWriteItems';
    if (answer.status !== 200) {
      // A failed condition costs what the write would have.
      for (const [n, write] of writes.entries()) use(write.table, write, before[n], before[n], transactional);
      return answer;
    }
    const changed = writes.filter(({ kind }) => kind === 'Update');
    const read = await behind.read(request, changed.map(located));
    const updated = new Map(changed.map((write, n) => [write, read[n]]));
    for (const [n, write] of writes.entries()) {
      const after = write.kind === 'ConditionCheck' ? before[n] : (write.put ?? updated.get(write));
      use(write.table, write, before[n], after, transactional);
      if (write.kind === 'ConditionCheck') continue;
      lag.record(write.table, before[n], after, ({ name }) =>
        name === write.table.name
          ? model.settings.staleness
          : model.settings.indexLag * course.draw(`lag of ${name}, ${n}`),
      );
    }
    return answer;
  }

  /** The partition keys that a write is sure to touch. */
  function placesOf({ kind, table, key, put }: Write, before: Attributes | undefined): string[] {
    const entries = kind === 'ConditionCheck' ? [] : [before, put];
    return [
      partitionOf(table, key),
      ...table.indexes.flatMap((index) =>
        entries.flatMap((item) => {
          const entry = entryOf(index, item);
          return entry ? [partitionOf(index, entry)] : [];
        }),
      ),
    ];
  }

  function noteThrottled(write: Write, before: Attributes | undefined): void {
    if (!counting) return;
    const places = placesOf(write, before).filter((place) => !partitions.hasRoom(place, 'write'));
    for (const place of places) count(model.counters.partitions, place, { throttles: 1 });
    count(model.counters.items, write.item, { throttles: 1 });
  }

  /** Charges a write to each partition key that it touched. */
  function use(
    table: Table,
    { key, item }: Write,
    before: Attributes | undefined,
    after: Attributes | undefined,
    transactional: boolean,
  ): void {
    const units = tableUnits(before, after, transactional);
    charge(partitionOf(table, key), 'write', units);
    if (counting) count(model.counters.items, item, { write: units });
    for (const index of table.indexes) {
      const [old, fresh] = [entryOf(index, before), entryOf(index, after)];
      if (old && fresh && identityOf(index, old) !== identityOf(index, fresh)) {
        charge(partitionOf(index, old), 'write', indexUnits(old, undefined));
        charge(partitionOf(index, fresh), 'write', indexUnits(undefined, fresh));
      } else if (old ?? fresh) {
        charge(partitionOf(index, (fresh ?? old) as Attributes), 'write', indexUnits(old, fresh));
      }
    }
  }

  function charge(partition: string, kind: UnitKind, units: number): void {
    if (units === 0) return;
    partitions.use(partition, kind, units);
    if (counting) count(model.counters.partitions, partition, { [kind]: units });
  }

  function note(table: Table, key: Attributes, item: string, more: Count): void {
    if (!counting) return;
    count(model.counters.items, item, more);
    count(model.counters.partitions, partitionOf(table, key), more);
  }

  async function transactGet(request: Request, course: Course): Promise<Answer> {
    const reads = await Promise.all(
      (request.input.TransactItems ?? []).flatMap((action) =>
        Object.entries(action).map(([kind, input]) => writeOf(request, kind, input)),
      ),
    );
    const met = conflicts.metByRead(reads.map(({ item }) => item));
    for (const [n, { item, table, key }] of reads.entries())
      note(table, key, item, { attempts: 1, conflicts: met[n] ? 1 : 0 });
    if (met.includes(true)) return cancelled(met.map((is) => (is ? 'TransactionConflict' : 'None')));
    const places = reads.map(({ table, key }) => partitionOf(table, key));
    const full = places.map((place) => !partitions.hasRoom(place, 'read'));
    if (full.includes(true)) return cancelled(full.map((is) => (is ? 'ThrottlingError' : 'None')));
    await course.until(course.draw('effect'));
    const answer = await behind.forward(request, request.body);
    for (const place of places) charge(place, 'read', 2);
    return answer;
  }

  async function get(request: Request, course: Course): Promise<Answer> {
    const { input } = request;
    const table = await tables.table(request, input.TableName ?? '');
    const key = input.Key ?? {};
    const answer = await read(request, partitionOf(table, key), course);
    if (input.ConsistentRead || input.ProjectionExpression || answer.status !== 200) return answer;
    const { Item, ...rest } = JSON.parse(answer.body);
    const then = lag.itemAt(table, key, Item, course.draw('age') * model.settings.staleness);
    return then === Item ? answer : changed(answer, { ...rest, ...(then ? { Item: then } : {}) });
  }

  async function query(request: Request, course: Course): Promise<Answer> {
    const { input } = request;
    const table = await tables.table(request, input.TableName ?? '');
    const index = table.indexes.find(({ name }) => name === `${table.name}.${input.IndexName}`);
    const source: Source = index ?? table;
    const answer = await read(request, partitionOfQuery(source, input), course);
    if (answer.status !== 200 || (!index && input.ConsistentRead)) return answer;
    const page: Page = JSON.parse(answer.body);
    const then = index
      ? lag.indexPage(table, index, input, page)
      : lag.tablePage(table, input, page, course.draw('age') * model.settings.staleness);
    return then === page ? answer : changed(answer, then);
  }

  /** Reads within the capacity that the partition key has left. The engine says how much the read has used. */
  async function read(request: Request, partition: string, { draw, until }: Course): Promise<Answer> {
    if (counting) count(model.counters.partitions, partition, { attempts: 1 });
    if (!partitions.hasRoom(partition, 'read')) {
      if (counting) count(model.counters.partitions, partition, { throttles: 1 });
      return throttled();
    }
    await until(draw('effect'));
    const { input, body } = request;
    const measured = input.ReturnConsumedCapacity
      ? body
      : JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await behind.forward(request, measured);
    charge(partition, 'read', Number(/"CapacityUnits":\s*([\d.]+)/.exec(answer.body)?.[1] ?? 0));
    return answer;
  }
}

const untilEffect = ({ draw, until }: Course): Promise<void> => until(0.2 + 0.6 * draw('effect'));

const located = ({ table, key }: Write) => ({ table: table.name, key });

function partitionOfQuery(source: Source, input: Input): string {
  const value = keyCondition(input).equals(source.hash);
  return partitionOf(source, value ? { [source.hash]: value } : {});
}

/** The checksum is of what the engine said. */
const changed = ({ status, headers }: Answer, body: object): Answer => {
  const { 'x-amz-crc32': _, ...rest } = headers;
  return { status, headers: rest, body: JSON.stringify(body) };
};

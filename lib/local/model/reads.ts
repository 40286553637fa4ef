import type { Course } from './course.ts';
import { keyCondition } from './key-condition.ts';
import { type Parts, writesOf } from './parts.ts';
import {
  type Answer,
  cancelledAnswer,
  emptyKey,
  type Input,
  type Page,
  type Request,
  replaceBody,
  throttlingAnswer,
} from './protocol.ts';
import { partitionOf, type Source } from './tables.ts';

/** Answers reads by AWS's rules: conflicts, capacity, and stale items. */
export function startReads(parts: Parts) {
  const { engine, model, conflicts, partitions, lag, tables, usage } = parts;
  return { transactGet, get, query };

  async function transactGet(request: Request, course: Course): Promise<Answer> {
    const reads = await writesOf(parts, request);
    const met = conflicts.metByRead(reads.map(({ item }) => item));
    for (const [n, one] of reads.entries()) usage.note(one, { attempts: 1, conflicts: met[n] ? 1 : 0 });
    if (met.includes(true)) return cancelledAnswer(met.map((is) => (is ? 'TransactionConflict' : 'None')));
    const places = reads.map(({ table, key }) => partitionOf(table, key));
    const full = places.map((place) => !partitions.hasRoom(place, 'read'));
    if (full.includes(true)) return cancelledAnswer(full.map((is) => (is ? 'ThrottlingError' : 'None')));
    await course.until(course.draw('effect'));
    const answer = await engine.forward(request, request.body);
    for (const place of places) usage.charge(place, 'read', 2);
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
    return then === Item ? answer : replaceBody(answer, { ...rest, ...(then ? { Item: then } : {}) });
  }

  async function query(request: Request, course: Course): Promise<Answer> {
    const { input } = request;
    const { empty } = keyCondition(input);
    if (empty !== undefined) return emptyKey(empty);
    const table = await tables.table(request, input.TableName ?? '');
    const index = table.indexes.find(({ name }) => name === `${table.name}.${input.IndexName}`);
    const source: Source = index ?? table;
    const answer = await read(request, partitionOfQuery(source, input), course);
    if (answer.status !== 200 || (!index && input.ConsistentRead)) return answer;
    const page: Page = JSON.parse(answer.body);
    const then = index
      ? lag.indexPage(table, index, input, page)
      : lag.tablePage(table, input, page, course.draw('age') * model.settings.staleness);
    return then === page ? answer : replaceBody(answer, then);
  }

  /** Reads if the partition key has capacity left. The engine reports how much the read has used. */
  async function read(request: Request, partition: string, { draw, until }: Course): Promise<Answer> {
    usage.noteRead(partition, { attempts: 1 });
    if (!partitions.hasRoom(partition, 'read')) {
      usage.noteRead(partition, { throttles: 1 });
      return throttlingAnswer();
    }
    await until(draw('effect'));
    const { input, body } = request;
    const measured = input.ReturnConsumedCapacity
      ? body
      : JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await engine.forward(request, measured);
    usage.charge(partition, 'read', Number(/"CapacityUnits":\s*([\d.]+)/.exec(answer.body)?.[1] ?? 0));
    return answer;
  }
}

function partitionOfQuery(source: Source, input: Input): string {
  const value = keyCondition(input).equals(source.hash);
  return partitionOf(source, value ? { [source.hash]: value } : {});
}

import type { Draw } from './draw.ts';
import type { Engine } from './engine.ts';
import { type Answer, type Batch, type Request, replaceBody } from './protocol.ts';

/**
 * Executes a part of a batch, at least one of its requests, as if the partitions of the others had no capacity left.
 */
export async function answerPart(engine: Engine, request: Request, draw: Draw): Promise<Answer> {
  const { input, operation } = request;
  const { RequestItems: all = {} } = input;
  const count = Object.values(all).reduce((sum, requests) => sum + listIn(requests).length, 0);
  const sure = Math.floor(draw('processed') * count);
  const isDone = (n: number) => n === sure || draw(`processed ${n}`) < 0.5;
  const RequestItems = partOf(all, isDone);
  const answer = await engine.forward(request, JSON.stringify({ ...input, RequestItems }));
  if (answer.status !== 200) return answer;
  const name = operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const left = partOf(all, (n) => !isDone(n));
  const body = JSON.parse(answer.body);
  return replaceBody(answer, { ...body, [name]: mergeBatches(left, body[name]) });
}

type Requests = Batch[string];

const listIn = (requests: Requests): object[] => (Array.isArray(requests) ? requests : requests.Keys);

const withList = (requests: Requests, list: object[]): Requests =>
  Array.isArray(requests) ? list : { ...requests, Keys: list };

/** The requests of a batch whose numbers are in the part. */
function partOf(batch: Batch, isIn: (n: number) => boolean): Batch {
  let n = 0;
  const parts = Object.entries(batch).map(
    ([table, requests]) =>
      [
        table,
        withList(
          requests,
          listIn(requests).filter(() => isIn(n++)),
        ),
      ] as const,
  );
  return Object.fromEntries(parts.filter(([, requests]) => listIn(requests).length > 0));
}

/** The engine itself leaves out what exceeds 16 MB. */
function mergeBatches(one: Batch, other: Batch = {}): Batch {
  const all = { ...one };
  for (const [table, requests] of Object.entries(other))
    all[table] = withList(requests, [...listIn(all[table] ?? []), ...listIn(requests)]);
  return all;
}

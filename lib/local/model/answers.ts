import { answerPart } from './batches.ts';
import { startConflicts } from './conflicts.ts';
import type { Counters } from './counters.ts';
import type { Course } from './course.ts';
import { type Engine, EngineRefusal } from './engine.ts';
import { startLag } from './lag.ts';
import { startPartitions } from './partitions.ts';
import type { Answer, Request } from './protocol.ts';
import { startReads } from './reads.ts';
import type { Settings } from './settings.ts';
import { startTables } from './tables.ts';
import { startTokens } from './tokens.ts';
import { startUsage } from './usage.ts';
import { startWrites } from './writes.ts';

interface Options {
  engine: Engine;
  /** The settings and counters can change while the model runs. */
  model: { settings: Settings; counters: Counters };
  counting: boolean;
}

/** Answers the requests of clients, on the engine and by AWS's rules. */
export function startAnswers({ engine, model, counting }: Options) {
  const now = () => performance.now();
  const partitions = startPartitions(() => model.settings.partition, now);
  const tables = startTables(engine);
  const parts = {
    engine,
    model,
    conflicts: startConflicts(),
    partitions,
    lag: startLag(now),
    tables,
    usage: startUsage(partitions, model, counting),
  };
  const { transactWrite, writeOne } = startWrites(parts, startTokens(now));
  const { transactGet, get, query } = startReads(parts);

  return {
    async administration(request: Request): Promise<Answer> {
      const answer = await engine.forward(request, request.body);
      if (/^(Create|Update|Delete)Table$/.test(request.operation)) tables.forget();
      return answer;
    },

    async items(request: Request, course: Course): Promise<Answer> {
      try {
        return await answerOf(request, course);
      } catch (error) {
        if (error instanceof EngineRefusal) return engine.forward(request, request.body);
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
        return query(course.fault === 'shortPage' ? withShortPage(request, course) : request, course);
      default:
        return forward(request, course);
    }
  }

  async function forward(request: Request, { until, draw, fault }: Course): Promise<Answer> {
    await until(draw('effect'));
    return fault === 'unprocessed'
      ? answerPart(engine, request, draw)
      : engine.forward(request, request.body);
  }
}

/** The request for a page of at most three items. */
function withShortPage(request: Request, { draw }: Course): Request {
  const Limit = Math.min(request.input.Limit ?? 3, 1 + Math.floor(3 * draw('short page')));
  const input = { ...request.input, Limit };
  return { ...request, input, body: JSON.stringify(input) };
}

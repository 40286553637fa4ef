import {
  endings,
  openOperations,
  trials,
  undeliveredLists,
} from '../../../functions/core/store/table/keys.ts';
import type { CallEngine } from '../dynamodb/engine.ts';
import type { Activity } from './activity.ts';

/** The jobs that work only on items of these lists, and on each from the time on that its place in the list begins with. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  FinishOperations: openOperations,
  WatchAuthorizations: endings,
  RestartDeliveries: undeliveredLists,
  RemoveMerchants: trials,
};

interface Options {
  call: CallEngine;
  /** The table of the lists; undefined if nobody reads its stream. */
  table: string | undefined;
  activity: Pick<Activity, 'records'>;
}

/**
 * Knows which jobs would find nothing to do at a time, so that the clock need not stop for them. Each write to the table
 * causes a record of its stream. So what a look at the lists has found is true until a reader of the stream has read
 * another record.
 */
export function makeIdleJobs({ call, table, activity }: Options) {
  const known = new Map<string, { records: number; first: number }>();

  /** The time of the first item of a job's lists, in milliseconds since 1970. */
  async function firstOf(name: string, lists: readonly string[]): Promise<number> {
    const { records } = activity;
    const before = known.get(name);
    if (before?.records === records) return before.first;
    const firsts = await Promise.all(
      lists.map(async (pk): Promise<number> => {
        const { Items } = await call('Query', {
          TableName: table,
          IndexName: 'list',
          KeyConditionExpression: 'listPk = :pk',
          ExpressionAttributeValues: { ':pk': { S: pk } },
          Limit: 1,
        });
        const [item] = Items;
        return item ? Date.parse(String(item.listSk.S).replace(/#.*/, '')) : Number.POSITIVE_INFINITY;
      }),
    );
    const first = Math.min(...firsts);
    known.set(name, { records, first });
    return first;
  }

  return {
    /** @param time milliseconds since 1970 */
    async isIdle(name: string, time: number): Promise<boolean> {
      const lists = listsOf[name];
      return table !== undefined && lists !== undefined && (await firstOf(name, lists)) >= time;
    },
  };
}

export type IdleJobs = ReturnType<typeof makeIdleJobs>;

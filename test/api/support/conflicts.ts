import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, failure } from './answer.ts';

type Values = Record<string, unknown>;

/** The item of a write: a put contains the item, and other writes contain its key. */
interface Written {
  Item?: Values;
  Key?: Values;
}

/** Applies AWS's rule: any write of an item is in conflict with a running transaction that writes the same item. */
export function startConflicts() {
  const held = new Set<string>();

  return {
    /**
     * Answers that a write is in conflict, or executes the write. A transaction keeps its items for `time`
     * milliseconds.
     */
    async between(
      operation: string,
      body: string,
      time: number,
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      if (time === 0) return work();
      const isTransaction = operation === 'TransactWriteItems';
      if (!isTransaction && !/^(Put|Update|Delete)Item$/.test(operation)) return work();
      const items = itemsOf(JSON.parse(body));
      const taken = items.map((item) => held.has(item));
      if (taken.includes(true))
        return isTransaction ? cancelled(taken) : failure('TransactionConflictException');
      if (!isTransaction) return work();
      for (const item of items) held.add(item);
      try {
        const answer = await work();
        await sleep(time);
        return answer;
      } finally {
        for (const item of items) held.delete(item);
      }
    },
  };
}

const cancelled = (taken: readonly boolean[]): Answer =>
  failure('TransactionCanceledException', {
    CancellationReasons: taken.map((is) => ({ Code: is ? 'TransactionConflict' : 'None' })),
  });

function itemsOf({ TransactItems, ...single }: Written & { TransactItems?: Record<string, Written>[] }) {
  const writes = TransactItems?.flatMap((write) => Object.values(write)) ?? [single];
  return writes.map(({ Item, Key = Item }) => JSON.stringify([Key?.pk, Key?.sk]));
}

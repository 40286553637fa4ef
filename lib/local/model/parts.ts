import type { startConflicts } from './conflicts.ts';
import type { Engine } from './engine.ts';
import type { startLag } from './lag.ts';
import type { startPartitions } from './partitions.ts';
import type { Input, Request } from './protocol.ts';
import type { Settings } from './settings.ts';
import { identityOf, keyOf, type startTables } from './tables.ts';
import type { startUsage, Write } from './usage.ts';

/** The parts of the model that reads and writes share. */
export interface Parts {
  engine: Engine;
  /** The settings can change while the model runs. */
  model: { settings: Settings };
  conflicts: ReturnType<typeof startConflicts>;
  partitions: ReturnType<typeof startPartitions>;
  lag: ReturnType<typeof startLag>;
  tables: ReturnType<typeof startTables>;
  usage: ReturnType<typeof startUsage>;
}

/** The item that an action reads or writes. */
export async function writeOf(
  { tables }: Parts,
  request: Request,
  kind: string,
  input: Input,
): Promise<Write> {
  const table = await tables.table(request, input.TableName ?? '');
  const key = input.Key ?? keyOf(table, input.Item ?? {});
  return { kind, table, key, item: identityOf(table, key), put: input.Item };
}

/** The items of a transaction. */
export const writesOf = (parts: Parts, request: Request): Promise<Write[]> =>
  Promise.all(
    (request.input.TransactItems ?? []).flatMap((action) =>
      Object.entries(action).map(([kind, input]) => writeOf(parts, request, kind, input)),
    ),
  );

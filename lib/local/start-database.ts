import { join, relative } from 'node:path';
import { checkDatabase, keptSealKey, takeData } from './data-folder.ts';
import { startDoor } from './door.ts';
import { startDynoxide } from './dynamodb/dynoxide.ts';
import { startGuard } from './guard.ts';
import { startModel } from './model/model.ts';
import { usualDay } from './model/settings.ts';
import { rolesOf } from './roles.ts';
import type { StartOptions } from './start-options.ts';
import type { Template } from './template.ts';

/**
 * Registers a function that stops a part of this Florin. At the end, the runner calls these functions in the opposite
 * order.
 */
export type OnExit = (undo: () => unknown) => void;

export interface Database {
  /** The endpoint of the DynamoDB engine, for this process alone. */
  endpoint: string;
  /** The endpoint of the engine for other programs of this machine. */
  published: string;
  /** The engine's database file, if this process has started the engine. */
  file?: string;
  /** The advice to a person whose table another version of Florin has made. */
  remedy: string;
  /** Whether this process keeps the data for the next start. */
  isKept: boolean;
  /** The key that is kept with the data, if data is kept and the options name no other key. */
  sealKey?: string;
}

/** Starts the DynamoDB engine, unless one is running already. */
export async function startDatabase(
  root: string,
  { dynamodbEndpoint, memory, onFailure, sealKey }: StartOptions,
  onExit: OnExit,
): Promise<Database> {
  if (dynamodbEndpoint)
    return {
      endpoint: dynamodbEndpoint,
      published: dynamodbEndpoint,
      isKept: false,
      remedy: `Use that version, use another engine, or remove the table from ${dynamodbEndpoint}.`,
    };
  const folder = join(root, '.florin');
  const data = memory ? undefined : takeData(folder);
  if (data) onExit(data.release);
  if (data) checkDatabase(data.file);
  // The key comes before the database, so that a kill between both leaves no data without its key.
  const keptKey = data && sealKey === undefined ? keptSealKey(folder, data.file) : undefined;
  const engine = await startDynoxide({
    root,
    file: data?.file,
    onExit: (reason) => onFailure?.(new Error(`Dynoxide has stopped: ${reason}`)),
  });
  onExit(engine.stop);
  const door = await startDoor(engine.endpoint);
  onExit(door.stop);
  const remedy = `Use that version, start with --memory, or remove ${relative(root, folder)}/ to start with an empty table.`;
  return {
    endpoint: engine.endpoint,
    published: door.endpoint,
    file: engine.file,
    remedy,
    isKept: data !== undefined,
    sealKey: keptKey,
  };
}

/**
 * The endpoint at which the functions find the table: the engine, behind the model of AWS's DynamoDB and behind the check
 * of roles, if the options ask for them. The runner itself, in place of Lambda and SQS, uses the engine.
 */
export async function startFunctionsEndpoint(
  engine: string,
  template: Template,
  { model: seed, roles, report }: StartOptions & Required<Pick<StartOptions, 'report'>>,
  onExit: OnExit,
): Promise<string> {
  let endpoint = engine;
  if (seed !== undefined) {
    const model = await startModel({ engine, seed, settings: usualDay });
    onExit(model.stop);
    endpoint = model.endpoint;
  }
  if (!roles) return endpoint;
  const guard = await startGuard(endpoint, rolesOf(template), report);
  onExit(guard.stop);
  return guard.endpoint;
}

import { startDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts';

/** A DynamoDB engine of one test file. The engine keeps running while the test kills and restarts Florin. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** Starts an engine on a free port: in memory, or on `file`. If the engine crashes, the requests to the engine fail. */
export const startEngine = (file?: string): Promise<Engine> =>
  startDynoxide({ root: process.cwd(), file, onExit: () => {} });

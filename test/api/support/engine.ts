import { startDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts';

/** A DynamoDB engine of the test's own, which outlives the Florins that the test starts on it and kills. */
export interface Engine {
  endpoint: string;
  stop(): Promise<void>;
}

/** Starts one on a free port: in memory, or on `file`. Its end without being told to shows in what asks it. */
export const startEngine = (file?: string): Promise<Engine> =>
  startDynoxide({ root: process.cwd(), file, onExit: () => {} });

import { start } from '../local/runner.ts';
import type { Running, StartOptions } from '../local/start-options.ts';

/** Starts Florin for a recording: on free ports, in memory, and without limits. */
export const startRecording = (options: Partial<StartOptions>): Promise<Running> =>
  start({ port: 0, posPort: 0, consolePort: 0, awsPort: 0, memory: true, throttle: false, ...options });

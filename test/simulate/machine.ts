import { setTimeout as sleep } from 'node:timers/promises';
import { type Florin, startFlorin } from '../api/support/florin.ts';

/** A Florin that can be killed at any point, and starts again on the same engine. */
export interface Machine {
  /** Returns the running Florin, after a restart if one is in progress. */
  florin(): Promise<Florin>;
  /** Kills Florin, and starts it again. */
  crash(): Promise<void>;
  crashes: number;
  /** Returns the logs of all processes of Florin so far. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** @param env variables in addition to those of every simulation */
export async function startMachine(engine: string, env: Record<string, string> = {}): Promise<Machine> {
  const sealKey = Buffer.alloc(32, 7).toString('base64');
  const start = () =>
    startFlorin(['--memory'], {
      DYNAMODB_ENDPOINT: engine,
      SEAL_KEY: sealKey,
      FLORIN_VISIBILITY_SECONDS: '20',
      PAY_TEST_MERCHANTS: 'yes',
      // Streams trigger mails and webhooks, which the audit does not check, and which slow a long round most.
      FLORIN_STREAMS: 'off',
      ...env,
    });
  let running = start();
  await running;
  let killed = '';
  const machine: Machine = {
    florin: () => running,
    crashes: 0,
    log: async () => killed + (await running).log(),
    async crash() {
      const florin = await running;
      machine.crashes++;
      killed += florin.log();
      running = florin.kill().then(async () => {
        await sleep(100); // the last requests of the killed process may still be in transit
        return start();
      });
      await running;
    },
    stop: async () => (await running).stop(),
  };
  return machine;
}
